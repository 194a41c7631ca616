/** A PDF object: its text, or a dictionary's entries with the bytes of its stream. */
export type PdfObject = string | { entries: string; stream: Buffer | string }

const bytes = (text: string) => Buffer.from(text, 'latin1')

function bodyOf(object: PdfObject): Buffer {
  if (typeof object === 'string') return bytes(object)
  const stream = typeof object.stream === 'string' ? bytes(object.stream) : object.stream
  const length = object.entries.includes('/Length') ? '' : ` /Length ${stream.length}`
  return Buffer.concat([bytes(`<< ${object.entries}${length} >>\nstream\n`), stream, bytes('\nendstream')])
}

/**
 * Writes a PDF from the given objects, valid or not. Objects are numbered from 1 and the first is the catalog.
 *
 * @param trailer - entries besides `/Size` and `/Root`
 */
export function writePdf(objects: readonly PdfObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [bytes('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  objects.forEach((object, at) => {
    offsets.push(length)
    add(Buffer.concat([bytes(`${at + 1} 0 obj\n`), bodyOf(object), bytes('\nendobj\n')]))
  })
  const start = length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  add(bytes(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`))
  add(bytes(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`))
  return Buffer.concat(parts)
}

export type OnePage = {
  catalog?: string
  page?: string
  resources?: string
  content?: PdfObject
  /** Numbered from 6. */
  more?: readonly PdfObject[]
  trailer?: string
}

/** The content of every one-page PDF without its own content. */
export const plainContent = 'BT /F1 18 Tf 72 700 Td (What a person should see) Tj ET'

/** Writes a PDF of one page with the given parts replaced. Objects: 1 catalog, 2 pages, 3 page, 4 content, 5 Helvetica. */
export function onePage({
  catalog = '',
  page = '',
  resources = '',
  content,
  more = [],
  trailer = '',
}: OnePage): Buffer {
  return writePdf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R ${page.includes('/MediaBox') ? '' : '/MediaBox [0 0 612 792]'} /Contents 4 0 R ` +
        `/Resources << /Font << /F1 5 0 R ${resources.includes('/F2') ? '/F2 6 0 R' : ''} >> ${resources.replace('/F2', '')} >> ${page} >>`,
      content ?? { entries: '', stream: plainContent },
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      ...more,
    ],
    trailer,
  )
}

/** Writes a PDF of many pages, each with its number and the given text. */
export function manyPages(count: number, textOf: (page: number) => string): Buffer {
  const kid = (page: number) => 4 + page * 2
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${Array.from({ length: count }, (_, page) => `${kid(page)} 0 R`).join(' ')}] /Count ${count} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...Array.from({ length: count }, (_, page): PdfObject[] => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${kid(page) + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      { entries: '', stream: `BT /F1 24 Tf 72 700 Td (${textOf(page)}) Tj ET` },
    ]).flat(),
  ])
}
