import { type PdfObject, writePdf } from '../../e2e/support/pdf-writer.ts'
import { withoutMarks } from './marks.ts'

/** The prints of this world's houses. */
export const prints = [
  'signing service',
  'recorded',
  'book',
  'marginal headings',
  'word by word',
  'bates numbers',
  'old carbon',
  'wide margin',
] as const
export type Print = (typeof prints)[number]

type Style = { font: string; bold: string; size: number; step: number; columns: number; lines: number; left: number }

const times = { font: 'Times-Roman', bold: 'Times-Bold' }
const styles: Record<Print, Style> = {
  'signing service': {
    font: 'Helvetica',
    bold: 'Helvetica-Bold',
    size: 10,
    step: 14,
    columns: 88,
    lines: 44,
    left: 64,
  },
  recorded: { ...times, size: 11, step: 16, columns: 84, lines: 34, left: 80 },
  book: { ...times, size: 10, step: 13, columns: 76, lines: 46, left: 110 },
  'marginal headings': {
    font: 'Helvetica',
    bold: 'Helvetica-Oblique',
    size: 9.5,
    step: 13,
    columns: 74,
    lines: 46,
    left: 190,
  },
  'word by word': { ...times, size: 11.5, step: 17, columns: 80, lines: 36, left: 72 },
  'bates numbers': { ...times, size: 12, step: 24, columns: 74, lines: 25, left: 84 },
  'old carbon': { font: 'Courier', bold: 'Courier', size: 11, step: 18, columns: 64, lines: 32, left: 80 },
  'wide margin': { font: 'Courier', bold: 'Courier-Bold', size: 10, step: 20, columns: 60, lines: 30, left: 130 },
}

type Line = { text: string; title: boolean; paragraph: number }

/** The text's file, and the pages on which each paragraph is. */
export type Printed = { bytes: Buffer; pagesOf: (paragraph: number) => number[] }

/**
 * Prints paragraphs as a PDF with a text layer.
 *
 * @param house - printed at the head or foot of its pages, as the house does
 */
export function print(paragraphs: readonly string[], kind: Print, house: string, seed: number): Printed {
  const style = styles[kind]
  const pages: Line[][] = [[]]
  // A recorder's stamp takes the upper half of the first page.
  const roomOn = (page: number) => (kind === 'recorded' && page === 0 ? 16 : style.lines)
  paragraphs.forEach((marked, paragraph) => {
    if (marked === '\f') {
      pages.push([])
      return
    }
    const title = marked.startsWith('#')
    const lines = linesOf(withoutMarks(marked).replace(/^#\s*/, ''), style.columns)
    for (const text of [...lines, '']) {
      if ((pages.at(-1)?.length ?? 0) >= roomOn(pages.length - 1)) pages.push([])
      pages.at(-1)?.push({ text, title, paragraph })
    }
  })
  const filled = pages.filter((page) => page.some(({ text }) => text !== ''))
  const pagesOf = (paragraph: number) =>
    filled.flatMap((page, at) =>
      page.some((line) => line.paragraph === paragraph && line.text !== '') ? [at + 1] : [],
    )
  const contents = filled.map((page, at) =>
    contentOf(page, kind, style, { house, seed, number: at + 1, of: filled.length }),
  )
  return { bytes: pdfOf(contents, style), pagesOf }
}

const linesOf = (text: string, columns: number): string[] =>
  text
    .split('\n')
    .flatMap((line) =>
      (line.match(new RegExp(`.{1,${columns}}(?:\\s|$)`, 'g')) ?? [line]).map((each) => each.trimEnd()),
    )

type Around = { house: string; seed: number; number: number; of: number }

function contentOf(page: readonly Line[], kind: Print, style: Style, { house, seed, number, of }: Around): string {
  const { size, step, left } = style
  const top = kind === 'recorded' && number === 1 ? 400 : 700
  const body = page.flatMap(({ text, title }, at) => {
    const y = top - at * step
    if (title && kind === 'marginal headings') return [put(text, 40, y, size - 1, 'F2')]
    const x = title && kind !== 'old carbon' ? left + 40 : left
    if (kind !== 'word by word' || title) return [put(text, x, y, size, title ? 'F2' : 'F1')]
    return wordsOf(text, x, y, size)
  })
  const foot = (text: string, x = 280) => put(text, x, 34, 8, 'F1')
  const around: Record<Print, string[]> = {
    'signing service': [
      put(`Envelope ID: ${(seed * 2_654_435_761).toString(16).slice(0, 8).toUpperCase()}-4C1A`, 40, 770, 7, 'F1'),
    ],
    recorded:
      number === 1
        ? [
            put('This space is for the recorder only', 330, 740, 8, 'F1'),
            put('AFTER RECORDING RETURN TO', 40, 740, 8, 'F1'),
          ]
        : [foot(`Page ${number} of ${of}`)],
    book: [put(house, 110, 752, 8, 'F2'), foot(String(number))],
    'marginal headings': [foot(`${house}   ${number}/${of}`, 190)],
    'word by word': [foot(`- ${number} -`)],
    'bates numbers': [foot(`EST${String(seed * 100 + number).padStart(8, '0')}`, 460)],
    'old carbon': [put(`-${number}-`, 300, 750, 10, 'F1')],
    'wide margin': [foot(`Initials: ____  Page ${number}`, 400)],
  }
  return `BT\n${number % 3 === 0 ? [...body, ...around[kind]].join('') : [...around[kind], ...body].join('')}ET`
}

/** The width of a word in Times, in sizes of its letters: about right, and never less. */
const widthOf = (word: string): number =>
  [...word].reduce((sum, letter) => sum + (/[A-Z@%&]/.test(letter) ? 0.74 : /[mw]/.test(letter) ? 0.78 : 0.5), 0)

/** Every word is an item of its own, as programs that justify lines write them. */
function wordsOf(text: string, left: number, y: number, size: number): string[] {
  let x = left
  return text.split(' ').map((word) => {
    const item = put(word, x, y, size, 'F1')
    x += (widthOf(word) + 0.3) * size
    return item
  })
}

function put(text: string, x: number, y: number, size: number, font: 'F1' | 'F2'): string {
  const latin = text.replaceAll(/[\u2018\u2019]/g, "'").replaceAll(/[^\x20-\xff]/g, '?')
  const literal = latin.replaceAll(/[\\()]/g, (character) => `\\${character}`)
  return literal.trim() === '' ? '' : `/${font} ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm (${literal}) Tj\n`
}

function pdfOf(contents: readonly string[], { font, bold }: Style): Buffer {
  const kid = (page: number) => 5 + page * 2
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${contents.map((_, page) => `${kid(page)} 0 R`).join(' ')}] /Count ${contents.length} >>`,
    ...[font, bold].map((face) => `<< /Type /Font /Subtype /Type1 /BaseFont /${face} /Encoding /WinAnsiEncoding >>`),
    ...contents.flatMap((stream, page): PdfObject[] => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${kid(page) + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
      { entries: '', stream },
    ]),
  ])
}
