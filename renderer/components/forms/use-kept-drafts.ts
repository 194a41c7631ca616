import { useEffect } from 'react'
import { type Client, useClient } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { useDrafts } from './drafts.ts'

/** After a pause in typing this long, what was typed is kept. */
const restMs = 400

type KeptDrafts = typeof import('./kept-drafts.ts')

/** Writes changed drafts to the ledger, a moment after each change; what is pending goes out when `stop` is called. */
function followDrafts(client: Client, connectionId: string, { draftsToKeep }: KeptDrafts): () => void {
  let kept = useDrafts.getState().drafts
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const now = useDrafts.getState().drafts
    for (const draft of draftsToKeep(connectionId, kept, now)) {
      // A draft that cannot be kept is still there in its form; the form's own save says what is wrong with the disk.
      client.drafts.keep({ connectionId, ...draft }).catch(() => undefined)
    }
    kept = now
  }
  const unsubscribe = useDrafts.subscribe(() => {
    timer ??= setTimeout(flush, restMs)
  })
  window.addEventListener('pagehide', flush)
  return () => {
    unsubscribe()
    window.removeEventListener('pagehide', flush)
    flush()
  }
}

/** Brings back what was typed and not saved before a restart, and keeps what is typed from now on. */
export function useKeptDrafts(): void {
  const client = useClient()
  const { id, cache } = useConnection()
  useEffect(() => {
    if (cache !== 'open') return
    const leaving = new AbortController()
    let stop = () => {}
    const begin = async () => {
      const asked = client.drafts.list({ connectionId: id }, { signal: leaving.signal }).catch(() => [])
      // Judging what was kept takes the schemas, which no first screen has to wait for.
      const [kept, drafts] = await Promise.all([import('./kept-drafts.ts'), asked])
      if (leaving.signal.aborted) return
      useDrafts.getState().restore(id, kept.draftsFrom(id, drafts))
      stop = followDrafts(client, id, kept)
    }
    void begin()
    return () => {
      leaving.abort()
      stop()
    }
  }, [client, id, cache])
}
