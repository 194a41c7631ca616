import { Button, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isDirty, untilSettled, useDrafts } from './drafts.ts'
import classes from './forms.module.css'

/**
 * Asks before the user leaves the page with unsaved changes; the draft can be kept. A page that is chosen while the draft is being saved
 * opens once it is saved: a question would disappear with the form, and the choice of the page with it.
 */
export function useLeaving({ draft, title }: { draft: string; title: string }): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false
      await untilSettled(draft)
      return isDirty(draft)
    },
    enableBeforeUnload: false,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <LeaveDialog
      title={title}
      onStay={blocker.reset}
      onKeep={blocker.proceed}
      onDiscard={() => {
        useDrafts.getState().end(draft)
        blocker.proceed()
      }}
    >
      A draft stays on this computer for when you come back. It is not sent.
    </LeaveDialog>
  )
}

type Props = {
  title: string
  children: string
  onStay: () => void
  onDiscard: () => void
  /** Leaves the page and keeps the draft; absent if the page is not being left. */
  onKeep?: () => void
}

/** Asks before typed changes are discarded. The safe answer has the focus. */
export function LeaveDialog({ title, children, onStay, onDiscard, onKeep }: Props) {
  return (
    <Modal opened onClose={onStay} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      {children}
      <div className={`wrap ${classes.answers}`}>
        <Button variant="default" onClick={onStay} data-autofocus>
          Keep editing
        </Button>
        {onKeep ? (
          <Button variant="default" onClick={onKeep}>
            Keep as draft
          </Button>
        ) : null}
        <Button color="red" onClick={onDiscard}>
          Discard changes
        </Button>
      </div>
    </Modal>
  )
}
