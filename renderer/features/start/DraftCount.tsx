import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'

/** The number of unsaved forms in a connection. */
export function DraftCount({ connectionId }: { connectionId: string }) {
  return useQuery(useApi().drafts.count.queryOptions({ input: { connectionId } })).data?.drafts ?? null
}
