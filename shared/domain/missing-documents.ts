import type { DocumentRule } from './document-rules.ts'

/** The key by which the user's switch of a rule is kept. */
export const ruleIdOf = ({ id, name }: Pick<DocumentRule, 'id' | 'name'>): string => id ?? name

/** A household's records, as far as rules look at them. */
export type FiledRecords = {
  /** Living primary clients. */
  primaries: readonly Subject[]
  /** Active entities. */
  entities: readonly (Subject & { kind: string })[]
  documents: readonly FiledDocument[]
}

/** An individual or an entity that a document can be about. */
export type Subject = { id: string; name: string }

export type FiledDocument = {
  type: string
  name: string
  individual_id: string | null
  entity_id: string | null
  /** ISO 8601. */
  created_at: string
}

/** A rule without a document on file, and the person or entity that it is about; null for the household itself. */
export type MissingDocument = {
  rule_id: string
  /** The rule's name. */
  rule: string
  about: (Subject & { resource: 'individuals' | 'entities' }) | null
}

/**
 * The rules for which no document is on file. This says what is not on file here, never that no such document exists.
 *
 * In doubt a document counts as on file: one that is filed under the household alone counts for each of its people and entities, and
 * one that names no year is of the year in which it was added.
 *
 * @param today - `YYYY-MM-DD`
 */
export function missingDocuments(
  rules: readonly DocumentRule[],
  { primaries, entities, documents }: FiledRecords,
  today: string,
): MissingDocument[] {
  const thisYear = Number(today.slice(0, 4))
  return rules.flatMap((rule): MissingDocument[] => {
    const named = { rule_id: ruleIdOf(rule), rule: rule.name }
    const types: readonly string[] = rule.types
    const kinds: readonly string[] | undefined = rule.kinds
    const suitable = documents.filter(({ type }) => types.includes(type))
    const year = rule.year === undefined ? null : thisYear - (rule.year === 'this' ? 0 : 1)
    const isMissing = (subject: Subject, field: 'individual_id' | 'entity_id') =>
      !suitable.some((document) => isFor(document, field, subject.id) && isOfYear(document, year, subject.name))
    const missing = (subjects: readonly Subject[], resource: 'individuals' | 'entities') =>
      subjects.map(({ id, name }) => ({ ...named, about: { resource, id, name } }))
    if (rule.each === 'household') {
      return suitable.some((document) => isOfYear(document, year, '')) ? [] : [{ ...named, about: null }]
    }
    if (rule.each === 'primary') {
      const without = primaries.filter((person) => isMissing(person, 'individual_id'))
      return missing(without, 'individuals')
    }
    const ofKind = entities.filter(({ kind }) => kinds?.includes(kind) ?? true)
    const without = ofKind.filter((entity) => isMissing(entity, 'entity_id'))
    return missing(without, 'entities')
  })
}

const isFor = (document: FiledDocument, field: 'individual_id' | 'entity_id', id: string) =>
  document[field] === id || (document.individual_id === null && document.entity_id === null)

/**
 * A year in the document's name decides: "Crummey Letter 2024" is of 2024, whenever it was added. A year in the name of the entity that
 * it is about does not.
 */
function isOfYear({ name, created_at }: FiledDocument, year: number | null, subject: string): boolean {
  if (year === null) return true
  const own = subject === '' ? name : name.replaceAll(subject, ' ')
  const named = own.match(/(?<!\d)(?:19|20)\d{2}(?!\d)/g)
  return (named ?? [created_at.slice(0, 4)]).some((text) => Number(text) === year)
}

/** The names of the rules, for each individual or entity that they are about; null for the household itself. */
export const bySubject = (
  missing: readonly MissingDocument[],
): { about: MissingDocument['about']; names: string[] }[] =>
  [...Map.groupBy(missing, ({ about }) => about?.id ?? '').values()].map((rules) => ({
    about: rules[0]?.about ?? null,
    names: rules.map(({ rule }) => rule),
  }))

/** How the screens name the source of the rules. */
export const ruleSources = {
  default: 'Steward’s usual rules',
  file: 'your rules in document-rules.json',
  policy: 'your firm’s rules',
} as const
