import { AppError } from '../../shared/domain/app-error.ts'
import { maxStatementRows } from '../../shared/ipc/statement-files.ts'
import { readPdf, readScannedPdf } from '../../shared/statements/read-pdf.ts'
import { readStatement } from '../../shared/statements/read-statement.ts'
import type { ConfirmedTexts, ScanFigure } from '../../shared/statements/scan-figures.ts'
import { joinSheets, type StatementSheet, statementContent } from '../../shared/statements/source.ts'
import type { Statement, StatementReading } from '../../shared/statements/statement.ts'
import { type Answers, answerTo, type LeftOutRow, type Question } from '../../shared/tables/doubts.ts'
import type { PlacedPage } from '../../shared/tables/placed-rows.ts'
import type { SheetRow } from '../../shared/tables/split.ts'
import { readWorkbook, remarksInWords, type SheetRemarks, sheetQuestions, type Workbook } from '../imports/workbook.ts'
import { type BesideCells, readBesideCells } from '../imports/workbook-texts.ts'
import type { UnreadableText } from '../texts/text-reader.ts'

export type FileToRead = {
  bytes: Uint8Array
  name: string
  /** Answers to questions of this file, and of files with the same headers. */
  answers: Answers
  /** `YYYY-MM-DD` */
  today: string
}

/**
 * The pages of a PDF with the places of their texts, and why they cannot be read; null if they can. `confirmed`: of a scan whose words were read, the texts that a
 * person confirmed; null for a PDF with texts.
 */
export type PdfPages = {
  pages: PlacedPage[]
  problem: 'scan' | 'protected' | UnreadableText | null
  confirmed: ConfirmedTexts | null
}

export type FileReading = {
  reading: StatementReading
  /** Rows with content as they are in the file; empty for OFX, whose positions are its rows. */
  rows: SheetRow[]
  /** Sheets of a workbook that were not read: hidden ones, and those beyond the most that are read. */
  otherSheets: { name: string; isHidden: boolean }[]
  /** True if hidden sheets were read, since the advisor wants them. */
  readsHidden: boolean
  /** True for a workbook with comments, pictures or other parts that are not read, and for a PDF, which may have them. */
  hasOtherParts: boolean
  /** Sentences about hidden columns, merged cells and formulas without a value in a workbook. */
  remarks: string[]
  /** True for a workbook with a hidden column that has content. */
  hidesColumns: boolean
  /** Of a scan: the texts that the user has to confirm, null while its words are not read. Null for any other file. */
  scan: { figures: ScanFigure[] | null } | null
}

/** The most visible sheets of a workbook that are read. */
const mostSheets = 40
/** The answer by which the hidden sheets of a file are read as well: `read`. */
const hiddenSheets = 'hidden-sheets'
const noSheets = {
  ...{ otherSheets: [], readsHidden: false, hasOtherParts: false, remarks: [], hidesColumns: false },
  scan: null,
}

/**
 * Reads the bytes of a custodian's file: text, a workbook or OFX. Of a workbook it reads all visible sheets as one, and
 * the hidden ones if the answers say so.
 *
 * @throws AppError `import/unreadable` for a damaged workbook, and for more rows than a statement may have
 */
export async function readBytes(
  { bytes, name, answers, today }: FileToRead,
  pdf: PdfPages | null = null,
): Promise<FileReading> {
  if (pdf !== null) return { ...noSheets, hasOtherParts: true, ...readPages(pdf, { name, answers, today }) }
  const content = statementContent(bytes)
  if (content.is === 'pdf') throw new Error('A PDF is read by its pages.')
  if (content.is === 'other') return { reading: content, rows: [], ...noSheets }
  const read = (source: { sheet: StatementSheet } | { ofx: string }) =>
    readStatement({ name, ...source }, { answers, today })
  if (content.is === 'ofx') return { reading: read({ ofx: content.ofx }), rows: [], ...noSheets }
  if (content.is === 'sheet') {
    refuseTooMany(content.sheet.rows.length)
    return { reading: read({ sheet: content.sheet }), rows: content.sheet.rows, ...noSheets }
  }
  const first = await readWorkbook(bytes, { name: null, answers })
  if (first === null) throw unreadable('The workbook is damaged.', 'Open it in a spreadsheet and save it again.')
  const shown = first.visible.length > 0 ? first.visible : [first.sheet]
  const readsHidden = answers[hiddenSheets] === 'read' && shown.length < first.sheets.length
  const names = (readsHidden ? first.sheets : shown).slice(0, mostSheets)
  const sheets: Workbook[] = []
  for (const sheet of names) {
    const workbook = sheet === first.sheet ? first : await readWorkbook(bytes, { name: sheet, answers })
    if (workbook !== null) sheets.push(workbook)
    refuseTooMany(sheets.reduce((sum, { rows }) => sum + rows.length, 0))
  }
  const beside = await readBesideCells(bytes)
  const { sheet, offsets } = joinSheets(sheets.map((each) => ({ name: each.sheet, rows: each.rows })))
  const remarks = joinRemarks(sheets, offsets)
  return {
    reading: withWorkbooks(read({ sheet }), {
      sheets,
      offsets,
      answers,
      textsBeside: textsBeside(beside, sheet, remarks),
    }),
    rows: sheet.rows,
    otherSheets: first.sheets
      .filter((each) => !names.includes(each))
      .map((each) => ({ name: each, isHidden: !first.visible.includes(each) })),
    readsHidden,
    hasOtherParts: beside?.hasOtherParts ?? false,
    remarks: remarksInWords(remarks),
    hidesColumns: remarks.hiddenColumns > 0,
    scan: null,
  }
}

/** True for the bytes of a PDF. */
export const isPdf = (bytes: Uint8Array): boolean => statementContent(bytes.subarray(0, 1100)).is === 'pdf'

function readPages(
  { pages, problem, confirmed }: PdfPages,
  options: Omit<FileToRead, 'bytes'>,
): Pick<FileReading, 'reading' | 'rows' | 'scan'> {
  if (problem !== null) {
    const scan = problem === 'scan' ? { figures: null } : null
    return { reading: { is: 'other', ...whyUnreadable[problem] }, rows: [], scan }
  }
  const read =
    confirmed === null
      ? { ...readPdf(pages, options), figures: null }
      : readScannedPdf(pages, { ...options, confirmed })
  refuseTooMany(read.rows.length)
  return { reading: read.reading, rows: read.rows, scan: read.figures && { figures: read.figures } }
}

const askForCells = 'Ask the custodian for the positions of the account as a CSV, Excel or OFX file.'

const whyUnreadable: Record<Exclude<PdfPages['problem'], null>, { what: string; nextStep: string }> = {
  scan: {
    what: 'This PDF is a scan: its pages are pictures.',
    nextStep: askForCells,
  },
  protected: { what: 'This PDF has a password.', nextStep: 'Save it without the password, then drop that file.' },
  damaged: { what: 'This PDF is damaged, or it ends too early.', nextStep: 'Download it from the custodian again.' },
  'too-large': { what: 'This PDF has too many pages or characters.', nextStep: askForCells },
  'took-too-long': { what: 'Reading this PDF took longer than a minute.', nextStep: askForCells },
  'needed-too-much-memory': { what: 'Reading this PDF needs too much memory.', nextStep: askForCells },
}

/** The texts of a workbook that no cell shows, also those that no cell has any more. */
function textsBeside(
  beside: BesideCells | null,
  { rows }: StatementSheet,
  { twoRowNames }: SheetRemarks,
): Statement['textsBeside'] {
  const texts = [...rows.flatMap(({ cells }) => cells), ...twoRowNames.flatMap((names) => names.texts)]
  const shown = new Set(texts.map((text) => text.trim()))
  const unused = (beside?.strings ?? []).filter((text) => !shown.has(text.trim()))
  return [...(beside?.texts ?? []), ...unused.map((text) => ({ place: 'text of a cell that is gone', text }))]
}

/** The remarks about all sheets, with the rows as they are numbered together. */
const joinRemarks = (sheets: readonly Workbook[], offsets: readonly number[]): SheetRemarks => ({
  hiddenColumns: sheets.reduce((sum, { remarks }) => sum + remarks.hiddenColumns, 0),
  mergedAcross: sheets.reduce((sum, { remarks }) => sum + remarks.mergedAcross, 0),
  twoRowNames: sheets.flatMap(({ remarks }, at) =>
    remarks.twoRowNames.map((one) => ({ ...one, row: one.row + (offsets[at] ?? 0) })),
  ),
  uncalculated: sheets.flatMap(({ remarks }, at) => remarks.uncalculated.map((row) => row + (offsets[at] ?? 0))),
})

type WorkbookParts = Pick<Statement, 'textsBeside'> & {
  sheets: readonly Workbook[]
  offsets: readonly number[]
  answers: Answers
}

/** The questions of a workbook’s sheets, about hidden rows and merged cells, are questions of the statement. */
function withWorkbooks(
  reading: StatementReading,
  { sheets, offsets, answers, textsBeside }: WorkbookParts,
): StatementReading {
  if (reading.is === 'other') return reading
  const [open, answered]: [Question[], Question[]] = [[], []]
  // One answer holds for all sheets.
  for (const id of ['hidden-rows', 'merged-cells'] as const) {
    const rows = sheets.flatMap(({ questions }, at) =>
      questions.flatMap((one) => (one.id === id ? one.rows.map((row) => row + (offsets[at] ?? 0)) : [])),
    )
    if (rows.length === 0) continue
    const question = sheetQuestions[id](rows)
    if (answerTo(question, answers) === null) open.push(question)
    else answered.push(question)
  }
  const leftOut: LeftOutRow[] = sheets.flatMap((one, at) =>
    one.leftOut.map((row) => ({ ...row, row: row.row + (offsets[at] ?? 0) })),
  )
  const { statement } = reading
  return {
    is: 'statement',
    statement: {
      ...{ ...statement, textsBeside },
      questions: [...open, ...statement.questions],
      answered: [...answered, ...statement.answered],
      leftOut: [...statement.leftOut, ...leftOut],
      rowsIn: statement.rowsIn + leftOut.length,
      isReady: statement.isReady && open.length === 0,
    },
  }
}

function refuseTooMany(rows: number): void {
  if (rows <= maxStatementRows) return
  const most = maxStatementRows.toLocaleString('en-US')
  throw unreadable(
    `The file has more than ${most} rows.`,
    'Export fewer accounts into one file, then drop these files.',
  )
}

const unreadable = (message: string, nextStep: string) => new AppError('import/unreadable', { message, nextStep })
