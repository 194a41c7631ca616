import { isRecord } from '../../../shared/lib/json.ts'
import { type Cell, cellOf, textCell } from '../../exports/cell.ts'
import { createCsvTable } from '../../exports/csv-table.ts'
import type { AnswerEnd, AnswerHead, AnswerRow } from '../protocol.ts'
import type { Format } from './arguments.ts'

/** Where an answer is written; waits for a slow reader. */
export type Write = (text: string | Uint8Array) => Promise<void>

/** Prints one answer as it arrives. */
export type Printer = {
  head(head: AnswerHead): Promise<void>
  rows(rows: readonly AnswerRow[]): Promise<void>
  end(end: AnswerEnd): Promise<void>
}

type Options = {
  format: Format
  /** In this order; empty for those of the first row. */
  columns: readonly string[]
  write: Write
  /** For what is said about an answer where the answer is a table alone. */
  note: (line: string) => void
  /** The answer is a file of its own, which also says what it has. */
  isFile: boolean
}

export function createPrinter(options: Options): Printer {
  if (options.format === 'json') return printJson(options)
  return options.format === 'csv' ? printCsv(options) : printText(options)
}

/** How old the answer is, in words. */
function ageWords({ firm, as_of, values_checked_from, values_never_checked }: AnswerHead): string {
  if (firm === null) return 'Steward'
  const read = as_of === null ? 'never read completely' : `as of ${as_of}`
  const values = values_checked_from === null ? 'no value checked' : `values checked since ${values_checked_from}`
  return `${plain(firm)}: ${read}, ${values}${values_never_checked > 0 ? `, ${values_never_checked} never` : ''}`
}

/** A sentence about what the levels left out; empty if nothing. */
function leftOut({ levels }: AnswerHead): string[] {
  const words = [
    levels.names === 'roles' ? 'names are left out' : [],
    levels.amounts === 'rounded' ? 'amounts are rounded' : [],
    levels.amounts === 'hidden' ? 'amounts are left out' : [],
    levels.households === 'all' ? [] : `only ${levels.households === 'mine' ? 'your' : 'your favorite'} households`,
  ].flat()
  return words.length === 0 ? [] : [`By Steward’s settings: ${words.join(', ')}.`]
}

/** One JSON document, written row by row. */
function printJson({ write }: Options): Printer {
  let isFirst = true
  return {
    head: ({ levels, ...age }) => write(`${JSON.stringify({ ...age, levels }).slice(0, -1)},"rows":[`),
    async rows(rows) {
      const text = rows.map(jsonOf).join(',\n')
      await write(`${isFirst ? '\n' : ',\n'}${text}`)
      isFirst = false
    },
    end: ({ rows: _count, ...end }) => write(`${isFirst ? '' : '\n'}],${JSON.stringify(end).slice(1)}\n`),
  }
}

/** With every control character as an escape, also those from U+007F on, which a terminal would carry out. */
const jsonOf = (row: AnswerRow): string =>
  JSON.stringify(row).replace(/\p{Cc}/gu, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)

const byteOrderMark = '\ufeff'

/**
 * The format of Steward's exports. On the standard output it has no byte order mark, which other programs read as text; the age of the data is
 * then on the standard error.
 */
function printCsv({ columns: asked, write, note, isFile }: Options): Printer {
  const table = createCsvTable({
    append: async (bytes) => {
      if (isFile || Buffer.from(bytes).toString() !== byteOrderMark) await write(bytes)
    },
  })
  let [columns, about]: [readonly string[], { name: string; value: Cell }[]] = [asked, []]
  let hasBegun = false
  const begin = async () => {
    if (hasBegun) return
    hasBegun = true
    await table.begin(about, columns)
  }
  return {
    async head(head) {
      const lines = [ageWords(head), ...leftOut(head)]
      if (isFile) {
        about = [
          { name: 'Source', value: textCell('Steward') },
          ...lines.map((line) => ({ name: 'About', value: textCell(line) })),
        ]
      } else for (const line of lines) note(line)
    },
    async rows(rows) {
      if (columns.length === 0) columns = Object.keys(rows[0] ?? {})
      await begin()
      await table.write(
        rows.map((row) =>
          columns.map((column) => cellOf(flat(row[column]), { column: '', header: column, kind: 'text' })),
        ),
      )
    },
    async end(end) {
      await begin()
      if (end.more) note(moreWords(end))
    },
  }
}

/** Says that an answer has not all, and how to get the rest. */
function moreWords({ rows, total, next }: AnswerEnd): string {
  const [option] = Object.entries(next ?? {})
  if (option !== undefined) {
    const counted = total === null ? 'There are more rows.' : `These are ${rows} of ${total} rows.`
    const days = next?.to === undefined ? '' : ` --days ${daysBetween(option[1], next.to)}`
    return `${counted} Raise --limit, or read on with --${option[0]} ${plain(option[1])}${days}.`
  }
  if (rows === total) return 'Lists in this record are not complete: “cut” says which, and which list has all.'
  return total === null
    ? 'There are more. Raise --limit, or use more words.'
    : `These are ${rows} of ${total} rows. Ask for less at once.`
}

/** So that reading on ends with the same day. */
const daysBetween = (from: unknown, to: unknown) =>
  Math.max(1, Math.round((Date.parse(String(to)) - Date.parse(String(from))) / 86_400_000))

/** A value in one cell: a link by its name, another structure as JSON. */
function flat(value: unknown): unknown {
  if (Array.isArray(value)) return JSON.stringify(value)
  if (!isRecord(value)) return value
  const { id, name } = value
  return name ?? id ?? JSON.stringify(value)
}

/** A terminal would carry out control characters that are in a name. */
const plain = (value: unknown): string =>
  String(value ?? '').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => (character === '\t' ? ' ' : '\ufffd'))

const widestColumn = 40

/** A table for people, or the fields of one record. */
function printText({ columns: asked, write, note }: Options): Printer {
  let columns = asked
  let widths: number[] | null = null
  const line = (cells: readonly string[]) =>
    `${cells
      .map((cell, at) => (at === cells.length - 1 ? cell : cell.padEnd(widths?.[at] ?? 0)))
      .join('  ')
      .trimEnd()}\n`
  return {
    head: (head) => write(`${[ageWords(head), ...leftOut(head)].join('\n')}\n\n`),
    async rows(rows) {
      const [first] = rows
      // A date names its record too, and is a line of a table.
      if (first !== undefined && isRecord(first.record) && 'checked_at' in first)
        return write(rows.map((row) => fieldLines(row, 0)).join('\n'))
      if (columns.length === 0) columns = Object.keys(first ?? {})
      const cells = rows.map((row) => columns.map((column) => plain(flat(row[column]))))
      if (widths === null) {
        widths = columns.map((column, at) =>
          Math.min(widestColumn, Math.max(column.length, ...cells.map((row) => row[at]?.length ?? 0))),
        )
        await write(line(columns))
      }
      await write(cells.map(line).join(''))
    },
    async end(end) {
      if (end.more) note(moreWords(end))
      else if (end.rows === 0) note('Nothing found.')
    },
  }
}

function fieldLines(record: Readonly<Record<string, unknown>>, depth: number): string {
  const indent = '  '.repeat(depth)
  return Object.entries(record)
    .map(([name, value]) => {
      if (Array.isArray(value)) {
        const items = value.map((each) =>
          isRecord(each) ? `${indent}  -\n${fieldLines(each, depth + 2)}` : `${indent}  - ${plain(each)}\n`,
        )
        return items.length === 0 ? '' : `${indent}${name}:\n${items.join('')}`
      }
      if (isRecord(value)) return `${indent}${name}:\n${fieldLines(value, depth + 1)}`
      return value === null || value === '' ? '' : `${indent}${name}: ${plain(value)}\n`
    })
    .join('')
}
