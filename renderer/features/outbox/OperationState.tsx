import { IconAlertTriangle, IconCheck, IconClock, IconHandStop, IconSend, IconX } from '@tabler/icons-react'
import type { Operation } from '../../../shared/domain/operation.ts'
import { sayState, toneOf } from '../../../shared/domain/operation-words.ts'
import classes from './outbox.module.css'
import { useAllPaused } from './use-all-paused.ts'

function iconOf(operation: Operation) {
  if (toneOf(operation) === 'attention') return IconAlertTriangle
  if (operation.state === 'done') return IconCheck
  if (operation.state === 'discarded') return IconX
  if (operation.state === 'queued') return IconClock
  return IconSend
}

/** The state of a write, as an icon with a few words; never by colour alone. */
export function OperationState({ operation }: { operation: Operation }) {
  const held = useAllPaused()
  const isHeld = operation.state === 'queued' && operation.question === null && (held || operation.paused)
  const Face = isHeld ? IconHandStop : iconOf(operation)
  return (
    <span className={classes.state} data-tone={toneOf(operation)}>
      <Face size={14} stroke={1.75} aria-hidden="true" />
      {sayState(operation, { held })}
    </span>
  )
}
