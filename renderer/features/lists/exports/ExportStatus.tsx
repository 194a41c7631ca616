import { Button } from '@mantine/core'
import { formatCount } from '../../../../shared/domain/counts.ts'
import classes from './exports.module.css'
import type { useExport } from './use-export.ts'

const count = (number: number) => formatCount(number)

/** The progress or result of an export, with its actions. */
export function ExportStatus({ state, leave, reveal }: ReturnType<typeof useExport>) {
  if (state.step === 'idle') return null
  const words = {
    choosing: () => 'Preparing the export…',
    writing: ({ written, total }: { written: number; total: number }) =>
      `Exporting ${count(written)} of ${count(total)}…`,
  }
  return (
    <div className={classes.status} role={state.step === 'failed' ? 'alert' : 'status'}>
      {state.step === 'choosing' ? <span>{words.choosing()}</span> : null}
      {state.step === 'writing' ? (
        <>
          <progress className={classes.bar} aria-label="Export" max={Math.max(1, state.total)} value={state.written} />
          <span>{words.writing(state)}</span>
        </>
      ) : null}
      {state.step === 'done' ? (
        <>
          <span>
            Exported {count(state.written)} rows to <bdi>{state.name}</bdi>.
          </span>
          <Button variant="default" onClick={() => reveal(state.handle)}>
            Show in folder
          </Button>
        </>
      ) : null}
      {state.step === 'failed' ? (
        <span>
          {state.error.title}. {state.error.cause} {state.error.nextStep}
        </span>
      ) : null}
      <Button variant="subtle" color="gray" onClick={leave}>
        {state.step === 'choosing' || state.step === 'writing' ? 'Cancel' : 'Dismiss'}
      </Button>
    </div>
  )
}
