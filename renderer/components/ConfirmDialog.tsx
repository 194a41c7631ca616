import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useReturnFocus } from '../lib/use-return-focus.ts'
import { ErrorState } from './States.tsx'

type Props = {
  title: string
  /** The consequences of the action, including what stays unchanged. */
  children: ReactNode
  confirm: string
  keep: string
  pending: boolean
  error: Error | null
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before an irreversible action. The safe answer has the focus. */
export function ConfirmDialog({ title, children, confirm, keep, pending, error, onConfirm, onClose }: Props) {
  useReturnFocus()
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      {children}
      <ErrorState error={error} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          {keep}
        </Button>
        <Button color="red" loading={pending} onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </Modal>
  )
}
