import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { usePopup } from '../../components/popups/use-popup.ts'
import { ShowInFolder } from '../../components/ShowInFolder.tsx'
import { useClient } from '../../lib/api.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useForbidden } from '../../lib/policy.ts'
import type { PresentedError } from '../../lib/present-error.ts'
import { useRun } from '../../lib/use-run.ts'
import classes from './lists.module.css'

const ExportFormats = lazyPart(async () => (await import('./ExportFormats.tsx')).ExportFormats)

type Props = { busy: boolean; onExport: (format: 'csv' | 'xlsx') => void }

/** Exports the filtered list with its visible columns to a file. */
export function ExportMenu({ busy, onExport }: Props) {
  const [opened, onOpened] = useState(false)
  const { button, popup } = usePopup('menu', { opened, onOpened })
  const forbidden = useForbidden('exports.start')
  return (
    <>
      <ReasonedButton
        {...button}
        reason={forbidden}
        disabled={busy}
        leftSection={<IconDownload size={14} stroke={1.75} aria-hidden="true" />}
      >
        Export
      </ReasonedButton>
      {popup ? <ExportFormats popup={popup} onExport={onExport} /> : null}
    </>
  )
}

type ExportState =
  | { step: 'idle' }
  | { step: 'choosing' }
  | { step: 'writing'; written: number; total: number }
  | { step: 'done'; written: number; name: string; handle: string }
  | { step: 'failed'; error: PresentedError }

/** Exports a list to a file, one at a time. Leaving the screen cancels the export. */
export function useExport() {
  const client = useClient()
  const { state, start, reset } = useRun<ExportState>({ step: 'idle' }, (error) => ({ step: 'failed', error }))
  return {
    state,
    start: (input: ContractInputs['exports']['start']) =>
      void start(async (show, signal) => {
        show({ step: 'choosing' })
        for await (const progress of await client.exports.start(input, { signal })) {
          if (progress === null) show({ step: 'idle' })
          else if (progress.file) show({ step: 'done', written: progress.written, ...progress.file })
          else show({ step: 'writing', written: progress.written, total: progress.total })
        }
      }),
    /** Cancels the export, or dismisses its result. */
    leave: reset,
  }
}

/** The progress or result of an export, with its actions. */
export function ExportStatus({ state, leave }: ReturnType<typeof useExport>) {
  if (state.step === 'idle') return null
  return (
    <div className={classes.exporting} role={state.step === 'failed' ? 'alert' : 'status'}>
      {state.step === 'choosing' ? <span>Preparing the export…</span> : null}
      {state.step === 'writing' ? (
        <>
          <progress
            className={classes.progress}
            aria-label="Export"
            max={Math.max(1, state.total)}
            value={state.written}
          />
          <span>
            Exporting {formatCount(state.written)} of {formatCount(state.total)}…
          </span>
        </>
      ) : null}
      {state.step === 'done' ? (
        <>
          <span>
            Exported {formatCount(state.written)} rows to <bdi>{state.name}</bdi>.
          </span>
          <ShowInFolder handle={state.handle} />
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
