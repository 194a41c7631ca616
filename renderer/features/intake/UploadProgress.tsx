import { useConnection } from '../../lib/connection.ts'
import classes from './add/add.module.css'
import { percent, shareOf, useUploadShare, useUploadsOf } from './uploads.ts'

/** The progress of one upload; renders nothing if it is not running. */
export function UploadOf({ operationId, title }: { operationId: string; title: string }) {
  const share = useUploadShare(useConnection().id, operationId)
  if (share === null) return null
  return (
    <span className={classes.uploads}>
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
    <span className={classes.uploads}>
      <progress className={classes.progress} max={1} value={share} aria-label={words} />
      {words}, {percent(share)}
    </span>
  )
}
