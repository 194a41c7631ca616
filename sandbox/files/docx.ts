import type { LaidOut, Line } from './layout.ts'
import { writeZip } from './zip.ts'

const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const OFFICE = 'http://schemas.openxmlformats.org'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Writes a Word document: a paragraph for each line, and a page break after each page. */
export function writeDocx({ pages }: LaidOut): Buffer {
  const breaks = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
  const body = pages.map(({ lines, foot }) => [...lines, { text: foot }].map(paragraph).join('')).join(breaks)
  const parts = {
    '[Content_Types].xml': `${XML}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${TYPES}"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${XML}<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  }
  return writeZip(Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(text) })))
}

function paragraph({ text, bold, align }: Line): string {
  const centered = align === 'center' ? '<w:pPr><w:jc w:val="center"/></w:pPr>' : ''
  return `<w:p>${centered}<w:r>${bold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`
}
