import { maxImportRows } from '../../shared/ipc/imports.ts'
import { type Answers, answerTo, type LeftOutRow, type Question, rowNumbers } from '../../shared/tables/doubts.ts'
import { nameUnder } from '../../shared/tables/header-rows.ts'
import { type CellType, rowText, type SheetRow } from '../../shared/tables/split.ts'
import { openWorkbook, type PartReader, readXml, TooLargeWorkbook, unreadable } from './workbook-parts.ts'

export type Workbook = {
  /** Names in the workbook's order. */
  sheets: string[]
  /** Those that are not hidden. */
  visible: string[]
  /** The sheet that was read. */
  sheet: string
  rows: SheetRow[]
  questions: Question[]
  leftOut: LeftOutRow[]
  remarks: SheetRemarks
}

/** Facts about a sheet that the reader of its rows should know. */
export type SheetRemarks = {
  /** The number of hidden columns that have content; they are read like the others. */
  hiddenColumns: number
  /** The number of cells that are merged over several columns beside other content of their row. */
  mergedAcross: number
  /** Rows whose names of columns go on in the row below, which is read with them, and the texts of both. */
  twoRowNames: { row: number; texts: string[] }[]
  /** Rows with a formula that has no stored value. */
  uncalculated: number[]
}

/** The last column of a spreadsheet is XFD. */
const maxColumns = 16_384

/**
 * Reads one sheet of an .xlsx workbook: texts, numbers and dates as typed, formulas by their stored value. Null if the bytes are no
 * workbook.
 *
 * @param options.name - the sheet to read; null for the first visible one
 * @param options.onCut - called where a sheet has more rows than are read; without it that is an error
 * @throws AppError `import/unreadable` for another kind of workbook, or one that is damaged or beyond the limits
 */
export async function readWorkbook(
  bytes: Uint8Array,
  { name, answers, onCut }: { name: string | null; answers: Answers; onCut?: () => void },
): Promise<Workbook | null> {
  const opened = await openWorkbook(bytes)
  if (opened === null) return null
  const { part, deadline } = opened
  const links = await readLinks(part, deadline)
  const listed = (await readSheetList(part, deadline)).map((sheet) => ({ ...sheet, path: links.get(sheet.link) ?? '' }))
  const chosen = listed.find((sheet) => sheet.name === name) ?? listed.find(({ isHidden }) => !isHidden) ?? listed[0]
  if (chosen === undefined) throw unreadable('The workbook has no sheet.', 'Choose another file.')
  const strings = await readStrings(part, deadline)
  const styles = await readStyles(part, deadline)
  const sheet = await readSheetPart(part, chosen.path, {
    ...{ strings, styles, is1904: chosen.is1904, deadline, onCut },
  })
  const visible = listed.filter(({ isHidden }) => !isHidden).map((each) => each.name)
  return { sheets: listed.map((each) => each.name), visible, sheet: chosen.name, ...applyAnswers(sheet, answers) }
}

/** The questions about a sheet by their ids, about its rows with these numbers. */
export const sheetQuestions: Readonly<Record<'hidden-rows' | 'merged-cells', (rows: number[]) => Question>> = {
  'hidden-rows': (rows) => ({
    id: 'hidden-rows',
    rows,
    column: null,
    text: `The sheet hides ${rowNumbers(rows)}.`,
    choices: [
      { value: 'take', label: 'Read hidden rows as well' },
      { value: 'leave', label: 'Leave hidden rows out' },
    ],
  }),
  'merged-cells': (rows) => ({
    id: 'merged-cells',
    rows,
    column: null,
    text: `Cells are merged over several rows, from ${rowNumbers(rows)} on.`,
    choices: [
      { value: 'each', label: 'Their text belongs to each of the rows' },
      { value: 'first', label: 'Their text belongs to the first row' },
    ],
  }),
}

/** Sentences about hidden columns, merged cells and formulas without a value. */
export function remarksInWords({ hiddenColumns, mergedAcross, twoRowNames, uncalculated }: SheetRemarks): string[] {
  const words: string[] = []
  if (twoRowNames.length > 0)
    words.push(
      `Names of columns that are merged over two rows are read as one, from ${rowNumbers(twoRowNames.map(({ row }) => row))} on.`,
    )
  if (mergedAcross > 0)
    words.push(`${mergedAcross === 1 ? 'One cell is' : `${mergedAcross} cells are`} merged over several columns.`)
  if (hiddenColumns > 0)
    words.push(
      hiddenColumns === 1
        ? 'One column is hidden; it is read like the others.'
        : `${hiddenColumns} columns are hidden; they are read like the others.`,
    )
  if (uncalculated.length > 0)
    words.push(`A formula in ${rowNumbers(uncalculated)} has no stored value: its cell is read as empty.`)
  return words
}

/** Why a hidden row is left out. */
export const hiddenRow = 'The sheet hides it.'

/** The paths of the workbook's parts by the ids of their relationships. */
async function readLinks(part: PartReader, deadline: number): Promise<Map<string, string>> {
  const links = new Map<string, string>()
  await readXml(await part('xl/_rels/workbook.xml.rels'), deadline, {
    open(name, { Id = '', Target = '' }) {
      if (name !== 'Relationship') return
      links.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  return links
}

async function readSheetList(part: PartReader, deadline: number) {
  const sheets: { name: string; link: string; isHidden: boolean; is1904: boolean }[] = []
  let is1904 = false
  await readXml(await part('xl/workbook.xml'), deadline, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isTrue(attributes.date1904)
      if (name !== 'sheet') return
      const link = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1] ?? ''
      sheets.push({
        name: attributes.name ?? '',
        link,
        isHidden: (attributes.state ?? 'visible') !== 'visible',
        is1904,
      })
    },
  })
  return sheets
}

const isTrue = (text: string | undefined) => text === '1' || text === 'true'

/** The workbook's shared texts; the reading aids of Japanese texts are left out. */
export async function readStrings(part: PartReader, deadline: number): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let [isText, isAid] = [false, false]
  await readXml(await part('xl/sharedStrings.xml'), deadline, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') isAid = true
      isText = name === 't' && !isAid
    },
    text(more) {
      if (isText) text += more
    },
    close(name) {
      if (name === 't') isText = false
      if (name === 'rPh') isAid = false
      if (name === 'si') strings.push(unescaped(text))
    },
  })
  return strings
}

/** Workbooks write control characters as `_x000D_`. */
const unescaped = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** By cell style: whether it shows a date or a percentage, the number of digits to which it pads a number with zeros, and a currency other than the dollar; empty for none. */
type Style = { isDate: boolean; isPercent: boolean; zeros: number; currency: string }

async function readStyles(part: PartReader, deadline: number): Promise<Style[]> {
  const formats = new Map<number, string>()
  const styles: Style[] = []
  let isInCells = false
  await readXml(await part('xl/styles.xml'), deadline, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') formats.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') isInCells = true
      if (name !== 'xf' || !isInCells) return
      const id = Number(numFmtId)
      const format = formats.get(id) ?? ''
      styles.push({
        isDate: isDateFormat(id, format),
        isPercent: id === 9 || id === 10 || format.replace(/"[^"]*"|\\.|_.|\*./g, '').includes('%'),
        zeros: /^0{2,}$/.test(format) ? format.length : 0,
        currency: currencyOf(format),
      })
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return styles
}

/** The formats of dates that every workbook knows by number, and those whose code has a day, a month or a year. */
function isDateFormat(id: number, format: string): boolean {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return true
  const code = format.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return /[dy]/i.test(code) || /m{3,}/i.test(code)
}

/** The currency that a format writes beside a number, such as `€` of `[$€-407] #,##0.00`: the cell itself does not have it. */
function currencyOf(format: string): string {
  const written = /\[\$([^\]-]+)(?:-[0-9A-F]+)?\]/i.exec(format)?.[1] ?? /[€£¥]/.exec(format)?.[0] ?? ''
  const currency = written.trim()
  return /^(?:US)?\$$|^USD$/i.test(currency) ? '' : currency
}

type SheetContent = {
  rows: SheetRow[]
  hidden: number[]
  /** First and last of columns that are hidden, from 0. */
  hiddenColumns: { first: number; last: number }[]
  merged: { first: Place; last: Place }[]
  /** Rows with a formula that has no stored value. */
  uncalculated: number[]
}

type Place = { row: number; column: number }
type SheetOptions = {
  strings: readonly string[]
  styles: readonly Style[]
  is1904: boolean
  deadline: number
  onCut: (() => void) | undefined
}

async function readSheetPart(
  part: PartReader,
  path: string,
  { strings, styles, is1904, deadline, onCut }: SheetOptions,
): Promise<SheetContent> {
  const bytes = await part(path)
  if (bytes === null) throw unreadable('The sheet is missing from the workbook.', 'Choose another sheet.')
  const content: SheetContent = { rows: [], hidden: [], hiddenColumns: [], merged: [], uncalculated: [] }
  let row = { row: 0, cells: [] as string[], types: [] as CellType[] }
  let cell = { column: 0, type: 'n', style: 0, text: '', isFormula: false }
  let isValue = false
  let isAid = false
  await readXml(bytes, deadline, {
    open(name, attributes) {
      if (name === 'row') {
        row = { row: attributes.r === undefined ? row.row + 1 : Number(attributes.r), cells: [], types: [] }
        if (isTrue(attributes.hidden) || Number(attributes.ht ?? 1) === 0) content.hidden.push(row.row)
      } else if (name === 'c') {
        const column = attributes.r === undefined ? row.cells.length : placeOf(attributes.r).column
        cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), text: '', isFormula: false }
      } else if (name === 'f') cell.isFormula = true
      else if (name === 'rPh') isAid = true
      else if (name === 'v' || name === 't') isValue = !isAid
      else if (name === 'col' && (isTrue(attributes.hidden) || Number(attributes.width ?? 1) === 0))
        content.hiddenColumns.push({ first: Number(attributes.min) - 1, last: Number(attributes.max) - 1 })
      else if (name === 'mergeCell') {
        const [first = '', last = first] = (attributes.ref ?? '').split(':')
        content.merged.push({ first: placeOf(first), last: placeOf(last) })
      }
    },
    text(text) {
      if (isValue) cell.text += text
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'rPh') isAid = false
      else if (name === 'c' && cell.column < maxColumns) {
        // A formula whose result is an empty text is stored as a text.
        const isUncalculated = cell.isFormula && cell.text === '' && cell.type !== 'str'
        if (isUncalculated) content.uncalculated.push(row.row)
        while (row.cells.length < cell.column) {
          row.cells.push('')
          row.types.push(null)
        }
        const [text, type] = cellValue(cell, { strings, style: styles[cell.style], is1904 })
        row.cells[cell.column] = text
        row.types[cell.column] = isUncalculated ? 'formula' : type
      } else if (name === 'row' && row.cells.some((text) => text.trim() !== '')) {
        if (content.rows.length <= maxImportRows + 1000) content.rows.push(row)
        else if (onCut) onCut()
        else {
          const most = maxImportRows.toLocaleString('en-US')
          throw new TooLargeWorkbook(`The sheet has more than ${most} rows.`, 'Split it into smaller files.')
        }
      }
    },
  })
  return content
}

/** Row (from 1) and column (from 0) of a reference such as `AB12`. */
function placeOf(reference: string): Place {
  const [, letters = '', digits = '0'] = /^\$?([A-Z]{1,3})\$?(\d+)$/.exec(reference) ?? []
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(digits), column: Math.max(0, column) }
}

type CellContext = { strings: readonly string[]; style: Style | undefined; is1904: boolean }

function cellValue(
  { type, text }: { type: string; text: string },
  { strings, style, is1904 }: CellContext,
): [string, CellType] {
  if (type === 's') return [strings[Number(text)] ?? '', null]
  if (type === 'b') return [text === '' ? '' : isTrue(text) ? 'TRUE' : 'FALSE', null]
  if (type === 'd') return [text, 'date']
  if (type !== 'n') return [unescaped(text), null]
  const number = Number(text)
  if (text === '' || !Number.isFinite(number)) return [text, null]
  if (style?.isDate) return [dateOf(number, is1904), 'date']
  if (style && style.zeros > 0 && Number.isInteger(number) && number >= 0)
    return [plainNumber(number).padStart(style.zeros, '0'), null]
  if (style && style.currency !== '' && Math.abs(number) < 1e15)
    return [`${number < 0 ? '-' : ''}${style.currency} ${plainNumber(Math.abs(number))}`, 'number']
  return [plainNumber(number), style?.isPercent ? 'percent' : 'number']
}

/** All digits of a number. One of 16 digits or more has lost some when it was typed, and is left as spreadsheets show that. */
function plainNumber(number: number): string {
  if (Math.abs(number) >= 1e15)
    return number
      .toExponential()
      .replace(/e([+-])(\d)$/, 'e$10$2')
      .toUpperCase()
  const text = String(number)
  return text.includes('e') ? number.toFixed(20).replace(/0+$/, '') : text
}

/** The day that a workbook counts, as `YYYY-MM-DD`, with the time of day if there is one. */
function dateOf(days: number, is1904: boolean): string {
  const counted = is1904 ? days + 1462 : days
  if (counted < 1) return '1900-01-00'
  const at = new Date(Date.UTC(1899, 11, counted < 60 ? 31 : 30) + Math.round(counted * 86_400) * 1000)
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999) return String(days)
  const iso = at.toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 16)
}

/** Asks about hidden rows and cells merged over several rows, and applies the answers. */
function applyAnswers(
  content: SheetContent,
  answers: Answers,
): Pick<Workbook, 'rows' | 'questions' | 'leftOut' | 'remarks'> {
  const { hidden, merged, uncalculated, hiddenColumns } = content
  const questions: Question[] = []
  const leftOut: LeftOutRow[] = []
  let rows = content.rows
  const hiddenRows = hidden.filter((number) => rows.some(({ row }) => row === number))
  if (hiddenRows.length > 0) {
    const question = sheetQuestions['hidden-rows'](hiddenRows)
    questions.push(question)
    if (answerTo(question, answers) === 'leave') {
      const isHidden = new Set(hiddenRows)
      for (const row of rows.filter(({ row: number }) => isHidden.has(number)))
        leftOut.push({ row: row.row, text: rowText(row), why: hiddenRow })
      rows = rows.filter(({ row }) => !isHidden.has(row))
    }
  }
  const filled = new Map(content.rows.map(({ row, cells }) => [row, cells.filter((text) => text.trim() !== '').length]))
  const names = joinNames(content, rows)
  rows = names.rows
  leftOut.push(...names.leftOut)
  const isName = ({ row }: Place) => names.twoRowNames.some((one) => one.row === row)
  const tall = merged.filter(({ first, last }) => last.row > first.row && !isName(first))
  if (tall.length > 0) {
    const question = sheetQuestions['merged-cells']([...new Set(tall.map(({ first }) => first.row))])
    questions.push(question)
    if (answerTo(question, answers) === 'each') rows = repeatMerged(rows, tall)
  }
  // A title over the whole table is the only text of its row.
  const wide = merged.filter(
    ({ first, last }) => last.row === first.row && (filled.get(first.row) ?? 0) > 1 && !isName(first),
  )
  const spans = Map.groupBy(wide, ({ first }) => first.row)
  rows = rows.map((row) => {
    const ofRow = spans.get(row.row)?.map(({ first, last }) => ({ first: first.column, last: last.column }))
    return ofRow ? { ...row, spans: ofRow } : row
  })
  const widest = content.rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const columns = hiddenColumns.flatMap(({ first, last }) =>
    Array.from({ length: Math.max(0, Math.min(last, widest - 1) - first + 1) }, (_, at) => first + at),
  )
  const withContent = columns.filter((at) => content.rows.some(({ cells }) => (cells[at] ?? '').trim() !== ''))
  const remarks = {
    hiddenColumns: withContent.length,
    mergedAcross: wide.length,
    twoRowNames: names.twoRowNames,
    uncalculated: [...new Set(uncalculated)],
  }
  return { rows, questions, leftOut, remarks }
}

/** Why the second row of names of columns is left out. */
const restOfNames = 'It goes on with the names of the columns above it.'

/**
 * Joins names of columns over two rows: at least two cells are merged over both, the others have one text in the second row for each column,
 * and neither row has a number. A name that is merged over several columns begins the name of each.
 */
function joinNames(
  { merged }: SheetContent,
  rows: readonly SheetRow[],
): { rows: SheetRow[]; leftOut: LeftOutRow[] } & Pick<SheetRemarks, 'twoRowNames'> {
  const byNumber = new Map(rows.map((row) => [row.row, row]))
  const pairs = Map.groupBy(
    merged.filter(({ first, last }) => last.row === first.row + 1 && last.column === first.column),
    ({ first }) => first.row,
  )
  const joined = new Map<number, SheetRow>()
  const below = new Set<number>()
  for (const [number, tall] of pairs) {
    const [upper, lower] = [byNumber.get(number), byNumber.get(number + 1)]
    if (upper === undefined || lower === undefined || tall.length < 2 || joined.has(number - 1)) continue
    const isText = ({ types = [] }: SheetRow) => types.every((type) => type === null)
    const isFilled = (row: SheetRow, at: number) => (row.cells[at] ?? '').trim() !== ''
    if (!isText(upper) || !isText(lower) || tall.some(({ first }) => !isFilled(upper, first.column))) continue
    const wide = merged.filter(
      ({ first, last }) => first.row === number && last.row === number && last.column > first.column,
    )
    const headOf = (at: number) =>
      wide.find(({ first, last }) => first.column <= at && at <= last.column)?.first.column ?? at
    const width = Math.max(upper.cells.length, lower.cells.length)
    const cells = Array.from({ length: width }, (_, at) =>
      nameUnder((upper.cells[headOf(at)] ?? '').trim(), (lower.cells[at] ?? '').trim()),
    )
    if (!lower.cells.some((text) => text.trim() !== '')) continue
    joined.set(number, { ...upper, cells, types: cells.map(() => null) })
    below.add(number + 1)
  }
  return {
    rows: rows.flatMap((row) => (below.has(row.row) ? [] : [joined.get(row.row) ?? row])),
    leftOut: rows.flatMap((row) =>
      below.has(row.row) ? [{ row: row.row, text: rowText(row), why: restOfNames }] : [],
    ),
    twoRowNames: [...joined.keys()].map((row) => ({
      row,
      texts: [row, row + 1].flatMap((number) => byNumber.get(number)?.cells ?? []),
    })),
  }
}

/** Every row of a merged cell has its text and what the workbook knows of it, such as that it is a percentage. */
function repeatMerged(rows: readonly SheetRow[], tall: SheetContent['merged']): SheetRow[] {
  const byNumber = new Map(
    rows.map((row) => [row.row, { ...row, cells: [...row.cells], types: [...(row.types ?? [])] }]),
  )
  for (const { first, last } of tall) {
    const merged = byNumber.get(first.row)
    for (let number = first.row + 1; number <= Math.min(last.row, first.row + maxImportRows); number++) {
      const row = byNumber.get(number)
      if (row === undefined) continue
      while (row.cells.length <= first.column) {
        row.cells.push('')
        row.types.push(null)
      }
      row.cells[first.column] = merged?.cells[first.column] ?? ''
      row.types[first.column] = merged?.types[first.column] ?? null
    }
  }
  return [...byNumber.values()]
}
