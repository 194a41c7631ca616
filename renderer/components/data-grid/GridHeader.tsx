import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import classes from './data-grid.module.css'
import type { GridColumn } from './grid-column.ts'
import type { GridTable } from './grid-table.ts'

type Props<Row> = {
  table: GridTable<Row>
  columns: readonly GridColumn<Row>[]
  template: string
  /** Column that can take the keyboard's focus, if the header row has it. */
  activeColumn: number | null
}

const sortNames = { asc: 'ascending', desc: 'descending' } as const

/** The header row. A sortable header is sorted by click, Enter or Space. */
export function GridHeader<Row>({ table, columns, template, activeColumn }: Props<Row>) {
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.row} style={{ gridTemplateColumns: template }}>
        {headers.map((header, at) => {
          const sorted = header.column.getIsSorted()
          const sortable = header.column.getCanSort()
          const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp
          return (
            <div
              key={header.id}
              role="columnheader"
              aria-colindex={at + 1}
              aria-sort={sorted ? sortNames[sorted] : sortable ? 'none' : undefined}
              tabIndex={activeColumn === at ? 0 : -1}
              className={sortable ? classes.sortable : classes.header}
              data-row={-1}
              data-column={at}
              data-align={columns[at]?.align}
              onClick={header.column.getToggleSortingHandler()}
            >
              <table.FlexRender header={header} />
              {sorted ? <Arrow size={12} stroke={2} aria-hidden="true" /> : null}
            </div>
          )
        })}
      </div>
    </div>
  )
}
