import type { FileOrigin } from '../data/documents.ts'
import { SUMMARY_SENTENCES } from '../data/phrases.ts'
import { createRandom } from '../data/random.ts'
import { writePdf } from './pdf.ts'
import { writePng } from './png.ts'

/** Generates the bytes of a seeded document on demand; always the same bytes for the same document. */
export function generateFile(origin: FileOrigin): Buffer {
  switch (origin.kind) {
    case 'png':
      return writePng(origin.seed)
    case 'csv':
      return Buffer.from(statement(origin))
    case 'txt':
      return Buffer.from(letter(origin))
    default:
      return writePdf(origin.title, [`${origin.party}, ${origin.date}`, ...paragraphs(origin)])
  }
}

function paragraphs(origin: FileOrigin): string[] {
  const random = createRandom(origin.seed)
  const count = random.int(6, 30)
  return Array.from({ length: count }, (_, index) => `${index + 1}. ${random.pick(SUMMARY_SENTENCES)}`)
}

function statement(origin: FileOrigin): string {
  const random = createRandom(origin.seed)
  const year = Number(origin.date.slice(0, 4))
  const rows = Array.from({ length: random.int(8, 40) }, () => {
    const day = `${year}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`
    const what = random.pick(['Dividend', 'Contribution', 'Fee', 'Interest', 'Transfer'])
    return `${day},${what},${(random.int(-500_000, 900_000) / 100).toFixed(2)}`
  })
  return `Date,Description,Amount\r\n${rows.sort().join('\r\n')}\r\n`
}

function letter(origin: FileOrigin): string {
  return `${origin.title}\n${origin.date}\n\nRe: ${origin.party}\n\n${paragraphs(origin).slice(0, 6).join('\n')}\n`
}
