import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { countOf } from '../../../shared/domain/counts.ts'
import type { ContractInputs, ContractOutputs } from '../../../shared/ipc/contract.ts'
import { GraceLeft } from '../../components/undo/GraceLeft.tsx'
import { toastUndo } from '../../components/undo/toast-undo.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

export type Change = ContractInputs['statements']['answer']['change']
type Approved = ContractOutputs['statements']['approve']
type Offer = NonNullable<Approved['undo']>
type Approvable = { entity: { id: string; name: string }; fingerprint: string }

/** The longest time that the toast of an approval stays, in ms: as long as valuations wait by default. */
const longestToastMs = 60_000

/** Custodians' files, in the order in which they came in. */
export function useStatementFiles() {
  const input = { connectionId: useConnection().id }
  return useQuery(useApi().statements.list.queryOptions({ input }))
}

/** The valuations that approval would save. */
export function useReview() {
  const input = { connectionId: useConnection().id }
  return useQuery(useApi().statements.review.queryOptions({ input }))
}

const valuations = (count: number) => countOf(count, 'valuation', 'valuations')

/** Names in one line: the first five, then how many more. */
function named(entities: readonly { name: string }[]): string {
  const few = entities.slice(0, 5).map(({ name }) => name)
  return entities.length > few.length ? `${few.join(', ')} and ${entities.length - few.length} more` : few.join(', ')
}

function sayRefused(refused: Approved['refused']): void {
  if (refused.length === 0) return
  notifications.show({
    title: refused.length === 1 ? '1 valuation was not saved' : `${refused.length} valuations were not saved`,
    message: (
      <ul>
        {refused.slice(0, 5).map(({ entity_id, name, message, next_step }) => (
          <li key={entity_id}>
            <RecordText>{name}</RecordText>: {message} {next_step}
          </li>
        ))}
        {refused.length > 5 ? <li>and {refused.length - 5} more</li> : null}
      </ul>
    ),
    color: 'yellow',
    autoClose: false,
  })
}

function sayUndone({ undone, sent }: ContractOutputs['statements']['undo']): void {
  notifications.show({
    title: undone.length === 0 ? 'Nothing could be undone' : `${valuations(undone.length)} undone`,
    message: (
      <>
        {undone.length > 0 ? <RecordText>{`Not sent: ${named(undone)}.`}</RecordText> : null}{' '}
        {sent.length > 0 ? <RecordText>{`Sent, or being sent: ${named(sent)}.`}</RecordText> : null}
      </>
    ),
    color: sent.length > 0 ? 'yellow' : 'blue',
    autoClose: sent.length > 0 ? false : 8000,
  })
}

const approvedToast = 'statements-approved'

/** How long valuations wait before they are sent. The toast closes once none of them waits any more. */
function UntilSent({ offer: { save_id, until }, connectionId }: { offer: Offer; connectionId: string }) {
  const input = { connectionId, save_id }
  const { data } = useQuery({ ...useApi().outbox.undoableUntil.queryOptions({ input }), staleTime: 0, gcTime: 0 })
  const isOver = data?.until === null
  useEffect(() => {
    if (isOver) notifications.hide(approvedToast)
  }, [isOver])
  return <GraceLeft end={Date.parse(data?.until ?? until)} />
}

/** Decisions about files and what they become. Each refetches what is on screen. */
export function useStatementActions() {
  const api = useApi()
  const queries = useQueryClient()
  const connectionId = useConnection().id
  const onSettled = () => queries.invalidateQueries({ queryKey: api.statements.key() })
  const answer = useMutation(api.statements.answer.mutationOptions({ onSettled }))
  const review = useMutation(api.statements.answerReview.mutationOptions({ onSettled }))
  const setClass = useMutation(api.statements.setClass.mutationOptions({ onSettled }))
  const approve = useMutation(api.statements.approve.mutationOptions({ onSettled }))
  const undo = useMutation(api.statements.undo.mutationOptions({ onSettled }))
  const remove = useMutation(api.statements.remove.mutationOptions({ onSettled }))
  const restore = useMutation(api.statements.restore.mutationOptions({ onSettled }))
  const takeBack = (save_id: string) =>
    void undo.mutateAsync({ connectionId, save_id }).then(sayUndone, () => {
      // The error is shown where every failing mutation is.
    })
  const sayApproved = ({ saved, refused, undo: offer }: Approved, entities: readonly Approvable[]) => {
    sayRefused(refused)
    if (saved.length === 0) return
    const names = saved.flatMap(({ entity_id: id }) => entities.find(({ entity }) => entity.id === id)?.entity ?? [])
    const title = `${valuations(saved.length)} saved to the outbox`
    const of = <RecordText>{named(names)}</RecordText>
    if (offer === null) {
      notifications.show({ title, message: of })
      return
    }
    const text = (
      <>
        {of} · <UntilSent {...{ offer, connectionId }} />
      </>
    )
    const left = Math.min(Math.max(0, Date.parse(offer.until) - Date.now()), longestToastMs)
    toastUndo(approvedToast, { title, text }, () => takeBack(offer.save_id), left)
  }
  return {
    isApproving: approve.isPending,
    answer: (id: string, change: Change) => answer.mutate({ connectionId, id, change }),
    answerReview: (id: string, text: string) => review.mutate({ connectionId, answers: { [id]: text } }),
    setClass: (keys: readonly string[], asset_class_id: string) =>
      setClass.mutate({ connectionId, keys: [...keys], asset_class_id }),
    approve: (entities: readonly Approvable[]) => {
      if (entities.length === 0 || approve.isPending) return
      const input = entities.map(({ entity, fingerprint }) => ({ entity_id: entity.id, fingerprint }))
      void approve.mutateAsync({ connectionId, entities: input }).then(
        (approved) => sayApproved(approved, entities),
        () => {
          // The error is shown where every failing mutation is.
        },
      )
    },
    remove: (ids: readonly string[]) =>
      void remove.mutateAsync({ connectionId, ids: [...ids] }).then(
        ({ restorable }) => {
          const title = `${countOf(ids.length, 'file', 'files')} removed`
          if (restorable) toastUndo('statements-removed', { title }, () => restore.mutate({ connectionId }))
          else notifications.show({ title, message: 'The original files are untouched.' })
        },
        () => {},
      ),
  }
}

export type StatementActions = ReturnType<typeof useStatementActions>
