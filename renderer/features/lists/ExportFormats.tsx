import { Menu } from '@mantine/core'
import { PopupMenu } from '../../components/popups/Popup.tsx'
import type { Popup } from '../../components/popups/use-popup.ts'
import classes from './lists.module.css'

type Props = { popup: Popup; onExport: (format: 'csv' | 'xlsx') => void }

/** The file formats of an export. */
export function ExportFormats({ popup, onExport }: Props) {
  return (
    <PopupMenu popup={popup} position="bottom-end" withinPortal shadow="md">
      <Menu.Dropdown className={classes.menu} aria-label="Export">
        <Menu.Item onClick={() => onExport('xlsx')}>Excel (XLSX)</Menu.Item>
        <Menu.Item onClick={() => onExport('csv')}>Text (CSV)</Menu.Item>
      </Menu.Dropdown>
    </PopupMenu>
  )
}
