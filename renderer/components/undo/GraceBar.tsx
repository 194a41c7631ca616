import type { Operation } from '../../../shared/domain/operation.ts'
import { GraceLeft, useGraceEnd } from './GraceLeft.tsx'
import classes from './undo.module.css'
import { useUndo } from './use-undo.tsx'

type Props = {
  operation: Operation
  /** Names the record in the buttons' accessible names, where several operations are listed. */
  named?: boolean
  /** Where the state is shown beside this bar. */
  stateShown?: boolean
}

/** `Waiting 8 s · Undo · Send now` for an operation within its grace period; otherwise nothing. */
export function GraceBar({ operation, named = false, stateShown = false }: Props) {
  const end = useGraceEnd(operation)
  const { undo, sendNow } = useUndo()
  if (end === null) return null
  const label = (text: string) => (named ? { 'aria-label': `${text}: ${operation.title}` } : {})
  return (
    <span className={`inline ${classes.bar}`}>
      {stateShown ? null : <GraceLeft end={end} />}
      <button type="button" {...label('Undo')} onClick={() => void undo({ operation_id: operation.id })}>
        Undo
      </button>
      <button type="button" {...label('Send now')} onClick={() => void sendNow(operation.id)}>
        Send now
      </button>
    </span>
  )
}
