import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { countOf } from '../../../shared/domain/counts.ts'
import type { ContractInputs, ContractOutputs } from '../../../shared/ipc/contract.ts'
import { GraceLeft } from '../../components/undo/GraceLeft.tsx'
import { toastUndo } from '../../components/undo/toast-undo.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'

export type Change = ContractInputs['statements']['answer']['change']
type Approved = ContractOutputs['statements']['approve']
type Offer = NonNullable<Approved['undo']>
type Approvable = { entity: { id: string; name: string }; fingerprint: string }

/** The longest time that the toast of an approval stays, in ms: as long as valuations wait by default. */
const longestToastMs = 60_000

/** How far the reading of a scan is. */
export const scanProgress = ({ page, pages }: { page: number; pages: number | null }): string =>
  pages === null ? 'This scan is being read' : `This scan is being read: ${page} of ${countOf(pages, 'page', 'pages')}`

/** Custodians' files, in the order in which they came in. */
export function useStatementFiles() {
  const input = { connectionId: useConnection().id }
  return useQuery(useApi().statements.list.queryOptions({ input }))
}

/** The files' names, by id. */
export function useFileNames(): Readonly<Record<string, string>> {
  const input = { connectionId: useConnection().id }
  const { data = noNames } = useQuery({ ...useApi().statements.list.queryOptions({ input }), select: namesOf })
  return data
}

const noNames = {}
const namesOf = ({ files }: ContractOutputs['statements']['list']): Record<string, string> =>
  Object.fromEntries(files.map(({ id, file_name: name }) => [id, name]))

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

/** Decisions about files and what they become. Each refetches what is on screen. The same object until an approval begins or ends. */
export function useStatementActions() {
  const api = useApi()
  const queries = useQueryClient()
  const connectionId = useConnection().id
  const onSettled = () => queries.invalidateQueries({ queryKey: api.statements.key() })
  const { mutate: answer } = useMutation(api.statements.answer.mutationOptions({ onSettled }))
  const { mutate: readScan } = useMutation(api.statements.readScan.mutationOptions({ onSettled }))
  const { mutate: answerReview } = useMutation(api.statements.answerReview.mutationOptions({ onSettled }))
  const { mutate: setClass } = useMutation(api.statements.setClass.mutationOptions({ onSettled }))
  const { mutateAsync: approve, isPending: isApproving } = useMutation(
    api.statements.approve.mutationOptions({ onSettled }),
  )
  const { mutateAsync: undo } = useMutation(api.statements.undo.mutationOptions({ onSettled }))
  const { mutateAsync: remove } = useMutation(api.statements.remove.mutationOptions({ onSettled }))
  const { mutate: restore } = useMutation(api.statements.restore.mutationOptions({ onSettled }))
  return useMemo(() => {
    const takeBack = (save_id: string) => void undo({ connectionId, save_id }).then(sayUndone, shownElsewhere)
    return {
      isApproving,
      answer: (id: string, change: Change) => answer({ connectionId, id, change }),
      readScan: (id: string) => readScan({ connectionId, id }),
      answerReview: (id: string, text: string) => answerReview({ connectionId, answers: { [id]: text } }),
      setClass: (keys: readonly string[], asset_class_id: string) =>
        setClass({ connectionId, keys: [...keys], asset_class_id }),
      approve: (entities: readonly Approvable[]) => {
        if (entities.length === 0 || isApproving) return
        const input = entities.map(({ entity, fingerprint }) => ({ entity_id: entity.id, fingerprint }))
        void approve({ connectionId, entities: input }).then(
          (approved) => sayApproved(approved, { entities, connectionId, takeBack }),
          shownElsewhere,
        )
      },
      remove: (ids: readonly string[]) =>
        void remove({ connectionId, ids: [...ids] }).then(({ restorable }) => {
          const title = `${countOf(ids.length, 'file', 'files')} removed`
          if (restorable) toastUndo('statements-removed', { title }, () => restore({ connectionId }))
          else notifications.show({ title, message: 'The original files are untouched.' })
        }, shownElsewhere),
    }
  }, [connectionId, isApproving, answer, readScan, answerReview, setClass, approve, undo, remove, restore])
}

/** The error of a failing mutation is shown where every one is. */
const shownElsewhere = () => {}

type Saving = { entities: readonly Approvable[]; connectionId: string; takeBack: (saveId: string) => void }

function sayApproved({ saved, refused, undo: offer }: Approved, { entities, connectionId, takeBack }: Saving): void {
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

export type StatementActions = ReturnType<typeof useStatementActions>
