import { makeZip } from '../../doubles/make-zip.ts'
import type { StatementTruth } from './types.ts'
import { dates } from './values.ts'

/** What a column holds; `other` is never read. */
export type ColumnKey =
  | 'account'
  | 'account_name'
  | 'accrued'
  | 'as_of'
  | 'cost'
  | 'currency'
  | 'cusip'
  | 'isin'
  | 'local_value'
  | 'name'
  | 'other'
  | 'own_id'
  | 'percent'
  | 'price'
  | 'price_date'
  | 'quantity'
  | 'symbol'
  | 'type'
  | 'value'

export type Role =
  | 'blank'
  | 'continued'
  | 'footnote'
  | 'header'
  | 'lot'
  | 'other'
  | 'row'
  | 'section'
  | 'subtotal'
  | 'title'
  | 'total'
  | 'unsettled'

/** A line of a table. `account` and `row` point into the truth; `columns` belong to a header and hold until the next one. */
export type Line = {
  role: Role
  cells: string[]
  columns?: readonly ColumnKey[]
  /** The first columns that keep their place and meaning, such as the kind of section. */
  fixed?: number
  account?: number
  row?: number
}

export type Sheet = { name: string; lines: Line[] }

export type TextFormat = {
  delimiter: ',' | '\t' | ';'
  eol: '\r\n' | '\n'
  bom: boolean
  encoding: 'utf8' | 'utf16le' | 'windows-1252'
  quote: 'all' | 'needed'
  /** A delimiter behind the last cell. */
  trailing: boolean
}

/** A tag with a value, or with further tags. A value is written as it is, so it must be escaped. */
export type OfxNode = { tag: string; value: string } | { tag: string; nodes: OfxNode[] }

/** A statement before it becomes bytes. */
export type StatementDocument =
  | { kind: 'text'; sheets: [Sheet]; text: TextFormat }
  | { kind: 'workbook'; sheets: Sheet[] }
  | { kind: 'ofx'; sgml: boolean; head: string[]; root: OfxNode; bom: boolean; utf16: boolean; eol: '\r\n' | '\n' }

/** A file as a custodian exports it, its truth, and the document it was written from, so that it can be damaged. */
export type StatementFile = { name: string; bytes: Uint8Array; truth: StatementTruth; document: StatementDocument }

/** The bytes of a document. */
export function encode(document: StatementDocument): Uint8Array {
  if (document.kind === 'workbook') return workbookOf(document.sheets)
  if (document.kind === 'ofx') {
    const text = [...document.head, ...ofxLines(document.root, document.sgml)].join(document.eol)
    // OFX 1 says Windows-1252; a program that adds a mark writes UTF-8.
    const encoding = document.utf16 ? 'utf16le' : document.sgml && !document.bom ? 'windows-1252' : 'utf8'
    return bytesOf(`${text}${document.eol}`, { bom: document.bom, encoding })
  }
  const { text, sheets } = document
  return bytesOf(`${sheets[0].lines.map((line) => textLine(line, text)).join(text.eol)}${text.eol}`, text)
}

function textLine({ cells, role }: Line, { delimiter, quote, trailing }: TextFormat): string {
  if (role === 'blank') return ''
  const written = cells.map((cell) =>
    quote === 'all' || /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
  )
  return `${written.join(delimiter)}${trailing && cells.length > 1 ? delimiter : ''}`
}

/** The characters of Windows-1252 that Latin-1 lacks, as far as the world uses them. */
const windows: Readonly<Record<string, number>> = { '€': 0x80, '–': 0x96, '…': 0x85, '’': 0x92 }

function bytesOf(text: string, { bom, encoding }: Pick<TextFormat, 'bom' | 'encoding'>): Uint8Array {
  if (encoding === 'windows-1252')
    return Uint8Array.from([...text], (letter) => windows[letter] ?? letter.charCodeAt(0))
  return Buffer.from(`${bom ? '\ufeff' : ''}${text}`, encoding === 'utf16le' ? 'utf16le' : 'utf8')
}

function ofxLines(node: OfxNode, sgml: boolean, lines: string[] = []): string[] {
  if ('value' in node) lines.push(`<${node.tag}>${node.value}${sgml ? '' : `</${node.tag}>`}`)
  else {
    lines.push(`<${node.tag}>`)
    for (const each of node.nodes) ofxLines(each, sgml, lines)
    lines.push(`</${node.tag}>`)
  }
  return lines
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Cell formats: 1 money, 2 quantity, 3 per cent, 4 date, 5 bold. */
const styles = `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.00_);[Red]\\(#,##0.00\\)"/><numFmt numFmtId="165" formatCode="#,##0.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0"/><xf numFmtId="164" fontId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" applyNumberFormat="1"/><xf numFmtId="10" fontId="0" applyNumberFormat="1"/><xf numFmtId="14" fontId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`

const numeric: Partial<Record<ColumnKey, number>> = {
  accrued: 1,
  cost: 1,
  local_value: 1,
  value: 1,
  price: 1,
  quantity: 2,
  percent: 3,
}

/** Digits that were stored as a number: `n:1234567` shows an identifier without its zeros. */
const asNumber = /^n:(.+)$/

const columnName = (at: number): string =>
  (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

function workbookOf(sheets: readonly Sheet[]): Uint8Array {
  const strings = new Map<string, number>()
  const stringAt = (text: string) => {
    const at = strings.get(text) ?? strings.size
    strings.set(text, at)
    return at
  }
  const cellOf = (at: string, text: string, role: Role, key: ColumnKey) => {
    const digits = asNumber.exec(text)?.[1]
    if (digits !== undefined) return `<c r="${at}"><v>${digits}</v></c>`
    if (role !== 'header' && role !== 'title') {
      const style = numeric[key]
      if (style !== undefined && /^-?\d+(?:\.\d+)?(?:E[+-]?\d+)?$/.test(text))
        return `<c r="${at}" s="${style}"><v>${text}</v></c>`
      if ((key === 'as_of' || key === 'price_date') && /^\d{4}-\d\d-\d\d$/.test(text)) {
        return `<c r="${at}" s="4"><v>${dates.serial(text)}</v></c>`
      }
    }
    return `<c r="${at}"${role === 'header' ? ' s="5"' : ''} t="s"><v>${stringAt(text)}</v></c>`
  }
  const sheetOf = ({ lines }: Sheet) => {
    let columns: readonly ColumnKey[] = []
    const merged: string[] = []
    const width = Math.max(2, ...lines.map(({ cells }) => cells.length))
    const rows = lines.map(({ role, cells, columns: next }, at) => {
      columns = next ?? columns
      if (role === 'title') merged.push(`A${at + 1}:${columnName(width - 1)}${at + 1}`)
      const written = cells.map((text, column) =>
        text === '' ? '' : cellOf(`${columnName(column)}${at + 1}`, text, role, columns[column] ?? 'other'),
      )
      return `<row r="${at + 1}">${written.join('')}</row>`
    })
    const merges =
      merged.length === 0
        ? ''
        : `<mergeCells count="${merged.length}">${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
    return `${declaration}<worksheet xmlns="${main}"><dimension ref="A1:${columnName(width - 1)}${lines.length}"/><sheetData>${rows.join('')}</sheetData>${merges}</worksheet>`
  }
  const parts = sheets.map(sheetOf)
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const override = (name: string, kind: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${type}.${kind}+xml"/>`
  const link = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`
  const rels = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const files = {
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${override('sharedStrings', 'sharedStrings')}${sheets.map((_, at) => override(`worksheets/sheet${at + 1}`, 'worksheet')).join('')}</Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${rels}">${link('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.map(({ name }, at) => `<sheet name="${xml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${rels}">${sheets.map((_, at) => link(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('')}${link('rId90', 'styles', 'styles.xml')}${link('rId91', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `${declaration}${styles}`,
    'xl/sharedStrings.xml': `${declaration}<sst xmlns="${main}" uniqueCount="${strings.size}">${[...strings.keys()].map((text) => `<si><t xml:space="preserve">${xml(text)}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(parts.map((part, at) => [`xl/worksheets/sheet${at + 1}.xml`, part])),
  }
  return makeZip(Object.entries(files).map(([name, text]) => ({ name, text })))
}
