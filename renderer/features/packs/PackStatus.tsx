import { Button } from '@mantine/core'
import { formatCount } from '../../../shared/domain/counts.ts'
import { ShowInFolder } from '../../components/ShowInFolder.tsx'
import { ErrorState } from '../../components/States.tsx'
import { RecordText } from '../../components/Values.tsx'
import classes from './packs.module.css'
import type { PackState } from './use-pack.ts'

type Props = {
  state: PackState
  /** Prints the pack of one household from this window; null for several. */
  onPrint: (() => void) | null
}

/** The progress or result of a run. */
export function PackStatus({ state, onPrint }: Props) {
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
      {state.step === 'done' ? <Result {...state} /> : null}
    </div>
  )
}

function Result({ total, failed, file }: Extract<PackState, { step: 'done' }>) {
  return (
    <div className={classes.result}>
      {file === null ? (
        <p>No pack could be made.</p>
      ) : (
        <p>
          {total === 1 ? null : `${formatCount(total - failed.length)} of ${formatCount(total)} packs. `}
          Saved as <RecordText>{file.name}</RecordText>. <ShowInFolder handle={file.handle} size="compact-sm" />
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
