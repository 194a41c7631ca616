import { Button } from '@mantine/core'
import { formatCount } from '../../../shared/domain/counts.ts'
import { ErrorState } from '../../components/States.tsx'
import { RecordText } from '../../components/Values.tsx'
import classes from './packs.module.css'
import type { PackState } from './use-pack.ts'

type Props = {
  state: PackState
  onReveal: (handle: string) => void
  /** Prints the pack of one household from this window; null for several. */
  onPrint: (() => void) | null
}

/** The progress or result of a run. */
export function PackStatus({ state, onReveal, onPrint }: Props) {
  if (state.step === 'idle' || state.step === 'shown') return null
  if (state.step === 'failed')
    return (
      <>
        <ErrorState error={state.error} />
        {onPrint !== null && state.error.code === 'print/unavailable' ? (
          <p>
            <Button variant="default" onClick={onPrint}>
              Print from this window
            </Button>
          </p>
        ) : null}
      </>
    )
  return (
    <div className={classes.status} role="status">
      {state.step === 'choosing' ? 'Preparing…' : null}
      {state.step === 'drawing' ? 'Making the preview…' : null}
      {state.step === 'printing' ? (
        <>
          <progress aria-label="Meeting packs" max={state.total} value={state.done} />
          <span>
            {state.total === 1
              ? 'Printing the pack…'
              : `Printing pack ${formatCount(Math.min(state.done + 1, state.total))} of ${formatCount(state.total)}…`}
          </span>
        </>
      ) : null}
      {state.step === 'done' ? <Result {...state} onReveal={onReveal} /> : null}
    </div>
  )
}

type ResultProps = Extract<PackState, { step: 'done' }> & { onReveal: (handle: string) => void }

function Result({ total, failed, file, onReveal }: ResultProps) {
  return (
    <div className={classes.result}>
      {file === null ? (
        <p>No pack could be made.</p>
      ) : (
        <p>
          {total === 1 ? null : `${formatCount(total - failed.length)} of ${formatCount(total)} packs. `}
          Saved as <RecordText>{file.name}</RecordText>.{' '}
          <Button size="compact-sm" variant="default" onClick={() => onReveal(file.handle)}>
            Show in folder
          </Button>
        </p>
      )}
      {failed.length === 0 ? null : (
        <ul aria-label="Households without a pack">
          {failed.map(({ name, message }) => (
            <li key={name}>
              <RecordText>{name}</RecordText>: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
