import { deflateSync } from 'node:zlib'
import type { Family, LaidOut, Line } from './layout.ts'

const PAGE = { width: 612, height: 792, margin: 72, lineHeight: 15, lines: 42, columns: 84 }

/**
 * Writes a small valid PDF 1.4: a title and text in Helvetica, on as many pages as needed. The same input gives the same bytes.
 */
export function writePdf(title: string, paragraphs: readonly string[]): Buffer {
  const lines = paragraphs.flatMap((paragraph) => [...wrap(paragraph), ''])
  const pages: string[][] = []
  for (let start = 0; start < Math.max(1, lines.length); start += PAGE.lines)
    pages.push(lines.slice(start, start + PAGE.lines))
  const pageObject = (index: number) => 5 + index * 2
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, index) => `${pageObject(index)} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => {
      const content = pageContent(index === 0 ? title : undefined, page)
      const resources = '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>'
      const box = `/MediaBox [0 0 ${PAGE.width} ${PAGE.height}]`
      return [
        `<< /Type /Page /Parent 2 0 R ${box} ${resources} /Contents ${pageObject(index) + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  return assemble(objects)
}

function pageContent(title: string | undefined, lines: readonly string[]): string {
  const top = PAGE.height - PAGE.margin
  const heading = title === undefined ? '' : `/F2 16 Tf (${literal(wrap(title)[0] ?? '')}) Tj 0 -30 Td\n`
  const body = lines.map((line) => `(${literal(line)}) Tj T*`).join('\n')
  return `BT\n${PAGE.margin} ${top} Td\n${PAGE.lineHeight} TL\n${heading}/F1 11 Tf\n${body}\nET`
}

const FONTS: Record<Family, readonly [regular: string, bold: string]> = {
  Times: ['Times-Roman', 'Times-Bold'],
  Helvetica: ['Helvetica', 'Helvetica-Bold'],
  Courier: ['Courier', 'Courier-Bold'],
}

/** The mean width of a letter in each type, in parts of its size; for Courier it is exact. */
const LETTER_WIDTHS: Record<Family, number> = { Times: 0.44, Helvetica: 0.5, Courier: 0.6 }

/** Writes a document with its layout as a PDF 1.4 with compressed pages; the same layout gives the same bytes. */
export function writePages({ family, size, leading, pages }: LaidOut): Buffer {
  const pageObject = (index: number) => 5 + index * 2
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, index) => `${pageObject(index)} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    ...FONTS[family].map((font) => `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`),
    ...pages.flatMap(({ head, lines, foot }, index) => {
      const place = (line: Line, y: number) => placed(line, y, size, LETTER_WIDTHS[family])
      const top = PAGE.height - PAGE.margin
      const content = [
        place({ text: head, size: 9 }, top + 28),
        ...lines.map((line, at) => place(line, top - at * leading)),
        place({ text: foot, size: 9, align: 'center' }, 40),
      ]
      const packed = deflateSync(Buffer.from(`BT\n${content.join('')}ET`, 'latin1')).toString('latin1')
      const resources = '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>'
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ${resources} /Contents ${pageObject(index) + 1} 0 R >>`,
        `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`,
      ]
    }),
  ])
}

/** A line at its place; nothing for an empty one. */
function placed({ text, bold = false, size, align }: Line, y: number, usual: number, letter: number): string {
  if (text.trim() === '') return ''
  const points = size ?? usual
  const indent = (/^ */.exec(text)?.[0].length ?? 0) * points * 0.3
  const plain = plainText(text.trim())
  const x = align === 'center' ? Math.max(36, (PAGE.width - plain.length * points * letter) / 2) : PAGE.margin + indent
  return `/${bold ? 'F2' : 'F1'} ${points} Tf 1 0 0 1 ${x.toFixed(1)} ${y.toFixed(1)} Tm (${literal(plain)}) Tj\n`
}

/** Everything is Latin-1, so that one character is one byte and the offsets below are correct. */
function assemble(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${entries}${trailer}`, 'latin1')
}

function literal(text: string): string {
  return text.replace(/[\\()]/g, (character) => `\\${character}`)
}

/** Text in the letters that the fonts have; others become question marks. */
function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u2013\u2014]/g, '-')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[^\n\x20-\x7e\u00a1-\u00ff]/gu, '?')
}

/** Breaks text into lines. */
function wrap(text: string): string[] {
  return plainText(text)
    .split('\n')
    .flatMap((line) => {
      const pieces = line.match(new RegExp(`.{1,${PAGE.columns}}(?:\\s|$)|.{1,${PAGE.columns}}`, 'g')) ?? ['']
      return pieces.map((piece) => piece.trimEnd())
    })
}
