import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Operation } from '../../../shared/domain/operation.ts'
import { isUndoable } from '../../../shared/domain/operation-rules.ts'
import type { PendingWork } from '../../../shared/ipc/records.ts'
import { PendingIcon, pendingWords } from '../../components/PendingMark.tsx'
import { GraceBar } from '../../components/undo/GraceBar.tsx'
import { DuringGrace, useGraceEnd } from '../../components/undo/GraceLeft.tsx'
import { useIsInToast, useUndo } from '../../components/undo/use-undo.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
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

/** Time in ms that a write may take to be sent after its toast has closed before the record says that it is not sent yet. */
const sendingMs = 2_000

/** True while the toast of the record's only pending write says what the notice would, or the write is just being sent. */
function useIsSaidElsewhere({ operations, attention }: PendingWork, last: Operation | undefined): boolean {
  const isInToast = useIsInToast(last?.save?.id)
  const [wasInToast] = useDebouncedValue(isInToast, sendingMs)
  const end = useGraceEnd(last ?? none)
  if (operations.length > 1 || attention) return false
  return isInToast || (wasInToast && end === null && last?.state !== 'failed')
}

const none = { state: 'done', question: null, grace_until: null, paused: false } as const

function Notice({ pending, last }: { pending: PendingWork; last: Operation | undefined }) {
  const { id: connectionId } = useConnection()
  const { mark, attention } = pending
  if (useIsSaidElsewhere(pending, last)) return null
  return (
    <div className={`row warn-box ${classes.notice}`}>
      <output className={`inline ${classes.noticed}`}>
        <PendingIcon mark={mark} attention={attention} />
        <span>{pendingWords(mark, attention)}</span>
        <Link to="/c/$connectionId/outbox" params={{ connectionId }}>
          See in outbox
        </Link>
      </output>
      {last === undefined ? null : (
        <DuringGrace operation={last} fallback={mark === 'deleted' ? <UndoDeletion operation={last} /> : null}>
          {() => <GraceBar operation={last} />}
        </DuringGrace>
      )}
    </div>
  )
}

/**
 * One line on a record's page: the record has pending changes, with Undo while they wait and a link to the outbox. While the toast
 * of the save is shown, that says so.
 */
export function PendingNotice({ pending }: { pending: PendingWork | null }) {
  const id = pending?.operations.at(-1)
  const input = { connectionId: useConnection().id, id: id ?? '' }
  const { data } = useQuery({ ...useApi().outbox.get.queryOptions({ input }), enabled: id !== undefined })
  return pending && <Notice pending={pending} last={data?.operation} />
}
