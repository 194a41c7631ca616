import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconHandStop,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import type { OperationProblem } from '../../../shared/domain/operation.ts'
import { inWords, sayState, sayWait, toneOf } from '../../../shared/domain/operation-words.ts'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { useSyncStatus } from '../../components/sync-state.tsx'
import { DuringGrace, GraceLeft } from '../../components/undo/GraceLeft.tsx'
import { Moment, Quiet, RecordText } from '../../components/Values.tsx'
import { useNow } from '../../lib/use-now.ts'
import classes from './outbox.module.css'
import problemClasses from './question.module.css'
import { useAllPaused } from './use-outbox.ts'

type Props = {
  operation: ListedOperation
  allPaused: boolean
  /** The title of the record that this write waits for; null if it is not loaded. */
  waitsForTitle: string | null
}

/** Why a write has not been sent yet, and when the next attempt is. */
export function Waiting({ operation, allPaused, waitsForTitle }: Props) {
  const online = useSyncStatus()?.reachable !== 'offline'
  const now = useNow()
  const why = sayWait(operation, { online, allPaused, waitsForTitle })
  const { not_before: next, state, question } = operation
  const later = next !== null && Date.parse(next) > now && (state === 'queued' || state === 'uncertain') && !question
  if (why === null && !later) return null
  return (
    <p className={classes.why}>
      {why}
      {later ? (
        <>
          {' '}
          {state === 'uncertain' ? 'Next check:' : 'Next attempt:'} <Moment at={next} />.
        </>
      ) : null}
    </p>
  )
}

/** Why the last attempt failed, with the service's message. That it refused a change is said beside it, so its reason comes first. */
export function Problem({ problem }: { problem: OperationProblem }) {
  const { code, message, nextStep, detail, status } = problem
  const said = detail ? (
    <p>
      The service said{status === null ? '' : ` (${status})`}:{' '}
      <q>
        <RecordText>{inWords(detail)}</RecordText>
      </q>
    </p>
  ) : null
  if (code === 'service/refused' && said !== null)
    return (
      <div className={problemClasses.text}>
        {said}
        <p className="quiet">{nextStep}</p>
      </div>
    )
  return (
    <div className={problemClasses.text}>
      <p>
        {message} {nextStep}
      </p>
      {said}
    </div>
  )
}

/** The name and size of a write's file; renders nothing if the write has no file. */
export function FileLine({ operation: { file } }: { operation: ListedOperation }) {
  if (!file) return null
  return (
    <p className={classes.file}>
      <RecordText>{file.name}</RecordText> <Quiet>{formatBytes(file.size)}</Quiet>
    </p>
  )
}

const drawn = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

function Icon({ operation, held }: { operation: ListedOperation; held: boolean }) {
  if (held) return <IconHandStop {...drawn} />
  if (toneOf(operation) === 'attention') return <IconAlertTriangle {...drawn} />
  if (operation.state === 'done') return <IconCheck {...drawn} />
  if (operation.undone) return <IconArrowBackUp {...drawn} />
  if (operation.state === 'discarded') return <IconX {...drawn} />
  if (operation.state === 'queued') return <IconClock {...drawn} />
  return <IconSend {...drawn} />
}

/** The state of a write, as an icon with a few words; never by colour alone. */
export function OperationState({ operation }: { operation: ListedOperation }) {
  const held = useAllPaused() === true
  const isHeld = operation.state === 'queued' && operation.question === null && (held || operation.paused)
  return (
    <span className="state-tag" data-tone={toneOf(operation)}>
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
