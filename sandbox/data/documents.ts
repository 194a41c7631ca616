import { DOCUMENT_TYPES, type DocumentType } from '../schemas/fields.ts'
import type { Document, DocumentSummary, Entity, Individual } from '../schemas/responses.ts'
import { SUMMARY_SENTENCES } from './phrases.ts'
import type { Random } from './random.ts'
import { DATA_EPOCH, iso, momentBetween, stamps } from './time.ts'

export type FileKind = 'pdf' | 'png' | 'csv' | 'txt'

/**
 * The input from which a seeded document's file is generated. It is kept beside the record so that renaming the document does not
 * change the bytes.
 */
export interface FileOrigin {
  kind: FileKind
  title: string
  party: string
  date: string
  seed: number
}

export interface GeneratedDocument {
  record: Document
  fileName: string
  origin: FileOrigin
}

export interface DocumentSeed {
  random: Random
  householdId: string
  surname: string
  since: number
  family: readonly Individual[]
  entities: readonly Entity[]
  /** The number of documents before this one; rare types recur by position. */
  position: number
}

const OF_TRUSTS: readonly DocumentType[] = [
  'SIGNED_TRUST_DOCUMENT',
  'TRUST_AMENDMENT',
  'ASSET_VALUATION',
  'CRUMMEY_LETTER',
]
const OF_BUSINESSES: readonly DocumentType[] = ['OPERATING_AGREEMENT', 'LLC_AGREEMENT', 'STATE_BUSINESS_FILING']
const OF_PEOPLE: readonly DocumentType[] = [
  'WILL',
  'POWER_OF_ATTORNEY',
  'DRIVERS_LICENSE',
  'PASSPORT',
  'HEALTHCARE_PROXY',
]
const OF_HOUSEHOLDS: readonly DocumentType[] = [
  'BALANCE_SHEET',
  'INCOME_TAX_RETURN',
  'GIFT_TAX_RETURN',
  'DEED',
  'OTHER',
]

const KIND_OF_FILE: Partial<Record<DocumentType, FileKind>> = {
  DRIVERS_LICENSE: 'png',
  PASSPORT: 'png',
  BALANCE_SHEET: 'csv',
  ACCOUNT_DOCUMENTATION_STATEMENT: 'csv',
  LOGGED_CONTRIBUTION: 'csv',
  LOGGED_DISTRIBUTION: 'csv',
  TAX_ID_CONFIRMATION: 'txt',
  TRANSFER_CONFIRMATION: 'txt',
}

/** Generates a document of the household, of one of its entities or of one of its people. */
export function generateDocument(seed: DocumentSeed): GeneratedDocument {
  const { random, householdId, surname, since, family, entities, position } = seed
  const owner = random.weighted([
    ['entity', 5],
    ['individual', 3],
    ['household', 2],
  ] as const)
  const entity = owner === 'entity' && entities.length > 0 ? random.pick(entities) : undefined
  const person = owner === 'individual' ? random.pick(family) : undefined
  const rare = DOCUMENT_TYPES[(position / 5) % DOCUMENT_TYPES.length]
  const type = position % 5 === 0 && rare ? rare : usualType(random, entity, person)
  const kind = KIND_OF_FILE[type] ?? 'pdf'
  const times = stamps(random, since)
  const title = titleOf(type)
  const party = entity?.display_name ?? (person ? `${person.first_name} ${person.last_name}` : `${surname} Family`)
  const date = times.created_at.slice(0, 10)
  const record: Document = {
    id: random.id('document_'),
    ...times,
    household_id: householdId,
    name: `${title} – ${party}`,
    type,
    ...(random.chance(0.6) ? { enable_ai_suggestions: random.chance(0.7) } : {}),
    ...(entity ? { entity_id: entity.id } : {}),
    ...(person ? { individual_id: person.id } : {}),
  }
  const fileName = `${title} ${surname} ${date}.${kind}`
  return { record, fileName, origin: { kind, title, party, date, seed: random.int(1, 2 ** 31) } }
}

function usualType(random: Random, entity: Entity | undefined, person: Individual | undefined): DocumentType {
  if (person) return random.pick(OF_PEOPLE)
  if (entity) return random.pick(entity.kind.endsWith('BUSINESS_ENTITY') ? OF_BUSINESSES : OF_TRUSTS)
  return random.pick(OF_HOUSEHOLDS)
}

const INITIALISMS = new Set(['GRAT', 'LLC', 'ID'])

function titleOf(type: DocumentType): string {
  const words = type.split('_').map((word) => (INITIALISMS.has(word) ? word : word[0] + word.slice(1).toLowerCase()))
  return words.join(' ')
}

/** Generates a document's summary; half of all summaries are Markdown. */
export function generateSummary(random: Random, document: Document): DocumentSummary {
  const created = momentBetween(random, Date.parse(document.created_at), DATA_EPOCH)
  const sentences = Array.from({ length: random.int(2, 5) }, () => random.pick(SUMMARY_SENTENCES))
  const markdown = random.chance(0.6)
  const points = sentences.map((sentence) => `- ${sentence}`).join('\n')
  return {
    id: random.id('document_summary_'),
    created_at: iso(created),
    updated_at: iso(created),
    display_name: `Summary of ${document.name}`,
    document_id: document.id,
    household_id: document.household_id,
    summary: markdown ? `## Key points\n\n${points}\n\n**To do:** confirm with counsel.` : sentences.join(' '),
    ...(random.chance(0.9) ? { entry_mode: random.chance(0.75) ? 'AI_AUTO' : 'USER' } : {}),
    ...(random.chance(0.9) ? { summary_format: markdown ? 'MARKDOWN' : 'PLAIN_TEXT' } : {}),
  }
}
