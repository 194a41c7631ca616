import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'

type Done = { title: string; text?: ReactNode } | { title?: never; text: ReactNode }

/** How long a change on this computer can be taken back in its toast, in ms. */
const undoMs = 15_000

/**
 * Says what was done on this computer, with Undo. A later toast of the same id replaces it. Writes to the service have `useTellSaved`.
 *
 * @param lastsMs - how long it stays, in ms
 */
export function toastUndo(id: string, { title, text }: Done, onUndo: () => void, lastsMs = undoMs): void {
  const undo = () => {
    notifications.hide(id)
    onUndo()
  }
  notifications.hide(id)
  notifications.show({
    id,
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
