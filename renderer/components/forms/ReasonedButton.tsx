import { Button } from '@mantine/core'
import { Hinted } from '../Hinted.tsx'

/** A button that, when disabled, says why. */
export function ReasonedButton({
  reason,
  onClick,
  children,
  variant = 'default',
}: {
  reason: string | null
  onClick: () => void
  children: string
  /** `filled` for the page's primary action. */
  variant?: 'default' | 'filled'
}) {
  const button = (
    <Button
      variant={variant}
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
