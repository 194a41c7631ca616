import { notifications, notificationsStore } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { sayAction } from '../../../shared/domain/operation-words.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { UndoTarget } from '../../../shared/ipc/outbox.ts'
import { useApi, useClient } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { explanationOf, presentError } from '../../lib/present-error.ts'
import { RecordText } from '../Values.tsx'
import { GraceLeft } from './GraceLeft.tsx'
import classes from './undo.module.css'
import { noteUndone } from './undone.ts'

export type UndoOffer = ContractOutputs['outbox']['save']['undo']

const savedToast = (saveId: string) => `saved-${saveId}`

/** Only the last save has a toast: its Undo must not be mistaken for that of an earlier one. */
function hideSavedToasts(): void {
  for (const { id } of notificationsStore.getState().notifications) if (id?.startsWith('saved-')) notifications.hide(id)
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
  undo: ReturnType<typeof useUndo>['undo']
}

/** A saved change, with Undo. The toast closes as soon as the change is sent, or is undone in another window. */
function SavedText({ message, offer, connectionId, undo }: SavedTextProps) {
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
    </span>
  )
}

/** Says that something was saved, with Undo while it waits before it is sent. */
export function useTellSaved(): (message: string, offer: UndoOffer) => void {
  const { undo } = useUndo()
  const connectionId = useConnection().id
  return (message, offer) => {
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
      message: <SavedText message={message} offer={offer} connectionId={connectionId} undo={undo} />,
    })
  }
}
