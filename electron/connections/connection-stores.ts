import { hkdfSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { AppError } from '../../shared/domain/app-error.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import { type OpenedStore, openConnectionStore } from '../data/connection-store.ts'
import type { SlowRead } from '../data/reads/reader.ts'
import { rebuiltNote } from '../data/rebuilt-note.ts'
import type { UnreadableCells } from '../data/workers/protocol.ts'
import type { StartThread } from '../data/workers/worker-client.ts'
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
  startThread: StartThread
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
 * @returns the stores, the key for what is stored beside downloaded files, and what the user must know about them
 * @throws AppError `keychain/…`, `cache/…`
 */
export async function openStore(
  options: OpenStoreOptions,
): Promise<{ store: OpenedStore; labelKey: Uint8Array | null; problem: AppError | null }> {
  const { store, labelKey } = await openAsItIs(options)
  const isTooOld = await options.age.isTooOld(store).catch(async (thrown) => {
    await store.close()
    throw thrown
  })
  if (!isTooOld) return { store, labelKey, problem: problemOf(store) }
  await store.close()
  await removeCopy(options)
  await options.age.begin()
  const begun = await openAsItIs(options)
  return { ...begun, problem: problemOf(begun.store) ?? removedAsTooOld() }
}

async function openAsItIs(options: OpenStoreOptions): Promise<{ store: OpenedStore; labelKey: Uint8Array | null }> {
  const { connection, keychain, userDataDir, ...given } = options
  const { startThread, onWorkerDied, onUnreadable, onSlow, onFailure } = given
  const threads = { startThread, onWorkerDied, onUnreadable, onSlow, onFailure }
  if (keychain.kind === 'session')
    return { store: await openConnectionStore({ ...threads, memory: true }), labelKey: null }
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
  const store = await openConnectionStore({ ...threads, memory: false, folder: paths.folder, mirror, ledger })
  return { store, labelKey: labelKeyOf(mirror.key) }
}

/** A key of its own, so that the mirror's key seals nothing but the mirror; deleting that one makes this one unknown. */
const labelKeyOf = (mirrorKey: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', Buffer.from(mirrorKey, 'hex'), '', 'steward labels of files', 32))

/** A problem found while the stores were opened; one with data that exists nowhere else comes first. */
function problemOf({ ledgerReport, mirrorRebuilt, isWritable }: OpenedStore): AppError | null {
  if (!isWritable) return unwritableFolder()
  if (ledgerReport !== null) return ledgerProblem(ledgerReport)
  return mirrorRebuilt ? rebuiltMirror() : null
}

/** The sealed files next to the stores; if the stores are in memory, the files are removed at the end of this run. */
export async function openFiles(
  { connection, keychain, userDataDir, publish }: StoreOptions,
  { rows, labelKey, onHeld }: { rows: OpenedStore; labelKey: Uint8Array | null; onHeld: () => void },
) {
  const { folder, ledger, files, staged, filesOfThisRun } = connectionFolder(userDataDir, connection.id)
  const ofThisRun = keychain.kind === 'session'
  await removeFolder(filesOfThisRun)
  const opened = await openConnectionFiles({
    rows,
    folders: ofThisRun
      ? { held: join(filesOfThisRun, 'files'), staged: join(filesOfThisRun, 'staged') }
      : { held: files, staged },
    ofThisRun: ofThisRun ? filesOfThisRun : null,
    labelKey,
    isMirrorNew: rows.isWritable && existsSync(rebuiltNote(folder)),
    // A damaged ledger that was set aside may have the key of a file that the user dropped here.
    keepsUnknownStaged: (await readdir(folder).catch(() => [])).some((name) =>
      name.startsWith(`${basename(ledger)}.damaged-`),
    ),
    onChanged(what) {
      publish({ type: 'files', connectionId: connection.id, what })
      if (what === 'held') onHeld()
    },
  })
  if (rows.isWritable) await rm(rebuiltNote(folder), { force: true })
  return opened
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
