import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { usePopup } from '../../components/popups/use-popup.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import type { ColumnsProps } from './ColumnsDialog.tsx'
import { useDensity } from './use-density.ts'

const ColumnsDialog = lazyPart(async () => (await import('./ColumnsDialog.tsx')).ColumnsDialog)

/** Settings of the columns (visibility, order, pinning) and of the row density. */
export function ColumnsPanel(props: ColumnsProps) {
  const [opened, setOpened] = useState(false)
  const { density, setDensity } = useDensity()
  const { button, popup } = usePopup('dialog', { opened, onOpened: setOpened })
  useCommand('list.columns', () => setOpened(true))
  useCommand('list.comfortable', density === 'comfortable' ? null : () => setDensity('comfortable'))
  useCommand('list.compact', density === 'compact' ? null : () => setDensity('compact'))
  return (
    <>
      <Button {...button} variant="default" leftSection={<IconColumns3 size={14} stroke={1.75} aria-hidden="true" />}>
        Columns
      </Button>
      {popup ? <ColumnsDialog popup={popup} {...props} /> : null}
    </>
  )
}
