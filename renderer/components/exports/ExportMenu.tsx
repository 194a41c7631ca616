import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import classes from '../views/views.module.css'

type Props = { busy: boolean; onExport: (format: 'csv' | 'xlsx') => void }

/** The filtered list with the columns that are shown, as a file. */
export function ExportMenu({ busy, onExport }: Props) {
  return (
    <Menu position="bottom-end" withinPortal shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          disabled={busy}
          leftSection={<IconDownload size={14} stroke={1.75} aria-hidden="true" />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu} aria-label="Export">
        <Menu.Item onClick={() => onExport('xlsx')}>Excel (XLSX)</Menu.Item>
        <Menu.Item onClick={() => onExport('csv')}>Text (CSV)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
