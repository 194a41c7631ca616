import { Button } from '@mantine/core'
import { notifications, notificationsStore } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { create } from 'zustand'
import { isSavedToast } from './use-undo.tsx'

type Done = { title: string; text?: ReactNode } | { title?: never; text: ReactNode }

/** How long a change on this computer can be taken back in its toast, in ms. */
const undoMs = 15_000

/** The Undo action of each toast that is shown, by the id of the toast. */
const useOffers = create<ReadonlyMap<string, () => void>>(() => new Map())

/**
 * Does what the Undo of the newest toast does. False if no toast offers one, or the newest is that of a write, which the outbox takes
 * back.
 */
export function undoNewestToast(): boolean {
  const offers = useOffers.getState()
  const newest = notificationsStore
    .getState()
    .notifications.findLast(({ id = '' }) => offers.has(id) || isSavedToast(id))
  const undo = offers.get(newest?.id ?? '')
  undo?.()
  return undo !== undefined
}

function setOffer(id: string, undo: (() => void) | null): void {
  const offers = new Map(useOffers.getState())
  if (undo) offers.set(id, undo)
  else offers.delete(id)
  useOffers.setState(offers, true)
}

/**
 * Says what was done on this computer, with Undo, which Ctrl Z does too while the toast is shown. A later toast of the same id
 * replaces it. Writes to the service have `useTellSaved`.
 *
 * @param lastsMs - how long it stays, in ms
 */
export function toastUndo(id: string, { title, text }: Done, onUndo: () => void, lastsMs = undoMs): void {
  const undo = () => {
    notifications.hide(id)
    onUndo()
  }
  notifications.hide(id)
  setOffer(id, undo)
  notifications.show({
    id,
    onClose: () => setOffer(id, null),
    title,
    message: (
      <>
        {text}{' '}
        <Button variant="default" size="compact-sm" onClick={undo}>
          Undo
        </Button>
      </>
    ),
    autoClose: lastsMs,
  })
}
