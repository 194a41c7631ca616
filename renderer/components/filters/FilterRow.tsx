import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  label: string
  /** True if something is left out; then all of it can be shown again. */
  narrowed: boolean
  onClear: () => void
  children: ReactNode
}

/** The filters of a screen, in a row. */
export function FilterRow({ label, narrowed, onClear, children }: Props) {
  return (
    <search className="row" aria-label={label}>
      {children}
      {narrowed ? (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          Show all
        </Button>
      ) : null}
    </search>
  )
}
