import { useMemo } from 'react'
import { formatBytes } from '../../../../shared/domain/bytes.ts'
import { formatCount } from '../../../../shared/domain/counts.ts'
import { EmptyState, ErrorState } from '../../../components/States.tsx'
import { shortened } from '../../../lib/text-pieces.ts'
import { type CsvRows, csvRows, isNumber, maxRows } from './csv-rows.ts'
import { decodeText } from './decode-text.ts'
import type { FileSource } from './file-source.ts'
import classes from './preview.module.css'
import { useRowWindow } from './use-row-window.ts'
import { useWholeFile } from './use-whole-file.ts'
import { Waiting } from './Waiting.tsx'

const maxBytes = 20_000_000
const rowHeight = 28

function noteOf(table: CsvRows, size: number): string {
  if (size > maxBytes)
    return `The rows in the first ${formatBytes(maxBytes)} of ${formatBytes(size)}, at most ${formatCount(maxRows)}.`
  if (table.moreRows)
    return `The first ${formatCount(maxRows)} rows are shown. Open the file in another program for the rest.`
  const { length } = table.rows
  return `${formatCount(length)} ${length === 1 ? 'row' : 'rows'}${table.moreColumns ? ', not all columns' : ''}`
}

function Table({ table, source }: { table: CsvRows; source: FileSource }) {
  const { scroller, onScroll, rows } = useRowWindow(table.rows.length, rowHeight)
  const above = (rows[0] ?? 0) * rowHeight
  const below = (table.rows.length - (rows.at(-1) ?? -1) - 1) * rowHeight
  return (
    <div className={classes.view}>
      <p className={classes.bar}>{noteOf(table, source.size)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable by keyboard */}
      <section className={classes.cells} ref={scroller} onScroll={onScroll} tabIndex={0} aria-label={source.name}>
        <table aria-rowcount={table.rows.length + 1}>
          <colgroup>
            {table.widths.map((width, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other unique key
              <col key={column} style={{ width: `${width + 3}ch` }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {table.header.map((name, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <th key={column} scope="col" title={name}>
                  <bdi>{shortened(name)}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {above > 0 ? <tr style={{ height: above }} /> : null}
            {rows.map((row) => (
              <tr key={row} aria-rowindex={row + 2}>
                {table.header.map((_, column) => {
                  const cell = table.rows[row]?.[column] ?? ''
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: see above
                    <td key={column} title={cell} data-align={isNumber(cell) ? 'end' : undefined}>
                      <bdi>{shortened(cell)}</bdi>
                    </td>
                  )
                })}
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
  const file = useWholeFile(source, maxBytes)
  const bytes = file.step === 'ready' ? file.bytes : null
  const table = useMemo(() => (bytes ? csvRows(decodeText(bytes, source.size > maxBytes)) : null), [bytes, source.size])
  if (file.step === 'failed') return <ErrorState error={file.error} onRetry={retry} />
  if (!table) return <Waiting />
  if (table.header.length === 0) return <EmptyState title="This file is empty" hint="It has no rows." />
  return <Table table={table} source={source} />
}
