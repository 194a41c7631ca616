import type { ConnectionRuntime } from './connection-runtime.ts'

/** What ends with Steward, should it end now. */
export type Unfinished = {
  /** Files on their way to a service: they begin again the next time. */
  uploads: number
  /** Changes, files and forms of connections that keep nothing on this computer: they are gone. */
  lost: number
}

type Runtimes = { all(): Promise<Pick<ConnectionRuntime, 'keepsNothing' | 'cache' | 'open'>[]> }

/** Looks at the connections that are open; none is opened for it. Throws `cache/…`. */
export async function findUnfinished(runtimes: Runtimes): Promise<Unfinished> {
  const found: Unfinished = { uploads: 0, lost: 0 }
  for (const runtime of await runtimes.all()) {
    if (runtime.cache() !== 'open') continue
    const { outbox, tray, store } = await runtime.open()
    found.uploads += outbox.uploads()
    if (!runtime.keepsNothing) continue
    const [{ rows }, drafts] = await Promise.all([tray.list(), store.read('drafts.list', {})])
    found.lost += outbox.counts().open + rows.length + drafts.length
  }
  return found
}
