import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../components/QueryView.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { householdColumns, RelatedSection } from '../records/public.ts'

const shown = new Set(['title', 'individual_count', 'entity_count', 'document_count', 'updated_at'])
const columns = householdColumns.filter(({ id }) => shown.has(id))
const most = 50

/** The first households, by name, whose primary relationship owner is this user, with a link to the full list. */
export function OwnedHouseholds({ id }: { id: string }) {
  const connectionId = useConnection().id
  const scope = { owner_id: id }
  const input = { connectionId, offset: 0, limit: most, sort: { column: 'title', direction: 'asc' }, scope } as const
  const query = useQuery(useApi().households.list.queryOptions({ input }))
  return (
    <QueryView query={query} label="households">
      {({ rows, total }) => (
        <RelatedSection resource="households" columns={columns} rows={rows} count={total} scope={scope} />
      )}
    </QueryView>
  )
}
