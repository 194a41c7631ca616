import { ActionIcon, Button, Popover, SegmentedControl } from '@mantine/core'
import { IconPin, IconPinFilled } from '@tabler/icons-react'
import type { ColumnLayout } from '../../../shared/ipc/views.ts'
import { changeColumn, moveColumn } from '../../components/data-grid/column-layout.ts'
import { OrderedList } from '../../components/OrderedList.tsx'
import { PopupDialog } from '../../components/popups/Popup.tsx'
import type { Popup } from '../../components/popups/use-popup.ts'
import { useDensity } from '../../lib/use-preferences.ts'
import classes from './lists.module.css'

export type ColumnsProps = {
  layout: readonly ColumnLayout[]
  names: ReadonlyMap<string, string>
  onLayout: (layout: ColumnLayout[]) => void
  onReset: () => void
}

/** Returns the layout with a column moved up (−1) or down (1) by one place, counting hidden ones. */
function step(layout: readonly ColumnLayout[], at: number, by: 1 | -1): ColumnLayout[] {
  const { column } = layout[at] ?? { column: '' }
  return moveColumn(layout, column, layout[by === 1 ? at + 2 : at - 1]?.column ?? null)
}

/** Every column in order, with controls to show, move and pin it. */
export function ColumnsDialog({ popup, layout, names, onLayout, onReset }: ColumnsProps & { popup: Popup }) {
  const { density, setDensity } = useDensity()
  return (
    <PopupDialog popup={popup} position="bottom-end" returnFocus>
      <Popover.Dropdown className={classes.dropdown} aria-label="Columns">
        <div className={`column ${classes.columns}`}>
          <SegmentedControl
            aria-label="Row height"
            data={[
              { value: 'comfortable', label: 'Comfortable' },
              { value: 'compact', label: 'Compact' },
            ]}
            value={density}
            onChange={(value) => setDensity(value === 'compact' ? 'compact' : 'comfortable')}
          />
          <div className={classes.columnList}>
            <OrderedList
              label="Columns in order"
              items={layout.map(({ column, hidden, pinned }) => ({
                key: column,
                name: names.get(column) ?? column,
                isChosen: !hidden,
                pinned,
              }))}
              onChoose={({ key, isChosen }) => onLayout(changeColumn(layout, key, { hidden: isChosen }))}
              onMove={(at, by) => onLayout(step(layout, at, by))}
              beside={({ key, name, pinned }) => (
                <ActionIcon
                  size={24}
                  aria-label={`Pin ${name} to the left`}
                  aria-pressed={pinned}
                  onClick={() => onLayout(changeColumn(layout, key, { pinned: !pinned }))}
                >
                  {pinned ? (
                    <IconPinFilled size={14} stroke={1.75} aria-hidden="true" />
                  ) : (
                    <IconPin size={14} stroke={1.75} aria-hidden="true" />
                  )}
                </ActionIcon>
              )}
            />
          </div>
          <Button variant="default" onClick={onReset}>
            Reset columns
          </Button>
        </div>
      </Popover.Dropdown>
    </PopupDialog>
  )
}
