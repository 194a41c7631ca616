import { Button, Modal } from '@mantine/core'
import { useReturnFocus } from '../../lib/use-return-focus.ts'
import classes from './forms.module.css'

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
  useReturnFocus()
  return (
    <Modal opened onClose={onStay} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      {children}
      <div className={classes.answers}>
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
