import { useLayoutEffect } from 'react'
import { useConnection } from '../../lib/connection.ts'
import { draftKey, useDrafts } from './drafts.ts'

/** True once the drafts of an earlier run are loaded, so that a form may begin. */
export function useDraftsRestored(): boolean {
  const { id } = useConnection()
  return useDrafts(({ restored }) => restored.includes(id))
}

/**
 * Begins the draft of a new record, and returns its key.
 *
 * @param what - its kind, and the record it belongs to if any: `households`, `individuals/household_1`
 */
export function useNewDraft(what: string): string {
  const draft = draftKey(useConnection().id, `new:${what}`)
  // A layout effect, so that the draft exists before the form inside reads it.
  useLayoutEffect(() => useDrafts.getState().begin(draft, null), [draft])
  return draft
}
