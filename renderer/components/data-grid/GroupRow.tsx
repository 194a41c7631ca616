import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import classes from './data-grid.module.css'
import type { GroupHeading } from './row-source.ts'
import type { ShownColumn } from './use-grid-columns.ts'

/** How a list names and sums its groups. */
export type GroupDisplay = {
  nameOf: (group: GroupHeading) => string
  /** Content of a column's cell in a heading, such as a sum; null for an empty cell. */
  sumOf: (group: GroupHeading, column: string) => ReactNode
  onToggle: (group: GroupHeading) => void
}

type Props<Row> = {
  index: number
  top: number
  template: string
  columns: readonly ShownColumn<Row>[]
  group: GroupHeading
  display: GroupDisplay
  active: boolean
}

/** The heading of a group of rows, with their number and sums. Its first cell takes the focus, whichever column had it. */
export function GroupRow<Row>({ index, top, template, columns, group, display, active }: Props<Row>) {
  const Chevron = group.closed ? IconChevronRight : IconChevronDown
  const sums = columns.map((column, at) => ({ column, at, sum: at === 0 ? null : display.sumOf(group, column.id) }))
  const firstSum = sums.find(({ sum }) => sum !== null)?.at ?? columns.length
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.group}
      data-active={active || undefined}
      data-group={index}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
      onClick={() => display.onToggle(group)}
    >
      <span className={classes.gutter} aria-hidden="true">
        <Chevron size={14} stroke={2} />
      </span>
      <div
        role="gridcell"
        aria-colindex={1}
        aria-colspan={firstSum}
        aria-expanded={!group.closed}
        tabIndex={active ? 0 : -1}
        className={`cut ${classes.groupName}`}
        data-column={0}
        data-heading=""
        style={{ gridColumn: `span ${firstSum}` }}
      >
        <bdi>{display.nameOf(group)}</bdi> <span className={classes.groupCount}>{formatCount(group.rows)}</span>
      </div>
      {sums.slice(firstSum).map(({ column, at, sum }) => (
        <div
          key={column.id}
          role="gridcell"
          aria-colindex={at + 1}
          className={`cut ${classes.footCell}`}
          data-align={column.align}
        >
          {sum}
          {column.behind ? <span className={classes.behind} /> : null}
        </div>
      ))}
    </div>
  )
}
