import { createZipWriter, type ZipEntry } from '../../platform/zip/zip-writer.ts'
import type { AboutLine, Cell, ExportColumn, Table } from '../cell.ts'
import type { OutputFile } from '../output-file.ts'
import {
  contentTypesXml,
  packageRelationsXml,
  sheetPath,
  stylesXml,
  workbookRelationsXml,
  workbookXml,
} from './parts.ts'
import { rowXml, sheetEnd, sheetStart } from './sheet-xml.ts'

/** Maximum number of rows in a sheet. */
export const maxSheetRows = 1_048_576

export type XlsxOptions = {
  file: Pick<OutputFile, 'append' | 'patch' | 'length'>
  columns: readonly ExportColumn[]
  /** Name of the first sheet. */
  sheetName: string
  /** Maximum number of the list's rows, so that the sheets can be named before they are written. */
  total: number
  rowsPerSheet?: number
}

const widthOf = ({ kind }: ExportColumn) => ({ text: 28, enum: 22, date: 12, time: 20, number: 18, boolean: 10 })[kind]

/** A workbook, streamed: typed cells, the list on as many sheets as it needs, headers on each. */
export function createXlsxTable({ file, columns, sheetName, total, rowsPerSheet = maxSheetRows }: XlsxOptions): Table {
  const zip = createZipWriter(file)
  const widths = columns.map(widthOf)
  let headerRow: Cell[] = []
  let sheets = 1
  let sheet: { number: number; entry: ZipEntry; row: number } | null = null

  async function beginSheet(number: number, about: readonly AboutLine[]) {
    const entry = await zip.entry(sheetPath(number))
    const lines = about.map(({ name, value }, at) => rowXml(at + 1, [{ kind: 'text', text: name }, value]))
    // A blank row separates the lines from the list.
    const header = about.length === 0 ? 1 : about.length + 2
    await entry.write(sheetStart(widths, header) + lines.join('') + rowXml(header, headerRow, true))
    return { number, entry, row: header }
  }

  /** The sheet that has room for another row. */
  async function current() {
    if (sheet !== null && sheet.row < rowsPerSheet) return sheet
    await sheet?.entry.write(sheetEnd)
    await sheet?.entry.end()
    sheet = await beginSheet((sheet?.number ?? 0) + 1, [])
    return sheet
  }

  async function write(rows: readonly (readonly Cell[])[]) {
    for (let at = 0; at < rows.length; ) {
      const here = await current()
      const part = rows.slice(at, at + rowsPerSheet - here.row)
      await here.entry.write(part.map((cells, index) => rowXml(here.row + index + 1, cells)).join(''))
      here.row += part.length
      at += part.length
    }
  }

  return {
    async begin(about, headers) {
      headerRow = headers.map((text) => ({ kind: 'text', text }))
      // A remark below the list takes two more rows.
      const first = rowsPerSheet - about.length - 2
      sheets = 1 + Math.max(0, Math.ceil((total + 2 - first) / (rowsPerSheet - 1)))
      await zip.add('[Content_Types].xml', contentTypesXml(sheets))
      await zip.add('_rels/.rels', packageRelationsXml)
      await zip.add('xl/workbook.xml', workbookXml(sheetName, sheets))
      await zip.add('xl/_rels/workbook.xml.rels', workbookRelationsXml(sheets))
      await zip.add('xl/styles.xml', stylesXml)
      sheet = await beginSheet(1, about)
    },
    write,
    async end(remark) {
      if (remark !== null) await write([[], [{ kind: 'text', text: remark }]])
      // A sheet that was declared but not needed stays, empty.
      while (sheet !== null && sheet.number < sheets) {
        sheet.row = rowsPerSheet
        await current()
      }
      await sheet?.entry.write(sheetEnd)
      await sheet?.entry.end()
      await zip.end()
    },
    abandon: () => zip.abandon(),
  }
}
