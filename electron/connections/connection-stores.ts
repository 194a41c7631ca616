import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { AppError } from '../../shared/domain/app-error.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import { type OpenedStore, openConnectionStore } from '../data/connection-store.ts'
import type { SlowRead } from '../data/reads/reader.ts'
import type { UnreadableCells } from '../data/workers/protocol.ts'
import { openConnectionFiles } from '../documents/connection-files.ts'
import { type Keychain, keychainAccount } from '../keychain/keychain.ts'
import { openStoreKey, removeMirrorKey } from '../keychain/store-keys.ts'
import type { Connection } from '../tenants/connection.ts'
import { ledgerProblem, rebuiltMirror, removedAsTooOld, unwritableFolder } from './cache-problems.ts'
import { connectionFolder, removeFolder, removeMirrorFiles } from './connection-folder.ts'
import type { CopyAge } from './connection-limits.ts'

export type StoreOptions = {
  connection: Connection
  keychain: Keychain
  userDataDir: string
  /** The data worker's script. */
  workerUrl: URL
  publish: (event: AppEvent) => void
}

type OpenStoreOptions = StoreOptions & {
  age: CopyAge
  onWorkerDied: (cause: unknown) => void
  onUnreadable: (cells: UnreadableCells) => void
  onSlow: (slow: SlowRead) => void
  onFailure: (problem: AppError) => void
}

/**
 * Opens a connection's stores: on disk, or in memory if no keychain could store their keys. A mirror that is older than the
 * policy allows is removed, and a new one begun.
 *
 * @returns the stores, and what the user must know about them
 * @throws AppError `keychain/…`, `cache/…`
 */
export async function openStore(options: OpenStoreOptions): Promise<{ store: OpenedStore; problem: AppError | null }> {
  const store = await openAsItIs(options)
  const isTooOld = await options.age.isTooOld(store).catch(async (thrown) => {
    await store.close()
    throw thrown
  })
  if (!isTooOld) return { store, problem: problemOf(store) }
  await store.close()
  await removeCopy(options)
  await options.age.begin()
  const begun = await openAsItIs(options)
  return { store: begun, problem: problemOf(begun) ?? removedAsTooOld() }
}

async function openAsItIs(options: OpenStoreOptions): Promise<OpenedStore> {
  const { connection, keychain, userDataDir, ...given } = options
  const { workerUrl, onWorkerDied, onUnreadable, onSlow, onFailure } = given
  const threads = { workerUrl, onWorkerDied, onUnreadable, onSlow, onFailure }
  if (keychain.kind === 'session') return openConnectionStore({ ...threads, memory: true })
  const paths = connectionFolder(userDataDir, connection.id)
  const mirror = await openStoreKey({
    keychain,
    account: keychainAccount(connection.id, 'mirror-key'),
    markerPath: paths.mirrorMarker,
    databasePath: paths.mirror,
  })
  const ledger = await openStoreKey({
    keychain,
    account: keychainAccount(connection.id, 'ledger-key'),
    markerPath: paths.ledgerMarker,
    databasePath: paths.ledger,
  })
  return openConnectionStore({ ...threads, memory: false, folder: paths.folder, mirror, ledger })
}

/** A problem found while the stores were opened; one with data that exists nowhere else comes first. */
function problemOf({ ledgerReport, mirrorRebuilt, isWritable }: OpenedStore): AppError | null {
  if (!isWritable) return unwritableFolder()
  if (ledgerReport !== null) return ledgerProblem(ledgerReport)
  return mirrorRebuilt ? rebuiltMirror() : null
}

/** The sealed files next to the stores; if the stores are in memory, the files are removed at the end of this run. */
export async function openFiles(
  { connection, keychain, userDataDir, publish }: StoreOptions,
  { rows, onHeld }: { rows: OpenedStore; onHeld: () => void },
) {
  const { folder, ledger, files, staged, filesOfThisRun } = connectionFolder(userDataDir, connection.id)
  const ofThisRun = keychain.kind === 'session'
  await removeFolder(filesOfThisRun)
  return openConnectionFiles({
    rows,
    folders: ofThisRun
      ? { held: join(filesOfThisRun, 'files'), staged: join(filesOfThisRun, 'staged') }
      : { held: files, staged },
    ofThisRun: ofThisRun ? filesOfThisRun : null,
    // A damaged ledger that was set aside may have the key of a file that the user dropped here.
    keepsUnknownStaged: (await readdir(folder).catch(() => [])).some((name) =>
      name.startsWith(`${basename(ledger)}.damaged-`),
    ),
    onChanged(what) {
      publish({ type: 'files', connectionId: connection.id, what })
      if (what === 'held') onHeld()
    },
  })
}

/** Deletes the cached copy of closed stores, and its key; the ledger and its key stay. */
export async function removeCopy({
  keychain,
  userDataDir,
  connection,
}: Pick<StoreOptions, 'keychain' | 'userDataDir' | 'connection'>): Promise<void> {
  const paths = connectionFolder(userDataDir, connection.id)
  await removeMirrorFiles(paths)
  await removeMirrorKey({ keychain, connectionId: connection.id, markerPath: paths.mirrorMarker })
}
