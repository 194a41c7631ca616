import type { Matrix, PrintedLine, SheetRow } from './split.ts'

/** A piece of text at its place on a page: points from the page's left and lower edge. `isUnsure`: it was read from a picture, and may be another one. */
export type PlacedText = { text: string; x: number; y: number; width: number; size: number; isUnsure?: boolean }

/** A page with its texts that are not turned. */
export type PlacedPage = {
  /** From 1. */
  page: number
  texts: readonly PlacedText[]
  /** Of a scan: takes the places of its texts to points of the page. */
  toPage?: Matrix
}

/** A part of a page, in points from its left and lower edge. */
export type PageBox = { left: number; bottom: number; right: number; top: number }

/** The part of a page that texts of one of its lines take. */
export function boxOf({ y, size, toPage }: PrintedLine, texts: PrintedLine['texts']): PageBox {
  // Letters reach below the line that they stand on.
  const [bottom, top] = [y - size * 0.3, y + size * 0.95]
  const [left, right] = [Math.min(...texts.map(({ from }) => from)), Math.max(...texts.map(({ to }) => to))]
  if (toPage === undefined) return { left, bottom, right, top }
  const [a, b, c, d, e, f] = toPage
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((up) => [a * x + c * up + e, b * x + d * up + f] as const),
  )
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, up]) => up)]
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) }
}

export type PlacedRows = {
  rows: SheetRow[]
  /** Lines that are printed on several pages at the same place, each once. */
  repeated: string[]
  /** Lines of which it is not certain whether they go on with the row above. */
  unclear: Place[]
}

type Place = { page: number; line: number }

type Cell = { text: string; from: number; to: number; isUnsure?: boolean }
type Line = { page: number; number: number; y: number; size: number; cells: Cell[]; toPage?: Matrix }

/** Cells in a line from which it takes part in finding columns. */
const tableCells = 3

/**
 * Makes rows of cells from texts and their places: texts of one height are a line, wide gaps divide it into cells, and gaps that all lines of a table have
 * in common divide its columns. A name that is wrapped becomes one cell again where it is certain, and lines that every page repeats are taken out.
 *
 * @param isHeader - true for a name of a column: a line with one begins a table
 */
export function rowsOfPages(pages: readonly PlacedPage[], isHeader: (text: string) => boolean): PlacedRows {
  const lines = pages.flatMap(linesOf)
  const { kept, repeated } = withoutRepeated(lines, pages.length)
  const unclear: Place[] = []
  const rows = blocksOf(kept, isHeader).flatMap((block) => rowsOf(block, unclear))
  return { rows: rows.map((row, at) => ({ ...row, row: at + 1 })), repeated, unclear }
}

/** The lines of a page from its top. */
function linesOf({ page, texts, toPage }: PlacedPage): Line[] {
  const filled = texts.filter(({ text }) => text.trim() !== '').toSorted((one, other) => other.y - one.y)
  const groups: PlacedText[][] = []
  for (const text of filled) {
    const group = groups.at(-1)
    const first = group?.[0]
    if (group && first && first.y - text.y < Math.min(first.size, text.size) * 0.35) group.push(text)
    else groups.push([text])
  }
  return groups.map((group, at) => {
    const size = Math.max(...group.map((each) => each.size))
    const line = { page, number: at + 1, y: group[0]?.y ?? 0, size, cells: cellsOf(group, size) }
    return toPage ? { ...line, toPage } : line
  })
}

/** Joins the texts of a line that are closer than a wide blank; a sign of an amount belongs to the number beside it. */
function cellsOf(texts: readonly PlacedText[], size: number): Cell[] {
  const cells: Cell[] = []
  for (const { text, x, width, isUnsure } of texts.toSorted((one, other) => one.x - other.x)) {
    const last = cells.at(-1)
    const gap = last ? x - last.to : 0
    // A dash apart from the number beside it says that its own cell is empty.
    const isSign =
      last !== undefined &&
      (/^[-−–]?[$€£(]+[-−–]?$/.test(last.text.trim()) || (/^[-−–]$/.test(last.text.trim()) && gap < size * 1.5)) &&
      /^[\d(.$-]/.test(text.trim())
    const closes = last !== undefined && /^\)|^%$/.test(text.trim()) && gap < size * 2
    if (last && (gap < size * 0.75 || isSign || closes)) {
      const blank = gap > size * 0.12 && !isSign && !closes ? ' ' : ''
      last.text = `${last.text}${blank}${text}`.replace(/ {2,}/g, ' ')
      last.to = Math.max(last.to, x + width)
      if (isUnsure) last.isUnsure = true
    } else cells.push({ text: text.trimStart(), from: x, to: x + width, ...(isUnsure ? { isUnsure } : {}) })
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.trim() }))
}

/** A page number is not what a line says. */
const withoutPageNumbers = (text: string): string =>
  text.replace(
    /\b(?:page|seite)\s*\d+(?:\s*(?:of|von|\/)\s*\d+)?|^\s*-?\s*\d{1,3}\s*-?\s*$|\b\d+\s*(?:of|\/)\s*\d+\s*$/gi,
    '#',
  )

/**
 * Takes out lines that pages repeat at the same place, such as their number. The first page with one keeps what is at its head, such as the account; a line that comes
 * again after pages without it is kept, since it may say that these pages go on with another account. The names of columns are kept on all pages.
 */
function withoutRepeated(lines: readonly Line[], pageCount: number): { kept: Line[]; repeated: string[] } {
  if (pageCount < 2) return { kept: [...lines], repeated: [] }
  const wordsOf = ({ cells }: Line) => cells.map(({ text }) => withoutPageNumbers(text)).join(' ')
  const keyOf = (line: Line) => `${Math.round(line.y / 4)} ${wordsOf(line)}`
  const pagesBy = new Map<string, Set<number>>()
  for (const line of lines) pagesBy.set(keyOf(line), (pagesBy.get(keyOf(line)) ?? new Set()).add(line.page))
  const middle = (Math.max(...lines.map(({ y }) => y)) + Math.min(...lines.map(({ y }) => y))) / 2
  const [kept, repeated]: [Line[], string[]] = [[], []]
  for (const line of lines) {
    const on = pagesBy.get(keyOf(line)) ?? new Set()
    const [first, last] = [Math.min(...on), Math.max(...on)]
    const isUnbroken = last - first + 1 === on.size || line.y <= middle
    const isRepeated =
      on.size > 1 && on.size >= pageCount / 2 && isUnbroken && line.cells.length < tableCells + 1 && !hasAmount(line)
    const isFirst = line.page === first && line.y > middle
    if (isRepeated && !isFirst) repeated.push(line.cells.map(({ text }) => text).join(' '))
    else kept.push(line)
  }
  return { kept, repeated: [...new Set(repeated.map(withoutPageNumbers))] }
}

const hasAmount = ({ cells }: Line) => cells.some(({ text }) => /\d[\d,]*\.\d{2}\b/.test(text))

type Column = { from: number; to: number }
type Block = { lines: Line[]; columns: Column[] }

/** Divides lines into blocks, each with columns of its own: a line of which a cell would join two columns begins another block. */
function blocksOf(lines: readonly Line[], isHeader: (text: string) => boolean): Block[] {
  const blocks: Block[] = []
  let waiting: Line[] = []
  for (const line of lines) {
    const block = blocks.at(-1)
    if (line.cells.length < tableCells) {
      waiting.push(line)
      continue
    }
    const texts = line.cells.map(({ text }) => text)
    const begins = !texts.some((text) => /\d/.test(text)) && texts.some(isHeader)
    const isAfterAmounts = block?.lines.at(-1)?.cells.some(({ text }) => isAmount(text)) ?? false
    const own = block && !(begins && isAfterAmounts) ? columnsFor(line, block.columns) : null
    if (block && own) {
      block.lines.push(...waiting, line)
      block.columns = widened(block.columns, line, own)
    } else {
      blocks.push({ lines: [...waiting, line], columns: line.cells.map(({ from, to }) => ({ from, to })) })
    }
    waiting = []
  }
  const last = blocks.at(-1)
  if (last) last.lines.push(...waiting)
  else if (waiting.length > 0) blocks.push({ lines: waiting, columns: [{ from: 0, to: Number.POSITIVE_INFINITY }] })
  return blocks
}

const overlap = (one: Column, other: Column): number => Math.min(one.to, other.to) - Math.max(one.from, other.from)

/**
 * The column of each cell by its place: the one that it overlaps, or else the nearest free one between those of its neighbours, since a name may be at the left of
 * its column and an amount at the right. `null`: a new column. The whole is null if a cell is in two columns, or two cells are in one.
 */
function columnsFor({ cells }: Line, columns: readonly Column[]): (number | null)[] | null {
  const overlapped = cells.map((cell) => columns.flatMap((column, at) => (overlap(cell, column) > 0 ? [at] : [])))
  const sole = overlapped.map(([at = null]) => at)
  const known = sole.filter((at) => at !== null)
  if (overlapped.some(({ length }) => length > 1) || new Set(known).size < known.length) return null
  let lower = -1
  return cells.map((cell, index) => {
    const upper = sole.slice(index).find((at) => at !== null) ?? columns.length
    const free = columns.flatMap((column, at) => (at > lower && at < upper ? [{ at, column }] : []))
    const gap = ({ column }: { column: Column }) => Math.max(column.from - cell.to, cell.from - column.to)
    const nearest = free.toSorted((one, other) => gap(one) - gap(other))[0]?.at ?? null
    const at = sole[index] ?? nearest
    lower = at ?? lower
    return at
  })
}

function widened(columns: readonly Column[], { cells }: Line, own: readonly (number | null)[]): Column[] {
  const all = columns.map((column) => ({ ...column }))
  for (const [index, cell] of cells.entries()) {
    const at = own[index] ?? null
    const column = at === null ? undefined : all[at]
    if (column) Object.assign(column, { from: Math.min(column.from, cell.from), to: Math.max(column.to, cell.to) })
    else all.push({ from: cell.from, to: cell.to })
  }
  return all.toSorted((one, other) => one.from - other.from)
}

/** A line with its cells by columns, and the texts that they are of; `isWide`: one of them reaches over several columns. */
type Placed = { line: Line; cells: string[]; texts: PrintedLine['texts']; isWide: boolean }

/** Lines of one text are this close, in sizes of their letters; rows of a table with space between them are not. */
const lineStep = 1.35

/** The rows of a block: each cell in its column, and texts over several lines in the row that they belong to. */
function rowsOf({ lines, columns }: Block, unclear: Place[]): Omit<SheetRow, 'row'>[] {
  const groups: Placed[][] = []
  for (const line of lines) {
    const last = groups.at(-1)?.at(-1)?.line
    const placed = { line, ...inColumns(line, columns) }
    const isClose = last && last.page === line.page && last.y - line.y <= Math.max(last.size, line.size) * lineStep
    if (isClose) groups.at(-1)?.push(placed)
    else groups.push([placed])
  }
  return groups.flatMap((group) => {
    const merged = mergedRow(group)
    if (merged === null) unclear.push(...loosePlaces(group))
    const rows = merged === null ? group : [merged]
    return rows.map(({ line, cells, texts }) => {
      const { y, size, toPage } = line
      return { cells, place: { ...placeOf(line), printed: { y, size, texts, ...(toPage ? { toPage } : {}) } } }
    })
  })
}

const placeOf = ({ page, number }: Line): Place => ({ page, line: number })

const isAmount = (text: string): boolean => /^[-−–]?[($€£]*[-−–]?\d[\d.,]*[)%]*$/.test(text)

/** A line that is a row by itself: a name or an amount beside another amount. */
const isAnchor = ({ cells }: Placed): boolean => cells.filter((text) => text !== '').length > 1 && cells.some(isAmount)

/**
 * The one row of lines that are close together; null if they are several, or if that is not certain. Beside the line with the amounts there may be texts below it
 * in its columns, and texts around its middle.
 */
function mergedRow(group: readonly Placed[]): Placed | null {
  const [first] = group
  if (first === undefined || group.length === 1) return first ?? null
  if (group.some(({ isWide }) => isWide)) return null
  const anchors = group.filter(isAnchor)
  const filled = first.cells.flatMap((_, at) => (group.some(({ cells }) => cells[at] !== '') ? [at] : []))
  const [anchor] = anchors
  if (anchors.length > 1 || (anchor === undefined && filled.length < tableCells)) return null
  if (anchor !== undefined) {
    const at = group.indexOf(anchor)
    const isIn = (lines: readonly Placed[], column: number) => lines.some(({ cells }) => (cells[column] ?? '') !== '')
    const [above, below] = [group.slice(0, at), group.slice(at + 1)]
    // A title right above a row is no part of it.
    if (filled.some((column) => isIn(above, column) && !isIn(below, column))) return null
  }
  const cells = first.cells.map((_, at) =>
    group
      .map((each) => each.cells[at] ?? '')
      .filter((text) => text !== '')
      .join(' '),
  )
  const { line, texts } = anchor ?? first
  return { line, cells, texts, isWide: false }
}

/** Lines that go on with the row above, of which it is not certain that they do. In a table without space between its rows a text in its first column may be a title. */
function loosePlaces(group: readonly Placed[]): Place[] {
  const isSole = group.filter(isAnchor).length === 1
  return group.flatMap((placed, at) => {
    const above = group[at - 1]
    const filled = placed.cells.flatMap((text, column) => (text === '' ? [] : [{ text, column }]))
    const [only] = filled
    if (isAnchor(placed) || only === undefined || above === undefined || filled.some(({ text }) => isAmount(text)))
      return []
    const goesOn = filled.length === 1 && only.column > 0 && isAnchor(above) && above.cells[only.column] !== ''
    return goesOn || (isSole && group.slice(0, at).some(isAnchor)) ? [placeOf(placed.line)] : []
  })
}

/** The cells of a line by columns; a text over several columns is in the first of them, and an amount in the last. */
function inColumns({ cells }: Line, columns: readonly Column[]): Omit<Placed, 'line'> {
  const row = columns.map(() => '')
  const texts: PrintedLine['texts'][number][] = []
  let isWide = false
  for (const cell of cells) {
    const within = columns.flatMap((column, at) => (overlap(cell, column) > 0 ? [at] : []))
    const distance = (one: Column) => Math.max(one.from - cell.to, cell.from - one.to)
    const nearest = columns.reduce((best, column, at) => {
      const known = columns[best]
      return known && distance(known) <= distance(column) ? best : at
    }, 0)
    const at = (isAmount(cell.text) ? within.at(-1) : within[0]) ?? nearest
    if (within.length > 1) isWide = true
    row[at] = [row[at], cell.text].filter((text) => text !== '').join(' ')
    texts.push({ ...cell, column: at })
  }
  return { cells: row, texts, isWide }
}
