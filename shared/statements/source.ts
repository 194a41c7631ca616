import { decode } from '../tables/decode.ts'
import { type Sheet, type SheetRow, splitText } from '../tables/split.ts'
import type { OtherFile } from './statement.ts'

/** Rows of cells; `isOpenEnded`: the text ends inside a row, so that its last cell may be cut off. */
export type StatementSheet = Sheet & { isOpenEnded?: boolean }

/** The kind of a file's bytes: text of OFX, rows of text, a workbook or a PDF that is unpacked elsewhere, or no statement. */
export type StatementContent =
  | { is: 'ofx'; ofx: string }
  | { is: 'sheet'; sheet: StatementSheet }
  | { is: 'workbook' }
  | { is: 'pdf' }
  | OtherFile

const positions = 'Ask the custodian for the positions of the account as a CSV, Excel or OFX file.'
const other = (what: string, nextStep = positions): OtherFile => ({ is: 'other', what, nextStep })

const picture = other(
  'This is a picture. A scanned statement is read only as a PDF, whose page is shown beside each figure that you confirm.',
  'Print the picture as a PDF, a page a sheet, and drop that; or ask the custodian for the positions of the account as a CSV, Excel or OFX file.',
)

/** The kind of a file that begins with one of these marks. */
const marks: readonly (readonly [readonly string[], OtherFile])[] = [
  [['\x89PNG', '\xff\xd8\xff', 'GIF8', 'BM', 'II*\0', 'MM\0*', 'RIFF'], picture],
  [['{\\rtf'], other('This is a text document.')],
  [
    ['\x1f\x8b', 'BZh', '7z\xbc\xaf', 'Rar!'],
    other('This is a compressed file.', 'Unpack it, and drop the file that is in it.'),
  ],
  [['SQLite format 3'], other('This is a database.')],
]

/** Recognizes a custodian's file by its bytes, whatever its name is. */
export function statementContent(bytes: Uint8Array): StatementContent {
  if (bytes.length === 0) return other('The file is empty.', 'Download it from the custodian again.')
  const first = String.fromCharCode(...bytes.subarray(0, 1100))
  if (first.includes('%PDF-')) return { is: 'pdf' }
  const known = marks.find(([starts]) => starts.some((start) => first.startsWith(start)))
  if (known && !(first.startsWith('BM') && isText(first))) return known[1]
  if (/^.{4}ftyp/s.test(first)) return other('This is a picture or a film.')
  if (first.startsWith('PK') || first.startsWith('\xd0\xcf\x11\xe0')) return { is: 'workbook' }
  const { text } = decode(bytes)
  const beginning = text.slice(0, 4096)
  if (/^\s*OFXHEADER:|<\?OFX\b|<OFX\s*>/i.test(beginning)) return { is: 'ofx', ofx: text }
  if (
    /^(?:[A-Za-z][A-Za-z-]*:[^\n]*\r?\n(?:[ \t][^\n]*\r?\n)*){2,}/.test(beginning) &&
    /^(?:from|received|return-path|message-id|mime-version):/im.test(beginning)
  )
    return other('This is an e-mail.', 'Save the file that is attached to it, and drop that one.')
  if (/^\s*(?:<!doctype html|<html|<head|<table|<body)/i.test(beginning))
    return other(
      'This is a web page, even if its name says Excel.',
      'Open it in a spreadsheet and save it as an Excel workbook (.xlsx) or as CSV.',
    )
  if (/^!Type:/im.test(beginning.slice(0, 200))) return other('This is a file of Quicken transactions (QIF).')
  if (/^\s*[[{]/.test(beginning) && /^\s*(?:\{\s*"|\[\s*[{[\]"])/.test(beginning))
    return other('This is a file for programs (JSON).')
  if (/^\s*<\?xml|^\s*<[A-Za-z]/.test(beginning)) return other('This is an XML file of another kind than OFX.')
  if (!isText(beginning)) return other('This is no text, workbook or OFX file.')
  const isOpenEnded = !/["\r\n]\s*$/.test(text)
  return { is: 'sheet', sheet: { ...splitText(text, { chosen: null, pasted: false }), isOpenEnded } }
}

/** Row numbers of a sheet begin at a multiple of this. */
const sheetStep = 1000

/**
 * The sheets of a workbook as one: each begins with its name as a title, since some custodians write an account's number there. Rows of the first
 * sheet keep their numbers; those of each further one are counted from the next thousand, which `offsets` has by sheet.
 */
export function joinSheets(sheets: readonly { name: string; rows: readonly SheetRow[] }[]): {
  sheet: StatementSheet
  offsets: number[]
} {
  const joined: SheetRow[] = []
  const offsets: number[] = []
  let offset = 0
  for (const { name, rows } of sheets) {
    offsets.push(offset)
    // The row before the first one: a sheet's rows count from 1.
    if (sheets.length > 1) joined.push({ row: offset, cells: [name] })
    for (const row of rows) joined.push(offset === 0 ? row : { ...row, row: row.row + offset })
    offset = Math.ceil(((joined.at(-1)?.row ?? 0) + 1) / sheetStep) * sheetStep
  }
  const sheet = { rows: joined, refused: [], delimiter: null, isDelimiterUnclear: false, unclearMarks: [] }
  return { sheet, offsets }
}

/** False for more than a few characters that stand in no text. */
function isText(beginning: string): boolean {
  let strange = 0
  for (let at = 0; at < beginning.length; at++) {
    const code = beginning.charCodeAt(at)
    if (code < 9 || (code > 13 && code < 32) || code === 0xfffd) strange++
  }
  return strange * 20 <= beginning.length
}
