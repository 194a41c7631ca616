import Papa from 'papaparse'
import { plainDollars } from '../../shared/domain/money.ts'
import type { AboutLine, Cell, Table } from './cell.ts'
import type { OutputFile } from './output-file.ts'

const byteOrderMark = '\ufeff'
const lineEnd = '\r\n'

/**
 * RFC 4180 in UTF-8, with the byte order mark by which spreadsheets recognise it. Numbers are written as numbers, including
 * negative ones; a text that a spreadsheet would interpret as a formula gets an apostrophe in front.
 */
export function createCsvTable(file: Pick<OutputFile, 'append'>): Table {
  const textOf = (lines: readonly (readonly Cell[])[]) =>
    `${Papa.unparse(
      lines.map((cells) => cells.map(field)),
      { newline: lineEnd, quotes: isPadded },
    )}${lineEnd}`
  const write = (lines: readonly (readonly Cell[])[]) => file.append(Buffer.from(textOf(lines)))
  return {
    async begin(about, headers) {
      await file.append(Buffer.from(byteOrderMark))
      const above: Cell[][] = about.map(({ name, value }) => [{ kind: 'text', text: name }, value])
      const header: Cell[] = headers.map((text) => ({ kind: 'text', text }))
      const first = textOf(above.length === 0 ? [header] : [...above, [], header])
      await file.append(Buffer.from(first.replace(sylkStart, '"$1"')))
    },
    write: (rows) => (rows.length === 0 ? Promise.resolve() : write(rows)),
    async end(remark) {
      if (remark !== null) await write([[], [{ kind: 'text', text: remark }]])
    },
    abandon: () => {},
  }
}

/** A short table as one text; see {@link createCsvTable}. */
export async function csvText(
  headers: readonly string[],
  rows: readonly (readonly Cell[])[],
  about: readonly AboutLine[] = [],
): Promise<string> {
  const chunks: Uint8Array[] = []
  const table = createCsvTable({
    append: async (bytes) => {
      chunks.push(bytes)
    },
  })
  await table.begin(about, headers)
  await table.write(rows)
  await table.end(null)
  return Buffer.concat(chunks).toString()
}

function field(cell: Cell): string {
  if (cell.kind === 'empty') return ''
  if (cell.kind === 'number') return plainNumber(cell.value)
  if (cell.kind === 'sum') return plainDollars(cell.cents)
  if (cell.kind === 'boolean') return cell.value ? 'TRUE' : 'FALSE'
  return guarded(cell.text.toWellFormed())
}

/** Without an exponent if up to twenty digits are enough, for readability and for older programs. */
function plainNumber(value: number): string {
  const text = String(value)
  const plain = text.includes('e-') ? value.toFixed(20).replace(/0+$/, '') : text
  return Number(plain) === value ? plain : text
}

/** Excel takes a file that begins with ID for SYLK, and refuses it or runs its content; a quoted cell avoids that. */
const sylkStart = /^(ID[^",\r\n]*)(?=[,\r\n])/i

/**
 * Matches text that would begin a formula, at the very start or after blanks that a program may drop. Includes full-width signs.
 */
const formulaStart = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/

// Papa's own `escapeFormulae` would also guard negative numbers that are written without an exponent.
function guarded(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

const isPadded = (field: string) => field !== field.trim()
