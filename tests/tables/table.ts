import type { Random } from '../faults/random.ts'

/** The values that a field may be read as. A field with a certain value allows that value alone. */
export type Allowed = readonly (string | number | null)[]

/** The truth about a record row. */
export type RecordTruth = {
  fields: Record<string, Allowed>
  /** The row's cells are damaged or have no certain value. */
  isUncertain: boolean
  /** A fragment of a row that looks like a title or a footer. */
  mayLeaveOut: boolean
  /** Some cell can be read in two ways unless another cell of the file decides. */
  isAmbiguous: boolean
  table: number
  account: string | null
}

export type Line = { cells: string[]; kind: 'blank' | 'header' | 'record' | 'aside'; truth?: RecordTruth; raw?: string }

/** The answers of the user. */
export type Knowledge = {
  mark: 'point' | 'comma'
  dates: 'month-first' | 'day-first'
  serials: 'days' | 'refuse'
  /** The side of amounts with CR. */
  sides: 'owed' | 'held'
  scale: number
  valueColumn: number | null
  account: string
  /** The index of the first table of holdings; null if others above it may be offered too. */
  table: number | null
  shortRows: 'refuse' | 'take'
  zeros: 'dropped' | 'complete'
}

export type TruthRow = { row: number; kind: 'record' | 'aside'; cells: string[]; truth: RecordTruth | null }

export type Case = {
  kind: 'holdings' | 'people'
  labels: string[]
  text: string
  /** The file; empty for pasted text. */
  bytes: Uint8Array
  /** The rows with content, from the header on. */
  rows: TruthRow[]
  /** The row of the header; 0 if there is none. */
  headerRow: number
  /** The last row whose number is certain; a quotation mark out of place makes those after it uncertain. */
  countedUpTo: number
  damage: string[]
  /** The kind of question without which the ambiguous rows must not be accepted. */
  mustAsk: 'mark' | 'dates' | 'serials' | null
  knowledge: Knowledge
}

export type Writing = { delimiter: string; quoting: 'needed' | 'all' | 'excel-paste'; newline: string }

/** Returns the cells as text between delimiters. */
export function writeCells(cells: readonly string[], { delimiter, quoting }: Writing): string[] {
  return cells.map((text) => {
    const hasBreak = text.includes('\n') || text.includes(delimiter)
    // Excel copies a cell without line breaks and tabs as it is, with its quotation marks.
    const needs = quoting === 'excel-paste' ? hasBreak : hasBreak || text.includes('"')
    return needs || quoting === 'all' ? `"${text.replaceAll('"', '""')}"` : text
  })
}

const structural = {
  'quote-at-start': 2,
  'quote-inside': 2,
  'missing-quote': 2,
  'split-row': 3,
  'missing-cell': 3,
  'extra-delimiter': 3,
  truncated: 2,
  nul: 1,
}

/** Damages one row in place, and returns the kind of damage with the index of the row after which counting is uncertain, if any. */
export function damageStructure(
  random: Random,
  lines: Line[],
  nameColumn: number,
  nameFields: readonly string[],
  writing: Writing,
): { label: string; uncertainFrom: Line | null } | null {
  const records = lines.filter(({ kind, raw }) => kind === 'record' && raw === undefined)
  if (records.length === 0) return null
  const line = random.pick(records)
  const { truth } = line
  if (truth === undefined) return null
  const { delimiter } = writing
  const parts = writeCells(line.cells, writing)
  const label = random.weighted(structural)
  const name = parts[nameColumn] ?? ''
  truth.isUncertain = true
  switch (label) {
    case 'quote-at-start': {
      const open = parts.flatMap((part, index) => (part !== '' && !part.startsWith('"') ? [index] : []))
      if (open.length === 0) return null
      const at = random.pick(open)
      line.raw = parts.map((part, index) => (index === at ? `"${part}` : part)).join(delimiter)
      return { label, uncertainFrom: line }
    }
    case 'quote-inside': {
      if (name.length < 3) return null
      const at = 1 + random.below(name.length - 2)
      const damaged = `${name.slice(0, at)}"${name.slice(at)}`
      for (const field of nameFields) {
        truth.fields[field] = [...(truth.fields[field] ?? []), damaged, damaged.replace(/^"|"$/g, '')]
      }
      line.raw = parts.map((part, index) => (index === nameColumn ? damaged : part)).join(delimiter)
      return { label, uncertainFrom: name.startsWith('"') ? line : null }
    }
    case 'missing-quote': {
      const quoted = parts.flatMap((part, index) => (part.startsWith('"') && part.length > 2 ? [index] : []))
      if (quoted.length === 0) return null
      const at = random.pick(quoted)
      const open = random.chance(0.7)
      line.raw = parts
        .map((part, index) => (index === at ? (open ? part.slice(0, -1) : part.slice(1)) : part))
        .join(delimiter)
      return { label, uncertainFrom: line }
    }
    case 'split-row': {
      const at = 1 + random.below(parts.length - 1)
      const part = parts[at] ?? ''
      const space = part.startsWith('"') ? -1 : part.indexOf(' ')
      const head = [...parts.slice(0, at), ...(space > 0 ? [part.slice(0, space)] : [])]
      const tail = [space > 0 ? part.slice(space + 1) : part, ...parts.slice(at + 1)]
      const filled = (cells: string[]) => cells.filter((cell) => cell.replaceAll('"', '').trim() !== '').length
      line.raw = head.join(delimiter) + (space > 0 ? '' : delimiter)
      truth.mayLeaveOut = filled(head) <= 1
      const kind = filled(tail) === 0 ? 'blank' : 'record'
      const rest: RecordTruth = { ...truth, mayLeaveOut: filled(tail) <= 1 }
      if (filled(head) === 0) line.kind = 'blank'
      lines.splice(lines.indexOf(line) + 1, 0, { cells: tail, kind, truth: rest, raw: tail.join(delimiter) })
      return { label, uncertainFrom: null }
    }
    case 'missing-cell': {
      const at = random.below(parts.length)
      line.raw = parts.filter((_, index) => index !== at).join(delimiter)
      return { label, uncertainFrom: null }
    }
    case 'extra-delimiter': {
      const at = random.below(parts.length)
      line.raw = [...parts.slice(0, at), '', ...parts.slice(at)].join(delimiter)
      return { label, uncertainFrom: null }
    }
    case 'truncated': {
      const keep = 1 + random.below(parts.length - 1)
      const kept = parts.slice(0, keep)
      const last = kept[keep - 1] ?? ''
      const cut = random.chance(0.5) ? last.slice(0, Math.ceil(last.length / 2)) : last
      line.raw = [...kept.slice(0, -1), cut].join(delimiter)
      if (line.raw.replaceAll('"', '').replaceAll(delimiter, '').trim() === '') line.kind = 'blank'
      truth.mayLeaveOut = keep === 1
      lines.splice(lines.indexOf(line) + 1)
      return { label, uncertainFrom: cut.startsWith('"') && cut !== last ? line : null }
    }
    case 'nul': {
      const at = random.below(name.length + 1)
      line.raw = parts
        .map((part, index) => (index === nameColumn ? `${name.slice(0, at)}\0${name.slice(at)}` : part))
        .join(delimiter)
      for (const field of nameFields) truth.fields[field] = [...(truth.fields[field] ?? []), null, '']
      return { label, uncertainFrom: at === 0 && name.startsWith('"') ? line : null }
    }
  }
}

/** Writes the lines and numbers their rows. */
export function writeTable(
  lines: readonly Line[],
  writing: Writing,
  uncertainFrom: readonly Line[],
): { text: string; rows: TruthRow[]; headerRow: number; countedUpTo: number } {
  const rows: TruthRow[] = []
  let headerRow = 0
  let countedUpTo = Number.POSITIVE_INFINITY
  const written = lines.map((line, index) => {
    const row = index + 1
    if (line.kind === 'header' && headerRow === 0) headerRow = row
    if (uncertainFrom.includes(line)) countedUpTo = Math.min(countedUpTo, row - 1)
    if (line.kind === 'record' || line.kind === 'aside' || line.kind === 'header') {
      const isRecord = line.kind === 'record'
      rows.push({
        row,
        kind: isRecord ? 'record' : 'aside',
        cells: line.cells,
        truth: isRecord ? (line.truth ?? null) : null,
      })
    }
    return line.raw ?? writeCells(line.cells, writing).join(writing.delimiter)
  })
  return {
    text: written.join(writing.newline),
    rows: rows.filter(({ row }) => row > headerRow),
    headerRow,
    countedUpTo,
  }
}
