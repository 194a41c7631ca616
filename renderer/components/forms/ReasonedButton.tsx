import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { Hinted } from '../Hinted.tsx'

type Props = ButtonProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & {
    /** Why the button cannot be used now; null if it can. */
    reason: string | null
  }

/** A button that, while it cannot be used, stays in the tab order and says why. */
export function ReasonedButton({ reason, onClick, children, variant = 'default', ...props }: Props) {
  if (reason === null)
    return (
      <Button {...props} variant={variant} aria-disabled={false} onClick={onClick}>
        {children}
      </Button>
    )
  const { size = 'xs', leftSection, 'aria-label': name } = props
  return (
    <Hinted label={reason}>
      <Button
        {...{ size, variant, leftSection }}
        aria-label={name === undefined ? undefined : `${name} (${reason})`}
        aria-disabled
        data-disabled
      >
        {children}
        <span className="visually-hidden"> ({reason})</span>
      </Button>
    </Hinted>
  )
}
