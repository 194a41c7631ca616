import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { usePopup } from '../popups/use-popup.ts'

const ExportFormats = lazyPart(async () => (await import('./ExportFormats.tsx')).ExportFormats)

type Props = { busy: boolean; onExport: (format: 'csv' | 'xlsx') => void }

/** The filtered list with the columns that are shown, as a file. */
export function ExportMenu({ busy, onExport }: Props) {
  const [opened, onOpened] = useState(false)
  const { button, popup } = usePopup('menu', { opened, onOpened })
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
