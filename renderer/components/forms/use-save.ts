import { useQueryClient } from '@tanstack/react-query'
import type { Write } from '../../../shared/ipc/outbox.ts'
import { domainOf } from '../../../shared/service/resource.ts'
import { useApi, useClient, useConnection, waitForChangeEvent } from '../../lib/api.ts'
import { type UndoOffer, useTellSaved } from '../undo/use-undo.tsx'
import { draftName, useDrafts } from './drafts.ts'

/**
 * Writes to the outbox on this computer's disk and shows a toast with Undo. Once this resolves, the page shows the change.
 *
 * @param draft - key of the draft that is saved: the write's transaction removes it, so that it is not restored after a restart
 * @throws the error of `outbox.save`
 */
export function useSave(
  draft?: string,
): (write: Write, said?: string) => Promise<{ operation_id: string; record_id: string; undo: UndoOffer }> {
  const api = useApi()
  const client = useClient()
  const queries = useQueryClient()
  const connectionId = useConnection().id
  const tellSaved = useTellSaved()
  const keep = async (write: Write) => {
    if (draft === undefined) return client.outbox.save({ connectionId, write })
    const { settle } = useDrafts.getState()
    settle(draft, 'saving')
    try {
      const saved = await client.outbox.save({
        connectionId,
        write,
        draft: draftName(connectionId, draft) ?? undefined,
      })
      settle(draft, 'saved')
      return saved
    } catch (error) {
      settle(draft, 'failed')
      // The form compares with the record as it is now.
      await queries.invalidateQueries({ queryKey: api[domainOf(write.resource)].key() })
      throw error
    }
  }
  return async (write, said = 'Saved') => {
    const saved = await keep(write)
    tellSaved(said, saved.undo, saved.operation_id)
    await waitForChangeEvent(connectionId, write.resource)
    await queries.invalidateQueries({ queryKey: api[domainOf(write.resource)].key() })
    return saved
  }
}
