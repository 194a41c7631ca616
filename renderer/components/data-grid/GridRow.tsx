import { createContext, type MouseEvent, memo, type ReactNode, useContext } from 'react'
import type { Resource } from '../../../shared/service/resource.ts'
import { shortened } from '../../lib/text-pieces.ts'
import classes from './data-grid.module.css'
import type { GridColumn } from './grid-column.ts'
import { type ShownColumn, textWidth } from './use-grid-columns.ts'

type Props<Row> = {
  index: number
  top: number
  template: string
  /** Undefined while the row is being read. */
  row: Row | undefined
  /** See `markOf` in the grid's props. */
  mark: string | null
  columns: readonly ShownColumn<Row>[]
  /** True while rows scroll too fast to be read: only the name is drawn. */
  bare: boolean
  activeColumn: number | null
  selected: boolean
  now: number
}

const pinnedAt = (left: number | null) => (left === null ? undefined : { left })

/** During fast scrolling, a record's name is text; the link is drawn once it can be clicked. */
function nameOf<Row>(column: ShownColumn<Row>, row: Row | undefined, now: number) {
  return row !== undefined && column.text ? shortened(column.text(row, now)) : contentOf(column, row, now)
}

function contentOf<Row>(column: Omit<ShownColumn<Row>, 'behind' | 'left'>, row: Row | undefined, now: number) {
  if (row === undefined) return null
  if (column.draw) return column.draw(row)
  if (!column.text) return column.cell(row)
  const text = column.text(row, now)
  if (!column.short || textWidth(text) <= column.room) return shortened(text)
  return <span title={text}>{column.short(row)}</span>
}

/** The value of a further column, in the same place of each row. */
function Behind<Row>({ column, row, now }: { column: GridColumn<Row>; row: Row; now: number }) {
  const hint = column.hint?.(row)
  return (
    <span className={classes.behind} data-tone={column.tone?.(row, now)} data-hint={hint} title={hint}>
      {contentOf({ ...column, room: Number.POSITIVE_INFINITY }, row, now)}
    </span>
  )
}

/**
 * A row's tick box. The row's `aria-selected` says the same to assistive technology, and the keyboard ticks with X or Shift+Space, so
 * this is for the pointer alone.
 */
function RowTick() {
  return (
    <span className={classes.gutter} data-tick="" aria-hidden="true">
      <span className={classes.tick} />
    </span>
  )
}

function GridRowView<Row>({ index, top, template, row, columns, activeColumn, ...props }: Props<Row>) {
  // The focused row stays whole: its cell keeps the focus, and a screen reader reads all of it.
  const bare = props.bare && activeColumn === null
  const shown = bare ? columns.slice(0, 1) : columns
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={props.selected}
      aria-busy={row === undefined ? true : undefined}
      className={classes.line}
      data-active={activeColumn !== null || undefined}
      data-line={index}
      data-mark={props.mark ?? undefined}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
    >
      <RowTick />
      {shown.map((column, at) => (
        <div
          key={column.id}
          role="gridcell"
          aria-colindex={at + 1}
          tabIndex={activeColumn === at ? 0 : -1}
          className={classes.cell}
          data-column={at}
          data-align={column.align}
          data-tone={row === undefined ? undefined : column.tone?.(row, props.now)}
          data-hint={row === undefined || bare ? undefined : column.hint?.(row)}
          data-pinned={column.left === null || bare ? undefined : true}
          style={pinnedAt(column.left)}
        >
          {bare ? nameOf(column, row, props.now) : contentOf(column, row, props.now)}
          {bare || row === undefined || !column.behind ? null : column.empty?.is(row) ? (
            <span className={classes.behind} />
          ) : (
            <>
              {' '}
              <Behind column={column.behind} row={row} now={props.now} />
            </>
          )}
        </div>
      ))}
      {bare ? null : <span className={classes.more} data-more="" aria-hidden="true" />}
    </div>
  )
}

/** One row of fixed height, positioned by its index. A row that is not read yet shows a skeleton. */
export const GridRow = memo(GridRowView) as typeof GridRowView

/** Builds the address of a record, provided once for all rows of a list. */
export const GridLinks = createContext<(resource: Resource, id: string) => string>(() => '')

type LinkProps = { resource: Resource; id: string; name: string; children?: ReactNode }

/**
 * A record's name as a link inside a list. It is a plain anchor that the grid follows, because a router link in every row costs
 * most of a frame in fast scrolling. Its cell is the tab stop.
 */
export function GridLink({ resource, id, name, children }: LinkProps) {
  const hrefOf = useContext(GridLinks)
  return (
    <>
      <a href={hrefOf(resource, id)} tabIndex={-1} draggable={false} data-open="">
        {shortened(name.trim() ? name : id)}
      </a>
      {children}
    </>
  )
}

/** Adds a tooltip to a cell when the pointer enters it: the full text if it is cut, or the value behind the cell's content. */
export function revealCutText(event: MouseEvent): void {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="gridcell"]') : null
  if (!cell) return
  const cut = cell.scrollWidth > cell.clientWidth
  const texts = [cut ? cell.textContent : '', cell.dataset.hint ?? ''].filter(Boolean)
  if (texts.length > 0) cell.title = texts.join(' · ')
  else cell.removeAttribute('title')
}
