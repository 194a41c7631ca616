import { makeZip } from './make-zip.ts'

const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
/** A cell. `content` is a text, or `type:style:value` as a workbook stores them. */
const cell = (at: string, content: string) => {
  const [, kind, style, value] = /^(\w*):(\w*):(.*)$/s.exec(content) ?? [null, 'inlineStr', '', content]
  const attributes = `r="${at}"${kind ? ` t="${kind}"` : ''}${style ? ` s="${style}"` : ''}`
  return kind === 'inlineStr' ? `<c ${attributes}><is><t>${value}</t></is></c>` : `<c ${attributes}><v>${value}</v></c>`
}
/** The part of one sheet. `hidden`: the number of a hidden row. `after`: what follows its rows. */
export const sheet = (rows: readonly (readonly string[])[], { hidden = 0, after = '' } = {}) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map((cells, at) => {
      const columns = cells.map((content, column) => cell(`${String.fromCharCode(65 + column)}${at + 1}`, content))
      return `<row r="${at + 1}"${hidden === at + 1 ? ' hidden="1"' : ''}>${columns.join('')}</row>`
    })
    .join('')}</sheetData>${after}</worksheet>`

const styles =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>'

/** An Excel workbook of sheets by name, with further or other parts. */
export function workbook(
  sheets: Readonly<Record<string, string>>,
  parts: Readonly<Record<string, string>> = {},
): Uint8Array {
  const names = Object.keys(sheets)
  const files = {
    '[Content_Types].xml': `<Types><Override PartName="/xl/workbook.xml" ContentType="${contentType}"/></Types>`,
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/sheet${at}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml': styles,
    ...Object.fromEntries(Object.values(sheets).map((xml, at) => [`xl/worksheets/sheet${at}.xml`, xml])),
    ...parts,
  }
  return makeZip(Object.entries(files).map(([name, text]) => ({ name, text })))
}
