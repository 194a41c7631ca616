import type { DocumentType, EntityKind } from '../schemas/fields.ts'
import type { Document } from '../schemas/responses.ts'
import { isOfItsYear, type PlannedDocument } from './document-plan.ts'
import type { MadeEntity } from './entities.ts'
import { fullName } from './full-name.ts'
import type { Member } from './member.ts'
import { stateName } from './places.ts'
import type { Random } from './random.ts'
import { calendarDay, DAY_MS, iso, momentBetween, yearOf } from './time.ts'

export type FileKind = 'pdf' | 'png' | 'csv' | 'txt' | 'docx' | 'eml'

/** The people and things that a document is about, by their full names as recorded. */
export interface DocumentSubject {
  type: DocumentType
  year: number
  /** The person who signs: the testator, the grantor, the owner of the account. */
  principal: string
  spouse?: string
  children: readonly string[]
  /** Who acts: executor, trustee, agent. */
  trustee: string
  entity?: string
  entityKind?: EntityKind
  /** For example "Greenwich, Connecticut". */
  place: string
  state: string
  home?: string
  /** In dollars: what each thing is worth that a statement or a balance sheet lists. */
  worth: readonly (readonly [name: string, amount: number])[]
}

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
  subject: DocumentSubject
}

export interface GeneratedDocument {
  record: Document
  fileName: string
  origin: FileOrigin
  subject: DocumentSubject
}

/** The layout of the document with this seed, one of five. */
export const layoutOf = (seed: number): number => seed % 5

const PICTURES: readonly FileKind[] = ['png']
const LISTS: readonly FileKind[] = ['csv', 'pdf', 'pdf', 'csv', 'pdf']
const DRAFTS: readonly FileKind[] = ['pdf', 'docx', 'pdf', 'pdf', 'docx']
const MESSAGES: readonly FileKind[] = ['txt', 'eml', 'pdf', 'pdf', 'eml']

/** The kinds of file of the types that are not always PDF: one for each of the five layouts, or one for all. */
const KINDS_OF_FILE: Partial<Record<DocumentType, readonly FileKind[]>> = {
  DRIVERS_LICENSE: PICTURES,
  PASSPORT: PICTURES,
  BALANCE_SHEET: LISTS,
  ACCOUNT_DOCUMENTATION_STATEMENT: LISTS,
  LOGGED_CONTRIBUTION: LISTS,
  LOGGED_DISTRIBUTION: LISTS,
  TRANSFER_CONFIRMATION: MESSAGES,
  INSURANCE_PREMIUM_PAYMENT: MESSAGES,
  TAX_ID_CONFIRMATION: ['txt', 'pdf'],
  GRAT_DESIGN_SUMMARY: DRAFTS,
  CRUMMEY_LETTER: DRAFTS,
  LLC_AGREEMENT_AMENDMENT: DRAFTS,
  OPERATING_AGREEMENT_AMENDMENT: DRAFTS,
  PARTNERSHIP_AGREEMENT_AMENDMENT: DRAFTS,
}

/** The kind of the file with this seed. */
function fileKind(type: DocumentType, seed: number): FileKind {
  const kinds = KINDS_OF_FILE[type] ?? ['pdf']
  return kinds[layoutOf(seed) % kinds.length] ?? 'pdf'
}

export interface DocumentSeed {
  random: Random
  now: number
  householdId: string
  surname: string
  since: number
  family: readonly Member[]
  planned: PlannedDocument
  /** Dollars per entity that is valued. */
  amounts: ReadonlyMap<MadeEntity, number>
}

/** Generates a document of the household, of one of its entities or of one of its people. */
export function generateDocument(seed: DocumentSeed): GeneratedDocument {
  const { random, now, householdId, surname, since, planned } = seed
  const { type, title, entity, person, year } = planned
  const day = random.int(2, 27)
  const written = isOfItsYear(type)
    ? Date.UTC(year, random.int(0, 10), day, 15)
    : Date.UTC(year + 1, random.int(0, 3), day, 15)
  const signed = Math.min(now - 3 * DAY_MS, written)
  const arrived =
    signed < since ? momentBetween(random, since, since + 60 * DAY_MS) : signed + random.int(1, 3) * DAY_MS
  const created = Math.min(arrived, now - random.int(1, 9) * 3_600_000)
  const updated = random.chance(0.7) ? created : momentBetween(random, created, now)
  const subject = subjectOf(seed)
  const party = entity?.record.display_name ?? (person ? fullName(person.record) : `${surname} Family`)
  const record: Document = {
    id: random.id('document_'),
    created_at: iso(created),
    updated_at: iso(updated),
    household_id: householdId,
    name: `${title} – ${party}`,
    type,
    ...(random.chance(0.6) ? { enable_ai_suggestions: random.chance(0.7) } : {}),
    ...(entity ? { entity_id: entity.record.id } : {}),
    ...(person ? { individual_id: person.record.id } : {}),
  }
  const date = calendarDay(Math.min(signed, created))
  const plain = title.replace(/\s\d{4}$/, '').replace(/[^\w .-]/g, '')
  const content = random.int(1, 2 ** 31)
  const kind = fileKind(type, content)
  const fileName = `${plain} ${surname} ${date}.${kind}`
  return { record, fileName, subject, origin: { kind, title, party, date, seed: content, subject } }
}

function subjectOf({ random, now, family, planned, amounts }: DocumentSeed): DocumentSubject {
  const { type, entity, person, year } = planned
  const primaries = family.filter(({ role }) => role === 'primary')
  const principal = person ?? (entity && isAdult(entity.owner) ? entity.owner : primaries[0])
  const spouse = primaries.find((each) => each !== principal)
  const children = family.filter(({ role }) => role === 'child' || role === 'stepchild')
  const counsel = family.find(({ role, record }) => role === 'counsel' && record.is_trustee)
  const heir = children.find(({ age }) => age > 27)
  const outside = ['ILIT_TRUST', 'GRAT_TRUST', 'IRREVOCABLE_TRUST'].includes(entity?.record.kind ?? '')
  const trustee = (outside ? (counsel ?? heir) : undefined) ?? spouse ?? heir ?? counsel ?? principal
  const home = principal?.record
  const state = stateName(home?.state ?? 'NY')
  const born = children.filter(({ age }) => yearOf(now) - age <= year)
  return {
    type,
    year,
    principal: principal ? fullName(principal.record) : '',
    ...(spouse ? { spouse: fullName(spouse.record) } : {}),
    children: born.map(({ record }) => fullName(record)),
    trustee: trustee
      ? fullName(trustee.record)
      : random.pick(['First Harbor Trust Company', 'Old Colony Trust Company']),
    ...(entity ? { entity: entity.record.display_name, entityKind: entity.record.kind } : {}),
    place: home?.city ? `${home.city}, ${state}` : state,
    state,
    ...(home?.address_line1 ? { home: home.address_line1 } : {}),
    worth: [...amounts]
      .filter(([each]) => (type === 'BALANCE_SHEET' ? true : entity === each && KINDS_OF_FILE[type] === LISTS))
      .map(([each, amount]) => [each.record.display_name, Math.round(amount)] as const),
  }
}

function isAdult({ age }: Member): boolean {
  return age >= 21
}
