import type { LocalDataSummary } from '../../shared/ipc/custody.ts'
import { connectionFolder, hasLedger } from '../connections/connection-folder.ts'
import type { ConnectionRuntime } from '../connections/connection-runtime.ts'
import type { Runtimes } from '../connections/runtimes.ts'

type Left = LocalDataSummary['connections'][number]

/** Data of a connection that exists only on this computer, read from its ledger if it has one. */
async function leftIn(runtime: ConnectionRuntime, userDataDir: string): Promise<Omit<Left, 'name'>> {
  try {
    const isAnywhere =
      runtime.cache() === 'open' || (await hasLedger(connectionFolder(userDataDir, runtime.connection.id)))
    if (!isAnywhere) return { unsent: 0, staged: 0, drafts: 0 }
    const { outbox, tray, store } = await runtime.open()
    const [{ rows }, drafts] = await Promise.all([tray.list(), store.read('drafts.list', {})])
    return { unsent: outbox.counts().open, staged: rows.length, drafts: drafts.length }
  } catch {
    return { unsent: null, staged: null, drafts: null }
  }
}

type Options = {
  userDataDir: string
  runtimes: Pick<Runtimes, 'all'>
  /** Ids of the connections that have a folder on this computer. */
  withFolders: readonly string[]
  /** Whether the result may contain connection names. */
  named: boolean
}

/** A summary of the data that removing everything would delete. */
export async function summariseLocalData({
  userDataDir,
  runtimes,
  withFolders,
  named,
}: Options): Promise<LocalDataSummary> {
  const known = await runtimes.all()
  const ids = new Set(known.map(({ connection }) => connection.id))
  const connections = known.map(async (runtime) => ({
    name: named ? runtime.connection.name : null,
    ...(await leftIn(runtime, userDataDir)),
  }))
  return { connections: await Promise.all(connections), others: withFolders.filter((id) => !ids.has(id)).length }
}

/** Whether removal would lose data for good, as far as known. */
export const isLossy = ({ connections, others }: LocalDataSummary): boolean =>
  others > 0 || connections.some(({ unsent, staged, drafts }) => unsent !== 0 || staged !== 0 || drafts !== 0)
