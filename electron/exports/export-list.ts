import { setImmediate as nextTurn } from 'node:timers/promises'
import { resourceNames } from '../../shared/domain/names.ts'
import type { SaveTarget } from '../platform/host.ts'
import type { AboutLine, Table } from './cell.ts'
import { cellOf, type ExportColumn, textCell } from './cell.ts'
import { createCsvTable } from './csv-table.ts'
import type { ExportRequest } from './export-request.ts'
import type { OutputFile, OutputFiles } from './output-file.ts'
import { createXlsxTable } from './xlsx/xlsx-table.ts'

/** Rows per read. */
const windowRows = 500
/** Least time between two progress reports, in ms. */
const reportEveryMs = 100

/** The list to export. */
export type ExportSource = {
  /** The position of every row, in order; fixed for the whole export. */
  order: Int32Array
  /** The rows at these positions; fewer if some were deleted. */
  rows(places: Int32Array): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Formats a value; by default as it is (`cellOf`). */
  cell?: typeof cellOf
}

export type ExportOptions = {
  request: ExportRequest
  source: ExportSource
  about: readonly AboutLine[]
  target: SaveTarget
  files: Pick<OutputFiles, 'create'>
  signal: AbortSignal
}

export type ExportStep =
  | { written: number; total: number; file: null }
  | { written: number; total: number; file: { path: string; name: string } }

/**
 * Exports a whole list window by window, so that memory use depends neither on its length nor on a slow disk, and yields
 * progress. Leaving the iterator or aborting `signal` removes the unfinished file; only the last step names a file.
 *
 * @throws AppError `export/write-failed`, or the source's own error; no file is left then.
 */
export async function* exportList(options: ExportOptions): AsyncGenerator<ExportStep, void, void> {
  const { request, source, about, signal } = options
  const { cell = cellOf } = source
  const total = source.order.length
  const file = await options.files.create(options.target)
  const table = tableOf(request, file, total)
  try {
    yield { written: 0, total, file: null }
    await table.begin(
      about,
      request.columns.map(({ header }) => header),
    )
    let written = 0
    let reported = performance.now()
    for (let at = 0; at < total && !signal.aborted; at += windowRows) {
      const rows = await source.rows(source.order.slice(at, at + windowRows))
      await table.write(
        rows.map((row) =>
          request.columns.map((column) => (isUnreadable(row, column) ? unreadable : cell(row[column.column], column))),
        ),
      )
      written += rows.length
      if (performance.now() - reported >= reportEveryMs) {
        yield { written, total, file: null }
        reported = performance.now()
      }
      // Other work on this thread gets a turn first, even if the source is fast.
      await nextTurn()
    }
    if (signal.aborted) return
    await table.end(written === total ? null : vanished(total - written))
    yield { written, total, file: await file.finish() }
  } finally {
    table.abandon()
    await file.discard()
  }
}

/** In place of a value that could not be computed: an empty cell would say that there is none. */
const unreadable = textCell('Cannot be computed')

const isUnreadable = (row: Readonly<Record<string, unknown>>, { column }: ExportColumn) =>
  Array.isArray(row.unreadable) && row.unreadable.includes(column)

function tableOf({ format, columns, resource }: ExportRequest, file: OutputFile, total: number): Table {
  if (format === 'csv') return createCsvTable(file)
  return createXlsxTable({ file, columns, total, sheetName: resourceNames[resource].many })
}

const vanished = (count: number) =>
  `${count} ${count === 1 ? 'record' : 'records'} disappeared from the list while this file was written.`
