import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { ReasonedButton } from '../../../components/forms/ReasonedButton.tsx'
import { usePopup } from '../../../components/popups/use-popup.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { useForbidden } from '../../../lib/policy.ts'

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
