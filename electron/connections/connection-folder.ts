import { access, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** The paths of one connection's stores. The folder is named after the connection's id, so that no two connections share one. */
export type ConnectionFolder = {
  folder: string
  mirror: string
  mirrorMarker: string
  ledger: string
  ledgerMarker: string
  /** Sealed files: downloaded ones belong to the mirror, staged ones to the ledger. */
  files: string
  staged: string
  /** Both kinds of files while the stores are in memory; files found there at a start are left over from an earlier run. */
  filesOfThisRun: string
}

/** The paths of a connection's stores and of the markers next to them. */
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

/**
 * Deletes the cached copy of the service's records and files, including quarantined damaged ones; the ledger stays. The files go first:
 * a mirror that is gone or damaged by an interrupted removal must not find them.
 */
export async function removeMirrorFiles({ folder, mirror, files, filesOfThisRun }: ConnectionFolder): Promise<void> {
  await removeFolder(files)
  await removeFolder(filesOfThisRun)
  const names = await readdir(folder).catch(() => [])
  const ofMirror = names.filter((name) => name.startsWith(basename(mirror)))
  await Promise.all(ofMirror.map((name) => rm(join(folder, name), { force: true })))
}

/** Deletes a folder of sealed files, if it exists. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** Whether a ledger was ever created there. */
export async function hasLedger({ ledger }: ConnectionFolder): Promise<boolean> {
  return access(ledger).then(
    () => true,
    () => false,
  )
}
