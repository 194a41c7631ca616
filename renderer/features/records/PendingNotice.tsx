import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PendingWork } from '../../../shared/ipc/records.ts'
import { PendingIcon, pendingWords } from '../../components/PendingMark.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import classes from './records.module.css'

/** States of a deletion that can no longer be undone. */
const past = ['sending', 'done', 'discarded']

/** Undoes a deletion that has not been sent yet. */
function UndoDeletion({ operation }: { operation: string }) {
  const api = useApi()
  const connectionId = useConnection().id
  const { mutate, isPending } = useMutation(api.outbox.decide.mutationOptions())
  const { data } = useQuery(api.outbox.get.queryOptions({ input: { connectionId, id: operation } }))
  if (data === undefined || past.includes(data.operation.state)) return null
  return (
    <button
      type="button"
      disabled={isPending}
      onClick={() => mutate({ connectionId, id: operation, answer: { decision: 'discard' } })}
    >
      Undo the deletion
    </button>
  )
}

/** One line on a record's page: the record has pending changes, with a link to the outbox. */
export function PendingNotice({ pending }: { pending: PendingWork | null }) {
  const { id: connectionId } = useConnection()
  if (!pending) return null
  const last = pending.operations.at(-1)
  return (
    <output className={classes.notice}>
      <PendingIcon mark={pending.mark} attention={pending.attention} />
      <span>{pendingWords(pending.mark, pending.attention)}</span>
      {pending.mark === 'deleted' && last ? <UndoDeletion operation={last} /> : null}
      <Link to="/c/$connectionId/outbox" params={{ connectionId }}>
        See in outbox
      </Link>
    </output>
  )
}
