import { useMemo } from 'react'
import { formatBytes } from '../../../../shared/domain/bytes.ts'
import { formatCount } from '../../../../shared/domain/counts.ts'
import { EmptyState, ErrorState } from '../../../components/States.tsx'
import { shortened } from '../../../lib/text-pieces.ts'
import { type CsvRows, cellAt, isNumber, maxRows } from './csv-rows.ts'
import type { FileSource } from './file-source.ts'
import classes from './preview.module.css'
import { TextView } from './TextView.tsx'
import { useColumnWindow } from './use-column-window.ts'
import { useRowWindow } from './use-row-window.ts'
import { maxTextBytes, useTextFile } from './use-text-file.ts'
import { Waiting } from './Waiting.tsx'

const rowHeight = 28
/** In characters: what a cell has besides its text. */
const cellRoom = 3
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
  const { scroller, onScroll, rows } = useRowWindow(table.count, rowHeight)
  const doubtful = useMemo(() => new Set(table.doubtful), [table])
  const widths = useMemo(() => table.widths.map((width) => width + cellRoom), [table])
  const { look, first, last } = useColumnWindow(scroller, widths, rows.length)
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
      <p className={classes.bar}>
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
