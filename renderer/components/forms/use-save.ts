import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import type { WritableResource } from '../../../shared/domain/operation-rules.ts'
import type { Write } from '../../../shared/ipc/outbox.ts'
import { useApi, useClient } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

const domains = {
  households: 'households',
  individuals: 'individuals',
  valuations: 'valuations',
  documents: 'documents',
  'document-summaries': 'documentSummaries',
} as const satisfies Record<WritableResource, string>

/** Keeps a write on this computer's disk and says so; the page shows it as soon as this resolves. */
export function useSave(): (write: Write, said?: string) => Promise<{ operation_id: string; record_id: string }> {
  const api = useApi()
  const client = useClient()
  const queries = useQueryClient()
  const connectionId = useConnection().id
  return async (write, said = 'Saved') => {
    const saved = await client.outbox.save({ connectionId, write })
    await queries.invalidateQueries({ queryKey: api[domains[write.resource]].key() })
    notifications.show({ message: said, autoClose: 3000 })
    return saved
  }
}
