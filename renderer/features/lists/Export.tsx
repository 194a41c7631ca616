import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { usePopup } from '../../components/popups/use-popup.ts'
import { useClient } from '../../lib/api.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useForbidden } from '../../lib/policy.ts'
import { type PresentedError, presentError } from '../../lib/present-error.ts'
import classes from './lists.module.css'

const ExportFormats = lazyPart(async () => (await import('./ExportFormats.tsx')).ExportFormats)

type Props = { busy: boolean; onExport: (format: 'csv' | 'xlsx') => void }

/** Exports the filtered list with its visible columns to a file. */
export function ExportMenu({ busy, onExport }: Props) {
  const [opened, onOpened] = useState(false)
  const { button, popup } = usePopup('menu', { opened, onOpened })
  const forbidden = useForbidden('exports.start')
  if (forbidden !== null)
    return (
      <ReasonedButton reason={forbidden} onClick={() => {}}>
        Export
      </ReasonedButton>
    )
  return (
    <>
      <Button
        {...button}
        variant="default"
        disabled={busy}
        leftSection={<IconDownload size={14} stroke={1.75} aria-hidden="true" />}
      >
        Export
      </Button>
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
  const [state, setState] = useState<ExportState>({ step: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (input: ContractInputs['exports']['start']) => {
    running.current?.abort()
    const leaving = new AbortController()
    running.current = leaving
    setState({ step: 'choosing' })
    try {
      for await (const progress of await client.exports.start(input, { signal: leaving.signal })) {
        if (leaving.signal.aborted) return
        if (progress === null) setState({ step: 'idle' })
        else if (progress.file) setState({ step: 'done', written: progress.written, ...progress.file })
        else setState({ step: 'writing', written: progress.written, total: progress.total })
      }
    } catch (thrown) {
      if (!leaving.signal.aborted) setState({ step: 'failed', error: presentError(thrown) })
    }
  }
  return {
    state,
    start: (input: ContractInputs['exports']['start']) => void start(input),
    /** Cancels the export, or dismisses its result. */
    leave() {
      running.current?.abort()
      setState({ step: 'idle' })
    },
    reveal: (handle: string) =>
      void client.exports
        .reveal({ handle })
        .catch((thrown: unknown) => setState({ step: 'failed', error: presentError(thrown) })),
  }
}

/** The progress or result of an export, with its actions. */
export function ExportStatus({ state, leave, reveal }: ReturnType<typeof useExport>) {
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
