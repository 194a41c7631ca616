import { notifications, notificationsStore, useNotifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { sayAction } from '../../../shared/domain/operation-words.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { UndoTarget } from '../../../shared/ipc/outbox.ts'
import { useApi, useClient, useConnection } from '../../lib/api.ts'
import { explanationOf, presentError } from '../../lib/present-error.ts'
import { RecordText } from '../Values.tsx'
import { GraceLeft } from './GraceLeft.tsx'
import classes from './undo.module.css'
import { noteUndone } from './undone.ts'

export type UndoOffer = ContractOutputs['outbox']['save']['undo']

const savedToast = (saveId: string) => `saved-${saveId}`

/** True for the id of the toast of a save. */
export const isSavedToast = (id: string): boolean => id.startsWith(savedToast(''))

/** True while a save has its toast, which then has its Undo. Without an id: while any save has one. */
export function useIsInToast(saveId: string | undefined): boolean {
  return useNotifications().notifications.some(({ id }) =>
    saveId === undefined ? isSavedToast(id ?? '') : id === savedToast(saveId),
  )
}

/** Only the last save has a toast: its Undo must not be mistaken for that of an earlier one. */
function hideSavedToasts(): void {
  for (const { id } of notificationsStore.getState().notifications)
    if (id !== undefined && isSavedToast(id)) notifications.hide(id)
}

function sayUndone({ undone, title, action, resource }: ContractOutputs['outbox']['undo']): void {
  const what = undone === 1 ? `${sayAction({ action, resource })}: ${title}` : `${formatCount(undone)} changes`
  const isUpload = resource === 'documents' && action === 'create'
  const message = (
    <>
      <RecordText>{what}</RecordText>
      {isUpload ? `. ${undone === 1 ? 'It is' : 'They are'} under Files to upload again.` : null}
    </>
  )
  notifications.show({ title: 'Undone', message, autoClose: isUpload ? 8000 : 4000 })
}

function sayFailure(thrown: unknown): void {
  const error = presentError(thrown)
  notifications.show({
    id: 'not-undone',
    title: error.title,
    message: explanationOf(error),
    color: 'yellow',
    autoClose: 8000,
  })
}

/** Takes unsent writes back, or sends them at once; both say what happened. */
export function useUndo() {
  const client = useClient()
  const connectionId = useConnection().id
  return {
    /** Resolves to false if it was too late. */
    async undo(what: UndoTarget): Promise<boolean> {
      try {
        const undone = await client.outbox.undo({ connectionId, what })
        hideSavedToasts()
        noteUndone(undone.operation_ids, undone.save_ids)
        sayUndone(undone)
        return true
      } catch (thrown) {
        sayFailure(thrown)
        return false
      }
    },
    async sendNow(id: string): Promise<void> {
      await client.outbox.sendNow({ connectionId, id }).catch(sayFailure)
    },
  }
}

/** Longest time in ms that the toast stays. Undo is offered at the record and in the outbox as long as the write waits. */
const longestToastMs = 10_000

const withoutUndoMs = 3_000

/** A toast is drawn outside of its connection's screens. */
type SavedTextProps = {
  message: string
  offer: NonNullable<UndoOffer>
  connectionId: string
  /** The only write of the save. */
  operationId: string | undefined
} & ReturnType<typeof useUndo>

/** A saved change, with Undo. The toast closes as soon as the change is sent, or is undone in another window. */
function SavedText({ message, offer, connectionId, operationId, undo, sendNow }: SavedTextProps) {
  const { save_id } = offer
  const input = { connectionId, save_id }
  const { data } = useQuery({ ...useApi().outbox.undoableUntil.queryOptions({ input }), staleTime: 0, gcTime: 0 })
  const isOver = data?.until === null
  useEffect(() => {
    if (isOver) notifications.hide(savedToast(save_id))
  }, [isOver, save_id])
  return (
    <span className={`wrap ${classes.toast}`}>
      <span>{message}</span>
      <GraceLeft end={Date.parse(data?.until ?? offer.until)} />
      <button type="button" onClick={() => void undo({ save_id })}>
        Undo
      </button>
      {operationId === undefined ? null : (
        <button type="button" onClick={() => void sendNow(operationId)}>
          Send now
        </button>
      )}
    </span>
  )
}

/** Says that something was saved, with Undo while it waits before it is sent, and Send now if it is a single write. */
export function useTellSaved(): (message: string, offer: UndoOffer, operationId?: string) => void {
  const { undo, sendNow } = useUndo()
  const connectionId = useConnection().id
  return (message, offer, operationId) => {
    hideSavedToasts()
    const end = offer === null ? 0 : Date.parse(offer.until)
    const left = Math.min(end - Date.now(), longestToastMs)
    if (offer === null || left <= 0) {
      notifications.show({ message: message, autoClose: withoutUndoMs })
      return
    }
    notifications.show({
      id: savedToast(offer.save_id),
      autoClose: left,
      message: <SavedText {...{ message, offer, connectionId, operationId, undo, sendNow }} />,
    })
  }
}
