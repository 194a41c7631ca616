import { useLayoutEffect } from 'react'
import { useConnection } from '../../lib/connection.ts'
import { draftKey, useDrafts } from './drafts.ts'

/** Whether drafts of an earlier run are here, so that a form may begin. */
export function useDraftsRestored(): boolean {
  const { id } = useConnection()
  return useDrafts(({ restored }) => restored.includes(id))
}

/**
 * The draft of a record that does not exist yet.
 *
 * @param what - what it will be, and in what: `households`, `individuals/household_1`
 */
export function useNewDraft(what: string): string {
  const draft = draftKey(useConnection().id, `new:${what}`)
  // Before the form inside asks for it.
  useLayoutEffect(() => useDrafts.getState().begin(draft, null), [draft])
  return draft
}
