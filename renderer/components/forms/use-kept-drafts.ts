import { useEffect } from 'react'
import type { KeptDraft } from '../../../shared/ipc/drafts.ts'
import { createThrottle } from '../../../shared/lib/calls.ts'
import { useClient, useConnection } from '../../lib/api.ts'
import type { Client } from '../../lib/client/connect-client.ts'
import { usePresenting } from '../../lib/presenting.ts'
import { whenDrawn } from '../../lib/when-drawn.ts'
import { useDrafts } from './drafts.ts'

/** Minimum time between two writes of drafts to the ledger, in ms. */
const restMs = 400

type Drafts = ReturnType<typeof useDrafts.getState>['drafts']

type Following = Pick<typeof import('./kept-drafts.ts'), 'draftsToKeep'> & {
  client: Client
  connectionId: string
  /** Drafts that are already stored, so that only later changes are written. */
  known: Drafts
}

/** Writes changed drafts to the ledger shortly after each change. The returned function stops this and writes pending changes. */
function followDrafts({ client, connectionId, draftsToKeep, known }: Following): () => void {
  let kept = known
  const { request, flush } = createThrottle(restMs, () => {
    const now = useDrafts.getState().drafts
    for (const draft of draftsToKeep(connectionId, kept, now)) {
      // A draft that could not be stored is still in its form. Saving the form reports a problem with the disk.
      client.drafts.keep({ connectionId, ...draft }).catch(() => undefined)
    }
    kept = now
  })
  const unsubscribe = useDrafts.subscribe(request)
  if (useDrafts.getState().drafts !== known) request()
  window.addEventListener('pagehide', flush)
  return () => {
    unsubscribe()
    window.removeEventListener('pagehide', flush)
    flush()
  }
}

/** Restores unsaved input from before a restart, and stores it from now on. */
export function useKeptDrafts(): void {
  const client = useClient()
  const { id, cache } = useConnection()
  const presents = usePresenting() !== null
  useEffect(() => {
    // While presenting no form is shown: drafts stay in the ledger.
    if (cache !== 'open' || presents) return
    const abortController = new AbortController()
    let stop = () => {}
    const known = useDrafts.getState().drafts
    const follow = async (kept: readonly KeptDraft[]) => {
      // Reading stored drafts requires the schemas, whose code the first screen must not wait for.
      const { draftsFrom, draftsToKeep } = await import('./kept-drafts.ts')
      if (abortController.signal.aborted) return
      if (kept.length > 0) useDrafts.getState().restore(id, draftsFrom(id, kept))
      const now = kept.length > 0 ? useDrafts.getState().drafts : known
      stop = followDrafts({ client, connectionId: id, draftsToKeep, known: now })
    }
    let cancelFollowing = () => {}
    const begin = async () => {
      const kept = await client.drafts.list({ connectionId: id }, { signal: abortController.signal }).catch(() => [])
      if (abortController.signal.aborted) return
      if (kept.length > 0) {
        await follow(kept)
        return
      }
      // Forms that wait for earlier drafts learn that there are none.
      useDrafts.getState().restore(id, {})
      cancelFollowing = whenDrawn(() => void follow(kept))
    }
    void begin()
    return () => {
      cancelFollowing()
      abortController.abort()
      stop()
    }
  }, [client, id, cache, presents])
}
