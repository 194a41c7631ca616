import { Link } from '@tanstack/react-router'
import type { IntakeDuplicate, IntakeIssue, IntakeRow } from '../../../shared/ipc/intake.ts'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { useConnection } from '../../lib/connection.ts'
import classes from './intake.module.css'
import { percent } from './uploads.ts'

/** Says where the same file already exists, with a link to it. */
function Duplicate({ duplicate: { where, id, title } }: { duplicate: IntakeDuplicate }) {
  const connectionId = useConnection().id
  const name = <RecordText>{title}</RecordText>
  return (
    <span className={classes.warning}>
      {where === 'tray' ? (
        <>
          The same file as <a href={`#${id}`}>{name}</a> in this list
        </>
      ) : null}
      {where === 'outbox' ? (
        <>
          The same file as{' '}
          <Link to="/c/$connectionId/outbox/$operationId" params={{ connectionId, operationId: id }}>
            {name}
          </Link>
          , which is waiting to be uploaded
        </>
      ) : null}
      {where === 'document' ? (
        <>
          The same file as the document{' '}
          <Link to="/c/$connectionId/documents/$id" params={{ connectionId, id }}>
            {name}
          </Link>
        </>
      ) : null}
    </span>
  )
}

function Issue({ issue: { message, next_step } }: { issue: IntakeIssue }) {
  return (
    <span>
      <span className="negative">{message}</span> <Quiet>{next_step}</Quiet>
    </span>
  )
}

/** The state of a file: being copied, ready, or failed with the reason. */
export function RowState({ row }: { row: IntakeRow }) {
  if (row.state === 'staging') {
    const share = row.size === 0 ? 0 : row.received / row.size
    return (
      <span className={classes.state}>
        <progress className={classes.progress} max={1} value={share} aria-label={`Reading ${row.file_name}`} />
        {row.received === 0 ? 'Waiting' : percent(share)}
      </span>
    )
  }
  const { issue, duplicates } = row
  return (
    <span className={classes.outcome}>
      {issue ? <Issue issue={issue} /> : null}
      {duplicates.map((duplicate) => (
        <Duplicate key={duplicate.where + duplicate.id} duplicate={duplicate} />
      ))}
      {row.state === 'ready' && !issue && duplicates.length === 0 ? 'Ready' : null}
    </span>
  )
}
