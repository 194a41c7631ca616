import { access, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** Where one connection's stores lie. The folder's name is the connection's id, so that two can never share one. */
export type ConnectionFolder = {
  folder: string
  mirror: string
  mirrorMarker: string
  ledger: string
  ledgerMarker: string
}

/** The paths of a connection's stores and of the markers beside them. */
export function connectionFolder(userDataDir: string, connectionId: string): ConnectionFolder {
  const folder = join(userDataDir, 'connections', connectionId)
  return {
    folder,
    mirror: join(folder, 'mirror.db'),
    mirrorMarker: join(folder, 'mirror.key.json'),
    ledger: join(folder, 'ledger.db'),
    ledgerMarker: join(folder, 'ledger.key.json'),
  }
}

/** Deletes the cached copy of the service's records, damaged ones set aside among them; the ledger stays. */
export async function removeMirrorFiles({ folder, mirror }: ConnectionFolder): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const ofMirror = names.filter((name) => name.startsWith(basename(mirror)))
  await Promise.all(ofMirror.map((name) => rm(join(folder, name), { force: true })))
}

/** Whether a ledger was ever begun there. */
export async function hasLedger({ ledger }: ConnectionFolder): Promise<boolean> {
  return access(ledger).then(
    () => true,
    () => false,
  )
}
