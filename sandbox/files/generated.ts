import type { FileOrigin } from '../data/documents.ts'
import { createRandom } from '../data/random.ts'
import type { DocumentType } from '../schemas/fields.ts'
import { type Cast, castOf, type DocumentTruth, personOf, rolesOf } from './cast.ts'
import { writeDocx } from './docx.ts'
import { type Draft, type LaidOut, layOut } from './layout.ts'
import { writePages } from './pdf.ts'
import { writePng } from './png.ts'
import { companies } from './texts/companies.ts'
import { filings } from './texts/filings.ts'
import { letters } from './texts/letters.ts'
import { persons } from './texts/persons.ts'
import { property } from './texts/property.ts'
import { trusts } from './texts/trusts.ts'

const DRAFTS: Partial<Record<DocumentType, (cast: Cast) => Draft>> = {
  ...trusts,
  ...persons,
  ...companies,
  ...filings,
  ...property,
  ...letters,
}

/** Generates the bytes of a seeded document on demand; always the same bytes for the same document. */
export function generateFile(origin: FileOrigin): Buffer {
  const { kind, seed, subject } = origin
  if (kind === 'png') return writePng(seed)
  if (kind === 'csv') return Buffer.from(subject.type === 'BALANCE_SHEET' ? balanceSheet(origin) : statement(origin))
  const cast = castOf(origin)
  const draft = draftOf(cast)
  const laidOut = layOut(cast, draft)
  switch (kind) {
    case 'txt':
      return Buffer.from(textOf(laidOut))
    case 'eml':
      return Buffer.from(mailOf(cast, draft, textOf(laidOut)))
    case 'docx':
      return writeDocx(laidOut)
    default:
      return writePages(laidOut)
  }
}

const draftOf = (cast: Cast): Draft => (DRAFTS[cast.type] ?? card)(cast)

/** The truth of a seeded document but for its household, which is in its record. It is known from what the text was written from. */
export function truthOf(origin: FileOrigin): Omit<DocumentTruth, 'household_id'> {
  const { kind, subject, date } = origin
  const cast = castOf(origin)
  const signatures = draftOf(cast).blocks.filter((block) => block.kind === 'signatures')
  const people = [
    ...rolesOf(cast),
    ...(signatures.some(({ witnessed }) => witnessed) ? cast.witnesses : []).map((name) => ({ name, role: 'witness' })),
    ...(signatures.some(({ notarized }) => notarized) ? [{ name: cast.notary, role: 'notary' }] : []),
  ]
  return {
    type: subject.type,
    entity: subject.entity ?? null,
    person: personOf(subject),
    people: kind === 'png' || kind === 'csv' ? [] : people,
    date: kind === 'png' || (kind === 'csv' && subject.type !== 'BALANCE_SHEET') ? null : date,
  }
}

/** Cards are pictures; one that is asked for as a text says what is on it. */
const card = ({ title, principal, place }: Cast): Draft => ({
  title,
  blocks: [{ kind: 'paragraph', text: `${title}: ${principal}, ${place}` }],
})

const textOf = ({ pages }: LaidOut) =>
  `${pages.flatMap(({ lines, foot }) => [...lines.map(({ text }) => text), `${foot}\n`]).join('\n')}\n`

function mailOf({ principal, lawyer, lawFirm, isoDate }: Cast, { title }: Draft, text: string): string {
  const addressOf = (name: string) =>
    `"${name}" <${name
      .normalize('NFD')
      .replace(/[^A-Za-z]+/g, '.')
      .toLowerCase()}@example.com>`
  const head = [
    `From: ${addressOf(lawyer)}`,
    `To: ${addressOf(principal)}`,
    `Subject: ${title}`,
    `Date: ${new Date(`${isoDate}T15:00:00Z`).toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ]
  return `${[...head, '', ...text.split('\n'), '--', lawFirm].join('\r\n')}\r\n`
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
