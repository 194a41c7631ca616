import { useEffect } from 'react'
import type { KeptDraft } from '../../../shared/ipc/drafts.ts'
import { type Client, useClient } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { whenDrawn } from '../../lib/when-drawn.ts'
import { useDrafts } from './drafts.ts'

/** After a pause in typing this long, what was typed is kept. */
const restMs = 400

type Drafts = ReturnType<typeof useDrafts.getState>['drafts']

type Following = Pick<typeof import('./kept-drafts.ts'), 'draftsToKeep'> & {
  client: Client
  connectionId: string
  /** The drafts that need not be kept any more: none of them, or those that were just brought back. */
  known: Drafts
}

/** Writes changed drafts to the ledger, a moment after each change; what is pending goes out when `stop` is called. */
function followDrafts({ client, connectionId, draftsToKeep, known }: Following): () => void {
  let kept = known
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
  const note = () => {
    timer ??= setTimeout(flush, restMs)
  }
  const unsubscribe = useDrafts.subscribe(note)
  if (useDrafts.getState().drafts !== known) note()
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
    const known = useDrafts.getState().drafts
    const follow = async (kept: readonly KeptDraft[]) => {
      // Judging what was kept takes the schemas, which no first screen has to wait for.
      const { draftsFrom, draftsToKeep } = await import('./kept-drafts.ts')
      if (leaving.signal.aborted) return
      if (kept.length > 0) useDrafts.getState().restore(id, draftsFrom(id, kept))
      const now = kept.length > 0 ? useDrafts.getState().drafts : known
      stop = followDrafts({ client, connectionId: id, draftsToKeep, known: now })
    }
    let giveUp = () => {}
    const begin = async () => {
      const kept = await client.drafts.list({ connectionId: id }, { signal: leaving.signal }).catch(() => [])
      if (leaving.signal.aborted) return
      if (kept.length > 0) {
        await follow(kept)
        return
      }
      // Whoever waits for what was typed before knows now that there is nothing.
      useDrafts.getState().restore(id, {})
      giveUp = whenDrawn(() => void follow(kept))
    }
    void begin()
    return () => {
      giveUp()
      leaving.abort()
      stop()
    }
  }, [client, id, cache])
}
