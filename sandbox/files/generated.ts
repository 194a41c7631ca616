import type { FileOrigin } from '../data/documents.ts'
import { createRandom } from '../data/random.ts'
import { writePdf } from './pdf.ts'
import { writePng } from './png.ts'
import { paragraphsOf } from './texts.ts'

/** Generates the bytes of a seeded document on demand; always the same bytes for the same document. */
export function generateFile(origin: FileOrigin): Buffer {
  switch (origin.kind) {
    case 'png':
      return writePng(origin.seed)
    case 'csv':
      return Buffer.from(origin.subject.type === 'BALANCE_SHEET' ? balanceSheet(origin) : statement(origin))
    case 'txt':
      return Buffer.from(letter(origin))
    default:
      return writePdf(origin.title, [`${origin.party}, ${origin.date}`, ...paragraphsOf(origin.subject, origin.date)])
  }
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`

function balanceSheet({ date, subject }: FileOrigin): string {
  const rows = subject.worth.map(([name, amount]) => `${cell(name)},${amount.toFixed(2)}`)
  const total = subject.worth.reduce((sum, [, amount]) => sum + amount, 0)
  return `Entity,Directly held on ${date}\r\n${rows.join('\r\n')}\r\nAll entities,${total.toFixed(2)}\r\n`
}

/** A year's transactions of an account, each a small part of what the account is worth. */
function statement({ seed, subject }: FileOrigin): string {
  const random = createRandom(seed)
  const worth = subject.worth[0]?.[1] ?? 200_000
  const rows = Array.from({ length: random.int(8, 40) }, () => {
    const day = `${subject.year}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`
    const [what, most] = random.pick([
      ['Dividend', 0.006],
      ['Interest', 0.003],
      ['Advisory fee', -0.0025],
      ['Contribution', 0.02],
      ['Withdrawal', -0.015],
    ] as const)
    return `${day},${what},${((random.int(20, 100) / 100) * most * worth).toFixed(2)}`
  })
  return `Date,Description,Amount\r\n${rows.sort().join('\r\n')}\r\n`
}

function letter(origin: FileOrigin): string {
  const text = paragraphsOf(origin.subject, origin.date).join('\n\n')
  return `${origin.title}\n${origin.date}\n\nRe: ${origin.party}\n\n${text}\n`
}
