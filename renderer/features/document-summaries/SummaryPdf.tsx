import { Button } from '@mantine/core'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import type { FileRef } from '../../../shared/ipc/files.ts'
import { ShowInFolder } from '../../components/ShowInFolder.tsx'
import { Quiet } from '../../components/Values.tsx'
import type { PresentedError } from '../../lib/present-error.ts'
import { useFetch, useFileActions, useHeld } from '../files/public.ts'

function Failed({ error, dismiss }: { error: PresentedError; dismiss: () => void }) {
  return (
    <span role="alert">
      {error.title}. {error.nextStep}{' '}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={dismiss}>
        Dismiss
      </Button>
    </span>
  )
}

/**
 * The service's PDF of a summary: downloaded on request, offered again for download when the summary has changed since, then
 * opened or saved.
 */
export function SummaryPdf({ id, updatedAt }: { id: string; updatedAt: string }) {
  const file: FileRef = { kind: 'summary', id }
  const held = useHeld(file).data?.file ?? null
  const { state, start, stop } = useFetch(file)
  const { said, open, save, dismiss, busy } = useFileActions(file)
  const since = held?.record_updated_at ?? null
  const stale = since !== null && Date.parse(updatedAt) > Date.parse(since)
  if (state.step === 'failed') return <Failed error={state.error} dismiss={stop} />
  if (said.step === 'failed') return <Failed error={said.error} dismiss={dismiss} />
  if (state.step === 'fetching')
    return (
      <span className="row" role="status">
        <Quiet>Downloading the PDF… {formatBytes(state.received)}</Quiet>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={stop}>
          Cancel
        </Button>
      </span>
    )
  if (!held || stale)
    return (
      <Button size="compact-sm" variant="default" onClick={() => start(stale)}>
        {stale ? 'Download the new PDF' : 'Download as PDF'}
      </Button>
    )
  return (
    <span className="row" role="status">
      <Quiet>PDF · {formatBytes(held.size)}</Quiet>
      <Button size="compact-sm" variant="default" disabled={busy || !held.openable} onClick={open}>
        Open the PDF
      </Button>
      <Button size="compact-sm" variant="default" disabled={busy} onClick={save}>
        Save the PDF as…
      </Button>
      {said.step === 'saved' ? <ShowInFolder handle={said.handle} size="compact-sm" /> : null}
    </span>
  )
}
