import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { formatBytes } from '../../../../shared/domain/bytes.ts'
import { formatCount } from '../../../../shared/domain/counts.ts'
import { textWidth } from '../../../components/data-grid/use-grid-columns.ts'
import { EmptyState, ErrorState } from '../../../components/States.tsx'
import { shortened } from '../../../lib/text-pieces.ts'
import { type CsvRows, cellAt, columnsIn, isNumber, maxRows } from './csv-rows.ts'
import type { FileSource } from './file-source.ts'
import classes from './preview.module.css'
import { TextView } from './TextView.tsx'
import { useRowWindow } from './use-row-window.ts'
import { maxTextBytes, useTextFile } from './use-text-file.ts'
import { useSoughtLine } from './use-word-marks.ts'
import { Waiting } from './Waiting.tsx'

/** Columns drawn beside those in view. */
const beyond = 2
/** More cells would take longer than a frame to draw. */
const mostCells = 3_000

/** The part in view, in shares of the whole width: 0 to 1; and its width in characters. */
type View = { left: number; right: number; room: number }

const characterWidth = () => textWidth('0'.repeat(100)) / 100

function viewOf(element: HTMLElement | null, before: View): View {
  if (!element) return before
  const { scrollLeft, clientWidth, scrollWidth } = element
  const seen = {
    ...{ left: scrollLeft / scrollWidth, right: (scrollLeft + clientWidth) / scrollWidth },
    room: clientWidth / characterWidth(),
  }
  return before.left === seen.left && before.right === seen.right && before.room === seen.room ? before : seen
}

/**
 * The columns in view in a scrolling table. Only their cells are drawn: a table of 200 columns and the rows of a large screen has
 * 20,000 cells.
 *
 * @param widthsIn - the width of each column in a room, in characters
 * @param rows - number of rows drawn
 * @returns the widths, the first column, and the one after the last
 */
function useColumnWindow(
  scroller: RefObject<HTMLElement | null>,
  widthsIn: (room: number) => readonly number[],
  rows: number,
) {
  const [view, setView] = useState<View>({ left: 0, right: 0, room: Infinity })
  const widths = useMemo(() => widthsIn(view.room), [widthsIn, view.room])
  const total = widths.reduce((sum, width) => sum + width, 0)
  const look = () => setView((before) => viewOf(scroller.current, before))
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const looked = () => setView((before) => viewOf(element, before))
    const observer = new ResizeObserver(looked)
    observer.observe(element)
    looked()
    return () => observer.disconnect()
  }, [scroller])
  let [first, last] = [0, 0]
  for (let [column, right] = [0, 0]; column < widths.length; column += 1) {
    const left = right
    right += widths[column] ?? 0
    if (right <= view.left * total) first = column + 1
    if (left <= view.right * total) last = column + 1
  }
  first = Math.max(0, first - beyond)
  last = Math.min(widths.length, last + beyond, first + Math.max(8, Math.floor(mostCells / Math.max(1, rows))))
  return { look, widths, first, last }
}

const rowHeight = 28
/** The most of a cell that is shown when the mouse rests on it. */
const mostOfTitle = 1_000

function noteOf(table: CsvRows, size: number): string {
  if (size > maxTextBytes)
    return `The rows in the first ${formatBytes(maxTextBytes)} of ${formatBytes(size)}, at most ${formatCount(maxRows)}.`
  if (table.moreRows)
    return `The first ${formatCount(maxRows)} rows are shown. Open the file in another program for the rest.`
  return `${formatCount(table.count)} ${table.count === 1 ? 'row' : 'rows'}${table.moreColumns ? ', not all columns' : ''}.`
}

function Table({ table, source }: { table: CsvRows; source: FileSource }) {
  const rowAt = useCallback(
    (row: number) => table.header.map((_, column) => cellAt(table, row, column)).join(' '),
    [table],
  )
  const sought = useSoughtLine(table.count, rowAt)
  const { scroller, onScroll, rows } = useRowWindow(table.count, rowHeight, sought)
  const doubtful = useMemo(() => new Set(table.doubtful), [table])
  const widthsIn = useCallback((room: number) => columnsIn(table, room), [table])
  const { look, widths, first, last } = useColumnWindow(scroller, widthsIn, rows.length)
  const columns = Array.from({ length: last - first }, (_, at) => first + at)
  const above = (rows[0] ?? 0) * rowHeight
  const below = (table.count - (rows.at(-1) ?? -1) - 1) * rowHeight
  const before = first > 0 ? <td colSpan={first} aria-hidden /> : null
  const after = last < widths.length ? <td colSpan={widths.length - last} aria-hidden /> : null
  const scrolled = () => {
    onScroll()
    look()
  }
  return (
    <div className={classes.view}>
      <p className={`line ${classes.bar}`}>
        <span>
          {noteOf(table, source.size)}
          {table.doubt === null ? null : ` ${table.doubt}`}
        </span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable by keyboard */}
      <section className={classes.cells} ref={scroller} onScroll={scrolled} tabIndex={0} aria-label={source.name}>
        <table aria-rowcount={table.count + 1} aria-colcount={widths.length}>
          <colgroup>
            {widths.map((width, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other unique key
              <col key={column} style={{ width: `${width}ch` }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {before}
              {columns.map((column) => {
                const name = table.header[column] ?? ''
                return (
                  <th key={column} scope="col" aria-colindex={column + 1} title={name.slice(0, mostOfTitle)}>
                    <bdi>{shortened(name)}</bdi>
                  </th>
                )
              })}
              {after}
            </tr>
          </thead>
          <tbody>
            {above > 0 ? <tr style={{ height: above }} /> : null}
            {rows.map((row) => (
              <tr key={row} aria-rowindex={row + 2} data-doubt={doubtful.has(row) || undefined}>
                {before}
                {columns.map((column) => {
                  const cell = cellAt(table, row, column)
                  return (
                    <td
                      key={column}
                      aria-colindex={column + 1}
                      title={cell.slice(0, mostOfTitle)}
                      data-align={isNumber(cell) ? 'end' : undefined}
                    >
                      <bdi>{shortened(cell)}</bdi>
                    </td>
                  )
                })}
                {after}
              </tr>
            ))}
            {below > 0 ? <tr style={{ height: below }} /> : null}
          </tbody>
        </table>
      </section>
    </div>
  )
}

/** A CSV file as a table. Formulas are not computed. */
export function CsvView({ source, retry }: { source: FileSource; retry: () => void }) {
  const file = useTextFile(source, 'csv')
  if (file.step === 'reading') return <Waiting />
  if (file.step === 'failed') return <ErrorState error={file.error} onRetry={retry} />
  if (file.step === 'given-up') return <TextView source={source} retry={retry} />
  const table = file.content
  if (table.header.length === 0) return <EmptyState title="This file is empty" hint="It has no rows." />
  return <Table table={table} source={source} />
}
