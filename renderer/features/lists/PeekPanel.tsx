import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { RowSource } from '../../components/data-grid/row-source.ts'
import { RecordText } from '../../components/Values.tsx'
import classes from './peek.module.css'

type Props<Row> = {
  source: RowSource<Row>
  index: number
  summary: (row: Row) => ReactNode
  onOpen: (row: Row) => void
  onClose: () => void
}

/** The summary of the list's active row, beside the list. The focus stays in the list, whose keys move, open and close it. */
export function PeekPanel<Row extends { id: string; title: string }>(props: Props<Row>) {
  const { source, index, summary, onOpen, onClose } = props
  const row = useSyncExternalStore(source.subscribe, () => source.rowAt(index))
  return (
    <aside className={classes.panel} aria-label="Preview">
      <div className={classes.head}>
        <h2 className={classes.title}>
          <RecordText>{row?.title.trim() || row?.id || '…'}</RecordText>
        </h2>
        <ActionIcon size={24} aria-label="Close the preview" onClick={onClose}>
          <IconX size={14} stroke={2} aria-hidden="true" />
        </ActionIcon>
      </div>
      <p className={classes.keys}>
        <kbd>Space</kbd> closes · <kbd>Enter</kbd> opens · <kbd>↑</kbd> <kbd>↓</kbd> next
      </p>
      {row === undefined ? null : (
        <>
          {summary(row)}
          <div>
            <Button variant="default" onClick={() => onOpen(row)}>
              Open
            </Button>
          </div>
        </>
      )}
    </aside>
  )
}
