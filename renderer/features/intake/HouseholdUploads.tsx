import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../../shared/domain/counts.ts'
import { Quiet } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { UploadsOf } from './UploadProgress.tsx'

const mostAsked = 500

/** Documents of a household that are not uploaded yet, with their progress. */
export function HouseholdUploads({ householdId }: { householdId: string }) {
  const api = useApi()
  const connectionId = useConnection().id
  const input = { connectionId, show: 'open' as const, offset: 0, limit: mostAsked }
  const open = useQuery(api.outbox.list.queryOptions({ input })).data?.operations ?? []
  const uploads = open.filter(
    ({ resource, action, fields }) =>
      resource === 'documents' && action === 'create' && fields.household_id === householdId,
  )
  if (uploads.length === 0) return null
  return (
    <p>
      <Quiet>
        {uploads.length === 1 ? '1 document is waiting' : `${formatCount(uploads.length)} documents are waiting`} to be
        uploaded.
      </Quiet>
      <UploadsOf operationIds={uploads.map(({ id }) => id)} />
    </p>
  )
}
