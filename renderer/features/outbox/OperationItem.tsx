import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { changesOf, sayAction } from '../../../shared/domain/operation-words.ts'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { ChangeList } from '../../components/difference/ChangeList.tsx'
import { Ago, RecordText } from '../../components/Values.tsx'
import { useConnection } from '../../lib/api.ts'
import { UploadOf } from '../intake/public.ts'
import { OperationActions } from './OperationActions.tsx'
import { FileLine, OperationState, Problem, Waiting } from './OperationState.tsx'
import classes from './outbox.module.css'

/** A link to the write's own page, labelled with its record. */
export function OperationLink({ operation }: { operation: ListedOperation }) {
  const connectionId = useConnection().id
  return (
    <Link
      to="/c/$connectionId/outbox/$operationId"
      params={{ connectionId, operationId: operation.id }}
      className={`anywhere ${classes.title}`}
      data-line
    >
      {sayAction(operation)}: <RecordText>{operation.title}</RecordText>
    </Link>
  )
}

type Props = { operation: ListedOperation; allPaused: boolean; waitsForTitle: string | null }

/** One write that the service does not have yet. */
export const OperationItem = memo(function OperationItem({ operation, allPaused, waitsForTitle }: Props) {
  return (
    <li className={classes.item}>
      <div className={`row ${classes.head}`}>
        <OperationLink operation={operation} />
        <OperationState operation={operation} />
        <UploadOf operationId={operation.id} title={operation.title} />
        <span className={classes.when}>
          Saved <Ago at={operation.saved_at} />
        </span>
        <span className={`line ${classes.actions}`}>
          <OperationActions operation={operation} />
        </span>
      </div>
      <FileLine operation={operation} />
      <ChangeList changes={changesOf(operation)} most={4} />
      <Waiting operation={operation} allPaused={allPaused} waitsForTitle={waitsForTitle} />
      {operation.problem && operation.state !== 'queued' ? <Problem problem={operation.problem} /> : null}
    </li>
  )
})

/** One write that is done or discarded. */
export function ClosedItem({ operation }: { operation: ListedOperation }) {
  return (
    <li className={`row ${classes.closed}`}>
      <OperationLink operation={operation} />
      <OperationState operation={operation} />
      <span className={classes.when}>
        <Ago at={operation.changed_at} />
      </span>
      {operation.remark ? (
        <p className={classes.remark}>
          <RecordText>{operation.remark}</RecordText>
        </p>
      ) : null}
    </li>
  )
}
