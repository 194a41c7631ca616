import { Button, Group, Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import classes from './form-dialog.module.css'
import { ErrorState } from './States.tsx'

type Confirm = {
  label: string
  onConfirm: () => void
  isPending?: boolean
  isDisabled?: boolean
  /** Set for an action that cannot be undone. */
  isDangerous?: boolean
  /** True if the button has the focus when the dialog opens. */
  hasFocus?: boolean
}

type Props = {
  title: string
  /** Width in pixels, one of Mantine's sizes, or a length of CSS; default: that of a short question. */
  size?: number | string
  onClose: () => void
  /** The button that only closes the dialog; `hasFocus` if it has the focus when the dialog opens. Default: Cancel. */
  cancel?: { label?: string; hasFocus?: boolean }
  /** The button that does what the dialog is for, which Enter in a field presses too; null if the dialog only informs. */
  confirm: Confirm | null
  /** A thrown value, shown above the buttons; null or undefined if nothing failed. */
  error?: unknown
  /** Further controls left of the buttons. */
  beside?: ReactNode
  children: ReactNode
}

/** A dialog over one form or question. When it closes, the focus returns to where it was. */
export function FormDialog({ title, size, onClose, cancel = {}, confirm, error, beside, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The page's form may be an ancestor of this one in the React tree, though not in the DOM.
    event.stopPropagation()
    if (confirm && !confirm.isDisabled && !confirm.isPending) confirm.onConfirm()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      {...(size === undefined ? {} : { size })}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form noValidate onSubmit={submit} className="column">
        {children}
        <ErrorState error={error} />
        <Group justify={beside ? 'space-between' : 'flex-end'} className={classes.actions ?? ''}>
          {beside}
          <Group>
            <Button variant="default" onClick={onClose} data-autofocus={cancel.hasFocus || undefined}>
              {cancel.label ?? 'Cancel'}
            </Button>
            {confirm ? (
              <Button
                type="submit"
                {...(confirm.isDangerous ? { color: 'red' } : {})}
                disabled={confirm.isDisabled === true}
                loading={confirm.isPending === true}
                data-autofocus={confirm.hasFocus || undefined}
              >
                {confirm.label}
              </Button>
            ) : null}
          </Group>
        </Group>
      </form>
    </Modal>
  )
}
