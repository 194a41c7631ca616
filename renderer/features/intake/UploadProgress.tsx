import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../../shared/domain/counts.ts'
import { Quiet } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import classes from './add/add.module.css'
import { percent, shareOf, useUploadShare, useUploadsOf } from './uploads.ts'

const mostAsked = 500

/** Documents of a household that are not uploaded yet, with their progress. */
export function HouseholdUploads({ householdId }: { householdId: string }) {
  const api = useApi()
  const connectionId = useConnection().id
  const input = { connectionId, show: 'open' as const, offset: 0, limit: mostAsked }
  const meta = { part: 'Documents that wait to be uploaded' }
  const open = useQuery(api.outbox.list.queryOptions({ input, meta })).data?.operations ?? []
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

/** The progress of one upload; renders nothing if it is not running. */
export function UploadOf({ operationId, title }: { operationId: string; title: string }) {
  const share = useUploadShare(useConnection().id, operationId)
  if (share === null) return null
  return (
    <span className={`line ${classes.uploads}`}>
      <progress className={classes.progress} max={1} value={share} aria-label={`Uploading ${title}`} />
      {percent(share)}
    </span>
  )
}

/** The combined progress of several uploads; renders nothing if none is running. */
export function UploadsOf({ operationIds }: { operationIds: readonly string[] }) {
  const under = useUploadsOf(useConnection().id).filter(({ operation_id: id }) => operationIds.includes(id))
  if (under.length === 0) return null
  const share = shareOf(under)
  const words = under.length === 1 ? 'Uploading a document' : `Uploading ${under.length} documents`
  return (
    <span className={`line ${classes.uploads}`}>
      <progress className={classes.progress} max={1} value={share} aria-label={words} />
      {words}, {percent(share)}
    </span>
  )
}
