import { IconAlertTriangle, IconCheck, IconClock, IconHandStop, IconSend, IconX } from '@tabler/icons-react'
import type { Operation } from '../../../shared/domain/operation.ts'
import { sayState, toneOf } from '../../../shared/domain/operation-words.ts'
import { DuringGrace, GraceLeft } from '../../components/undo/GraceLeft.tsx'
import classes from './outbox.module.css'
import { useAllPaused } from './use-all-paused.ts'

const drawn = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

function Icon({ operation, held }: { operation: Operation; held: boolean }) {
  if (held) return <IconHandStop {...drawn} />
  if (toneOf(operation) === 'attention') return <IconAlertTriangle {...drawn} />
  if (operation.state === 'done') return <IconCheck {...drawn} />
  if (operation.state === 'discarded') return <IconX {...drawn} />
  if (operation.state === 'queued') return <IconClock {...drawn} />
  return <IconSend {...drawn} />
}

/** The state of a write, as an icon with a few words; never by colour alone. */
export function OperationState({ operation }: { operation: Operation }) {
  const held = useAllPaused()
  const isHeld = operation.state === 'queued' && operation.question === null && (held || operation.paused)
  return (
    <span className={classes.state} data-tone={toneOf(operation)}>
      <Icon operation={operation} held={isHeld} />
      <DuringGrace
        operation={isHeld ? { ...operation, grace_until: null } : operation}
        fallback={sayState(operation, { held })}
      >
        {(end) => <GraceLeft end={end} />}
      </DuringGrace>
    </span>
  )
}
