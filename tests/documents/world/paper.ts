import { makeZip } from '../../doubles/make-zip.ts'
import { type PdfObject, writePdf } from '../../e2e/support/pdf-writer.ts'

/** A text by paragraphs; `\f` alone begins a new page, and a paragraph that begins with `#` is a title. */
export type Paper = { paragraphs: readonly string[] }

export const layouts = [
  'numbered lines',
  'letterhead',
  'typewriter',
  'columns',
  'boxes',
  'fax',
  'draft',
  'word',
  'text',
  'web page',
  'mail',
  'scan',
] as const
export type Layout = (typeof layouts)[number]

export type Written = { bytes: Buffer; extension: string; mediaType: string }

/** The words of firms that print on every page. */
export type Printing = { firm: string; stamp: string }

type Placed = { x: number; y: number; size: number; font: 'F1' | 'F2'; text: string; turned?: boolean }

const faces = { times: 'Times-Roman', helvetica: 'Helvetica', courier: 'Courier' } as const

/** Writes the text in a layout. No layout is one of the sandbox's. */
export function write(paper: Paper, layout: Layout, printing: Printing): Written {
  switch (layout) {
    case 'word':
      return {
        bytes: word(paper),
        extension: 'docx',
        mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      }
    case 'text':
      return { bytes: Buffer.from(plain(paper, 76)), extension: 'txt', mediaType: 'text/plain' }
    case 'web page':
      return { bytes: Buffer.from(webPage(paper)), extension: 'html', mediaType: 'text/html' }
    case 'mail':
      return { bytes: Buffer.from(mail(paper, printing)), extension: 'eml', mediaType: 'message/rfc822' }
    case 'scan':
      return { bytes: scan(), extension: 'pdf', mediaType: 'application/pdf' }
    default:
      return { bytes: pdf(paper, layout, printing), extension: 'pdf', mediaType: 'application/pdf' }
  }
}

const untitled = (paragraph: string) => paragraph.replace(/^#\s*/, '')

const wrap = (text: string, columns: number): string[] =>
  text.split('\n').flatMap((line) => line.match(new RegExp(`.{1,${columns}}(?:\\s|$)|.{1,${columns}}`, 'g')) ?? [''])

function plain({ paragraphs }: Paper, columns: number): string {
  return paragraphs
    .map((paragraph) =>
      paragraph === '\f'
        ? '\n'
        : wrap(untitled(paragraph), columns)
            .map((line) => line.trimEnd())
            .join('\n'),
    )
    .join('\n\n')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function webPage({ paragraphs }: Paper): string {
  const body = paragraphs.map((each) =>
    each === '\f'
      ? '<hr>'
      : `<${each.startsWith('#') ? 'h2' : 'p'}>${escaped(untitled(each)).replaceAll('\n', '<br>')}</${each.startsWith('#') ? 'h2' : 'p'}>`,
  )
  return `<!doctype html><html><head><meta charset="utf-8"><style>p { margin: 1em }</style></head><body>${body.join('\n')}</body></html>`
}

function mail(paper: Paper, { firm, stamp }: Printing): string {
  const named = paper.paragraphs.find((each) => /^(?:Subject|Re): /.test(each))
  const rest = paper.paragraphs.filter((each) => each !== named)
  const subject = named?.replace(/^\w+: /, '') ?? 'Your papers'
  const head = [
    `From: "${firm}" <office@example.net>`,
    'To: <client@example.org>',
    `Subject: ${subject}`,
    `Date: ${stamp}`,
  ]
  const kind = ['MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit']
  return `${[...head, ...kind, '', ...plain({ paragraphs: rest }, 72).split('\n')].join('\r\n')}\r\n`
}

function word({ paragraphs }: Paper): Buffer {
  const space = 'http://schemas.openxmlformats.org'
  const run = (text: string) =>
    text
      .split('\n')
      .map((line) => `<w:t xml:space="preserve">${escaped(line)}</w:t>`)
      .join('<w:br/>')
  const body = paragraphs.map((each) =>
    each === '\f' ? '<w:p><w:r><w:br w:type="page"/></w:r></w:p>' : `<w:p><w:r>${run(untitled(each))}</w:r></w:p>`,
  )
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  return makeZip([
    {
      name: '[Content_Types].xml',
      text: `<?xml version="1.0"?><Types xmlns="${space}/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      text: `<?xml version="1.0"?><Relationships xmlns="${space}/package/2006/relationships"><Relationship Id="a" Type="${space}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/document.xml',
      text: `<?xml version="1.0"?><w:document xmlns:w="${space}/wordprocessingml/2006/main"><w:body>${body.join('')}</w:body></w:document>`,
    },
  ])
}

/** A page that is a picture: nothing can be read on it. */
function scan(): Buffer {
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
    { entries: '', stream: 'q 612 0 0 792 0 0 cm /I Do Q' },
    {
      entries: '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8',
      stream: Buffer.from([200, 220, 240, 210]),
    },
  ])
}

type Style = { face: keyof typeof faces; size: number; step: number; columns: number; lines: number; left: number }

const styles: Record<Exclude<Layout, 'word' | 'text' | 'web page' | 'mail' | 'scan'>, Style> = {
  'numbered lines': { face: 'courier', size: 11, step: 24, columns: 62, lines: 26, left: 96 },
  letterhead: { face: 'times', size: 11.5, step: 15, columns: 86, lines: 36, left: 72 },
  typewriter: { face: 'courier', size: 12, step: 20, columns: 60, lines: 30, left: 90 },
  columns: { face: 'times', size: 9.5, step: 12, columns: 44, lines: 96, left: 54 },
  boxes: { face: 'helvetica', size: 9, step: 15, columns: 88, lines: 42, left: 54 },
  fax: { face: 'courier', size: 10, step: 15, columns: 74, lines: 40, left: 72 },
  draft: { face: 'times', size: 12, step: 18, columns: 80, lines: 34, left: 72 },
}

function pdf({ paragraphs }: Paper, layout: keyof typeof styles, printing: Printing): Buffer {
  const style = styles[layout]
  const pages: { text: string; title: boolean }[][] = [[]]
  for (const paragraph of paragraphs) {
    if (paragraph === '\f') {
      pages.push([])
      continue
    }
    const title = paragraph.startsWith('#')
    const lines = linesOf(untitled(paragraph), title, layout, style)
    for (const text of [...lines, '']) {
      if ((pages.at(-1)?.length ?? 0) >= style.lines) pages.push([])
      pages.at(-1)?.push({ text, title })
    }
  }
  const filled = pages.filter((page) => page.some(({ text }) => text !== ''))
  const placed = filled.map((page, at) => place(page, layout, style, printing, at + 1, filled.length))
  const kid = (page: number) => 5 + page * 2
  const fonts = '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>'
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${filled.map((_, page) => `${kid(page)} 0 R`).join(' ')}] /Count ${filled.length} >>`,
    `<< /Type /Font /Subtype /Type1 /BaseFont /${faces[style.face]} /Encoding /WinAnsiEncoding >>`,
    `<< /Type /Font /Subtype /Type1 /BaseFont /${style.face === 'times' ? 'Times-Bold' : `${faces[style.face]}-Bold`} /Encoding /WinAnsiEncoding >>`,
    ...placed.flatMap((items, page): PdfObject[] => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${kid(page) + 1} 0 R ${fonts} >>`,
      { entries: '', stream: `BT\n${items.map(operators).join('')}ET` },
    ]),
  ])
}

/** A typewriter spaces its titles and breaks words at the end of a line. */
function linesOf(text: string, title: boolean, layout: Layout, { columns }: Style): string[] {
  if (layout !== 'typewriter') return wrap(text, columns).map((line) => line.trimEnd())
  if (title)
    return wrap(text, 26).map((line) =>
      line
        .trimEnd()
        .split(' ')
        .map((each) => each.split('').join(' '))
        .join('   '),
    )
  const lines = wrap(text, columns).map((line) => line.trimEnd())
  return lines.map((line, at) => {
    const next = lines[at + 1]
    const first = next?.split(' ')[0] ?? ''
    if (next === undefined || first.length < 9 || !/^[a-z]+$/.test(first)) return line
    lines[at + 1] = next.slice(4)
    return `${line} ${first.slice(0, 4)}-`
  })
}

function place(
  page: readonly { text: string; title: boolean }[],
  layout: Layout,
  style: Style,
  { firm, stamp }: Printing,
  number: number,
  count: number,
): Placed[] {
  const { size, step, left } = style
  const line = (text: string, x: number, y: number, more: Partial<Placed> = {}): Placed => ({
    x,
    y,
    size,
    font: 'F1',
    text,
    ...more,
  })
  const body = page.flatMap(({ text, title }, at): Placed[] => {
    const [column, row] = layout === 'columns' ? [Math.floor(at / 48), at % 48] : [0, at]
    const y = 690 - row * step
    const x = layout === 'columns' ? left + column * 262 : title ? left + 60 : left
    const item = line(text, x, y, { font: title ? 'F2' : 'F1', size: title ? size + 1.5 : size })
    if (layout === 'numbered lines') return [line(String(at + 1), 60, y, { size: 9 }), item]
    const [, label, value] = /^([A-Z][\w ,/()'.-]{2,34}): (.+)$/.exec(text) ?? []
    if (layout === 'boxes' && label !== undefined && value !== undefined)
      return [line(label.toUpperCase(), left, y, { size: 6.5 }), line(value, left + 170, y)]
    return [item]
  })
  const around: Placed[] = []
  if (layout === 'letterhead' && number === 1)
    around.push(line(firm.toUpperCase(), 200, 752, { font: 'F2' }), line('Attorneys and Counselors at Law', 226, 738))
  if (layout === 'letterhead')
    around.push(line(`Doc. ${firm.length * 7919}v${number}`, 72, 40, { size: 7 }), line(`-${number}-`, 300, 40))
  if (layout === 'fax')
    around.push(
      line(
        `${stamp}   FROM: ${firm}   P.${String(number).padStart(2, '0')}/${String(count).padStart(2, '0')}`,
        40,
        776,
        { size: 8 },
      ),
    )
  if (layout === 'draft')
    around.push(
      line('DRAFT', 150, 300, { size: 120, font: 'F2', turned: true }),
      line('DRAFT - for discussion purposes only - not executed', 180, 760, { size: 9 }),
    )
  if (layout === 'numbered lines' || layout === 'boxes')
    around.push(line(`${number} of ${count}`, 290, 36, { size: 8 }))
  return number % 2 === 0 ? [...around, ...body] : [...body, ...around]
}

/** Everything is Latin-1, as the fonts are. */
function operators({ x, y, size, font, text, turned }: Placed): string {
  const latin = text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2013\u2014]/g, '-')
    .replace(/[^\x20-\xff]/g, '?')
  const literal = latin.replace(/[\\()]/g, (character) => `\\${character}`)
  if (literal.trim() === '') return ''
  const matrix = turned ? '0.7 0.7 -0.7 0.7' : '1 0 0 1'
  return `/${font} ${size} Tf ${matrix} ${x} ${y} Tm (${literal}) Tj\n`
}
