import { Tooltip } from '@mantine/core'
import type { RefObject } from 'react'

type Props = { label: string; target: RefObject<HTMLButtonElement | null> }

/** Tooltip that says what a button does, or why it is disabled. `Hinted` loads it when it is first needed. */
export function Hint({ label, target }: Props) {
  return <Tooltip label={label} target={target} />
}
