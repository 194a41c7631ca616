import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useCommand } from '../../lib/commands/use-command.ts'
import { Hinted } from '../Hinted.tsx'

type Props = {
  /** Absent if the record cannot be edited at all. */
  onEdit?: () => void
  /** Why editing and deleting are disabled; null if they are not. */
  reason: string | null
  /** Renders the confirmation dialog; absent if the service cannot delete such a record. */
  remove?: (close: () => void) => ReactNode
}

/** A button that, when disabled, says why. */
export function ReasonedButton({
  reason,
  onClick,
  children,
}: {
  reason: string | null
  onClick: () => void
  children: string
}) {
  const button = (
    <Button
      variant="default"
      aria-disabled={reason !== null}
      data-disabled={reason !== null}
      onClick={() => {
        if (reason === null) onClick()
      }}
    >
      {children}
      {reason === null ? null : <span className="visually-hidden"> ({reason})</span>}
    </Button>
  )
  return reason === null ? button : <Hinted label={reason}>{button}</Hinted>
}

/** Edit and Delete buttons of the record on screen; if disabled, they say why. */
export function EditActions({ onEdit, reason, remove }: Props) {
  const [removing, { open, close }] = useDisclosure(false)
  useCommand('record.edit', onEdit && reason === null ? onEdit : null)
  useCommand('record.delete', remove && reason === null ? open : null)
  return (
    <>
      {onEdit ? (
        <ReasonedButton reason={reason} onClick={onEdit}>
          Edit
        </ReasonedButton>
      ) : null}
      {remove ? (
        <ReasonedButton reason={reason} onClick={open}>
          Delete…
        </ReasonedButton>
      ) : null}
      {removing && remove ? remove(close) : null}
    </>
  )
}
