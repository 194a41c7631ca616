import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Operation } from '../../../shared/domain/operation.ts'
import { isUndoable } from '../../../shared/domain/operation-rules.ts'
import type { PendingWork } from '../../../shared/ipc/records.ts'
import { PendingIcon, pendingWords } from '../../components/PendingMark.tsx'
import { GraceBar } from '../../components/undo/GraceBar.tsx'
import { DuringGrace } from '../../components/undo/GraceLeft.tsx'
import { useUndo } from '../../components/undo/use-undo.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import classes from './records.module.css'

/** States of a deletion that can no longer be undone. */
const past = ['sending', 'done', 'discarded']

/** Undoes a deletion that has not been sent yet. One that the service may have is discarded. */
function UndoDeletion({ operation }: { operation: Operation }) {
  const { mutate, isPending } = useMutation(useApi().outbox.decide.mutationOptions())
  const { undo } = useUndo()
  const connectionId = useConnection().id
  const { id } = operation
  if (past.includes(operation.state)) return null
  return (
    <button
      type="button"
      disabled={isPending}
      onClick={() =>
        isUndoable(operation)
          ? void undo({ operation_id: id })
          : mutate({ connectionId, id, answer: { decision: 'discard' } })
      }
    >
      Undo the deletion
    </button>
  )
}

/** The actions on the record's last pending write: undo and send while it waits; later, only a deletion is taken back here. */
function LastWrite({ id, mark }: { id: string; mark: PendingWork['mark'] }) {
  const input = { connectionId: useConnection().id, id }
  const { data } = useQuery(useApi().outbox.get.queryOptions({ input }))
  if (data === undefined) return null
  const { operation } = data
  return (
    <DuringGrace operation={operation} fallback={mark === 'deleted' ? <UndoDeletion operation={operation} /> : null}>
      {() => <GraceBar operation={operation} />}
    </DuringGrace>
  )
}

/** One line on a record's page: the record has pending changes, with Undo while they wait and a link to the outbox. */
export function PendingNotice({ pending }: { pending: PendingWork | null }) {
  const { id: connectionId } = useConnection()
  if (!pending) return null
  const last = pending.operations.at(-1)
  return (
    <div className={`row warn-box ${classes.notice}`}>
      <output className={`inline ${classes.noticed}`}>
        <PendingIcon mark={pending.mark} attention={pending.attention} />
        <span>{pendingWords(pending.mark, pending.attention)}</span>
        <Link to="/c/$connectionId/outbox" params={{ connectionId }}>
          See in outbox
        </Link>
      </output>
      {last ? <LastWrite id={last} mark={pending.mark} /> : null}
    </div>
  )
}
