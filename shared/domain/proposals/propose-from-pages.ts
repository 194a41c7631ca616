import { documentTypeNames } from '../names.ts'
import { type HouseholdParts, proposeOwners } from '../propose-owner.ts'
import { type DocumentType, proposeType } from '../propose-type.ts'
import { linesOf, type PageOfText } from './page-text.ts'
import { readDate } from './read-date.ts'
import { type ReadOwners, readOwners } from './read-owners.ts'
import { readTitle } from './read-title.ts'

/** A dropped file, and the household on which it was dropped. */
export type NamedFile = {
  name: string
  folder: string
  parts: HouseholdParts
  /** Names of the household's people, also where they are too many to be told apart. */
  people: readonly string[]
}

/** A value with the words on which it rests; the page is null where they are the file's name. */
export type Proposed<Value> = { value: Value; words: string; page: number | null }

export type FieldProposals = {
  type: Proposed<DocumentType> | null
  entity: Proposed<string> | null
  person: Proposed<string> | null
}

/** The proposals for a file; null where nothing is sure. */
export type PageProposals = FieldProposals & {
  /** Values that something speaks against, or that only the file's name says: listed first, and not chosen. */
  suggested: FieldProposals
  /** The instrument's date as YYYY-MM-DD. */
  date: Proposed<string> | null
  /** Names that the household does not have, in the place of the instrument's person or entity. */
  strangers: ReadOwners['strangers']
  /** Sentences for the advisor. */
  doubts: string[]
}

const none: FieldProposals = { type: null, entity: null, person: null }

/** The values that a file's name says, see {@link proposeType} and {@link proposeOwners}. */
export function proposeFromName({ name, folder, parts, people }: NamedFile): FieldProposals {
  const { type, reason } = proposeType({ name, folder, head: '', people })
  const { entity_id, individual_id } = proposeOwners({ name, folder }, parts)
  const said = (value: string | null) => (value === null ? null : { value, words: name, page: null })
  return {
    type: reason === null ? null : { value: type, words: reason, page: null },
    entity: said(entity_id),
    person: said(individual_id),
  }
}

/**
 * Proposes a document's type, entity, person and date from the text of its pages. A wrong proposal files a document where it is not
 * looked for, a missing one costs a choice from a list: whatever is not sure is null. The file's name only agrees, or makes unsure.
 */
export function proposeFromPages(
  file: NamedFile,
  { pages, mediaType }: { pages: readonly PageOfText[]; mediaType: string | null },
): PageProposals {
  const named = proposeFromName(file)
  const lines = linesOf(pages)
  const unread = { ...none, suggested: named, date: null, strangers: [] }
  if (lines[0] === undefined) return { ...unread, doubts: [] }
  if (lines[0].page > 1)
    return { ...unread, doubts: [`Page 1 has no text; the first text is on page ${lines[0].page}.`] }
  const title = readTitle(lines, mediaType)
  if (title.isAboutDocuments) return { ...unread, suggested: none, doubts: title.doubts }
  const about = title.type ?? title.suggested
  const owners = readOwners({ lines, titleLines: title.titleLines, type: about?.value ?? null, parts: file.parts })
  const date = about === null ? { date: null, doubts: [] } : readDate(lines, title.titleLines, about.value)
  const type = settle(title.type, title.suggested, named.type, () => disagreement(file, title.type?.value ?? null))
  const entity = settle(
    owners.entity,
    null,
    named.entity,
    (other) => `Its name says another entity: ${nameOf(file.parts.entities, other)}.`,
  )
  const person = settle(
    owners.person,
    null,
    named.person,
    (other) => `Its name says another person: ${nameOf(file.parts.individuals, other)}.`,
  )
  return {
    type: type.value,
    entity: entity.value,
    person: person.value,
    suggested: { type: type.suggested, entity: entity.suggested, person: person.suggested },
    date: date.date,
    strangers: owners.strangers,
    doubts: [...title.doubts, ...type.doubts, ...owners.doubts, ...entity.doubts, ...person.doubts, ...date.doubts],
  }
}

const nameOf = (choices: HouseholdParts['entities'], id: string) =>
  choices.find((choice) => choice.id === id)?.name ?? id

/** Compares what the pages say with what the name says: a difference makes the former a suggestion. */
function settle<Value extends string>(
  read: Proposed<Value> | null,
  suggested: Proposed<Value> | null,
  named: Proposed<Value> | null,
  differs: (named: Value) => string | null,
): { value: Proposed<Value> | null; suggested: Proposed<Value> | null; doubts: string[] } {
  if (read === null) return { value: null, suggested: suggested ?? named, doubts: [] }
  const doubt = named === null || named.value === read.value ? null : differs(named.value)
  return doubt === null
    ? { value: read, suggested: null, doubts: [] }
    : { value: null, suggested: read, doubts: [doubt] }
}

/** Names that say more than the kind of thing that a document is about: a trust has deeds, notices and statements. */
const telling: ReadonlySet<string> = new Set(
  'codicil deed passport bylaws crummey poa dpoa testament fbar boir quitclaim'.split(' '),
)

/** A sentence where the file's name says another type. */
function disagreement({ name, people }: NamedFile, type: DocumentType | null): string | null {
  const { type: named, reason } = proposeType({ name, folder: '', head: '', people })
  if (type === null || reason === null || named === type || named === 'OTHER') return null
  const words = /“(.*)”/.exec(reason)?.[1] ?? ''
  if (!words.includes(' ') && !telling.has(words)) return null
  if (lessExact[named]?.includes(type)) return null
  return `Its name says “${words}”, which is: ${documentTypeNames[named]}.`
}

/** For a type that a name says, those that are often named so too. */
const lessExact: Partial<Record<DocumentType, readonly DocumentType[]>> = {
  LLC_AGREEMENT: ['OPERATING_AGREEMENT', 'LLC_AGREEMENT_AMENDMENT'],
  OPERATING_AGREEMENT: ['LLC_AGREEMENT', 'OPERATING_AGREEMENT_AMENDMENT'],
  PARTNERSHIP_AGREEMENT: ['PARTNERSHIP_AGREEMENT_AMENDMENT'],
  SIGNED_TRUST_DOCUMENT: ['EXISTING_REMAINDER_TRUST_DOCUMENT', 'TRUST_AMENDMENT'],
  EXISTING_REMAINDER_TRUST_DOCUMENT: ['TRUST_AMENDMENT'],
  POWER_OF_ATTORNEY: ['HEALTHCARE_PROXY'],
  FINCEN_FILING: ['BENEFICIAL_OWNERSHIP_INFORMATION_REPORT'],
  INCOME_TAX_RETURN: ['TAX_FILING', 'GIFT_TAX_RETURN'],
  TAX_FILING: ['INCOME_TAX_RETURN', 'GIFT_TAX_RETURN'],
  INSURANCE_POLICY: ['INSURANCE_PREMIUM_PAYMENT'],
}
