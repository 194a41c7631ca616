/** The small files of a workbook. */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes into the list of formats of {@link stylesXml}. */
export const styles = { plain: 0, date: 1, time: 2, money: 3, bold: 4 } as const

export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`

export function contentTypesXml(sheets: number): string {
  const overrides = numbers(sheets).map(
    (number) => `<Override PartName="/${sheetPath(number)}" ContentType="${types}.worksheet+xml"/>`,
  )
  return (
    `${declaration}<Types xmlns="${packages}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${overrides.join('')}</Types>`
  )
}

export const packageRelationsXml =
  `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" ` +
  `Type="${office}/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`

/** @param name - of the first sheet: at most 31 characters including the number that further sheets get, none of `[]:*?/\` */
export function workbookXml(name: string, sheets: number): string {
  const list = numbers(sheets).map(
    (number) => `<sheet name="${number === 1 ? name : `${name} ${number}`}" sheetId="${number}" r:id="rId${number}"/>`,
  )
  return (
    `${declaration}<workbook xmlns="${spreadsheet}" xmlns:r="${office}/relationships">` +
    `<sheets>${list.join('')}</sheets></workbook>`
  )
}

export function workbookRelationsXml(sheets: number): string {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${office}/relationships/${type}" Target="${target}"/>`
  const list = numbers(sheets).map((number) => relation(number, 'worksheet', `worksheets/sheet${number}.xml`))
  return (
    `${declaration}<Relationships xmlns="${packages}/relationships">` +
    `${list.join('')}${relation(sheets + 1, 'styles', 'styles.xml')}</Relationships>`
  )
}

const format = (numFmt: number, font = 0) =>
  `<xf numFmtId="${numFmt}" fontId="${font}" fillId="0" borderId="0" xfId="0"` +
  `${numFmt > 0 ? ' applyNumberFormat="1"' : ''}${font > 0 ? ' applyFont="1"' : ''}/>`

/** Formats in the order of {@link styles}. */
export const stylesXml =
  `${declaration}<styleSheet xmlns="${spreadsheet}"><numFmts count="3">` +
  '<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>' +
  '<numFmt numFmtId="166" formatCode="#,##0.00"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="5">${format(0)}${format(164)}${format(165)}${format(166)}${format(0, 1)}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
