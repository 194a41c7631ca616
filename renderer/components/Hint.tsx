import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/** Says in a tooltip what a button does, or why it does nothing. */
export function Hint({ label, children }: { label: string; children: ReactElement }) {
  return <Tooltip label={label}>{children}</Tooltip>
}
