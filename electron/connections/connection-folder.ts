import { access, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** Where one connection's stores lie. The folder's name is the connection's id, so that two can never share one. */
export type ConnectionFolder = {
  folder: string
  mirror: string
  mirrorMarker: string
  ledger: string
  ledgerMarker: string
  /** Sealed files: downloaded ones belong to the mirror, those that wait to be uploaded to the ledger. */
  files: string
  staged: string
  /** Both, while the stores are in memory; what is found there at a start is nobody's. */
  filesOfThisRun: string
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
    files: join(folder, 'files'),
    staged: join(folder, 'staged'),
    filesOfThisRun: join(folder, 'files-of-this-run'),
  }
}

/** Deletes the cached copy of the service's records and files, damaged ones set aside among them; the ledger stays. */
export async function removeMirrorFiles({ folder, mirror, files, filesOfThisRun }: ConnectionFolder): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const ofMirror = names.filter((name) => name.startsWith(basename(mirror)))
  await Promise.all(ofMirror.map((name) => rm(join(folder, name), { force: true })))
  await removeFolder(files)
  await removeFolder(filesOfThisRun)
}

/** Deletes a folder of sealed files, if it is there. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** Whether a ledger was ever begun there. */
export async function hasLedger({ ledger }: ConnectionFolder): Promise<boolean> {
  return access(ledger).then(
    () => true,
    () => false,
  )
}
