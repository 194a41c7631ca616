import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/** Tooltip that says what a button does, or why it is disabled. */
export function Hint({ label, children }: { label: string; children: ReactElement }) {
  return <Tooltip label={label}>{children}</Tooltip>
}
