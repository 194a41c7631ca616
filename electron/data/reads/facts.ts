import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import type { Fact } from '../../../shared/domain/facts/fact-kinds.ts'
import { type FactsOfDocument, factsOf } from '../../../shared/domain/facts/facts.ts'
import type { FactHousehold } from '../../../shared/domain/facts/instrument-roles.ts'
import { wordsOf } from '../../../shared/domain/fold.ts'
import type { EstateNode } from '../../../shared/ipc/estate.ts'
import type { FoundFact } from '../../../shared/ipc/facts.ts'
import { decisionsOf, type FactDecision } from '../ledger/fact-decisions.ts'
import { pagesPerFile, prepareScanOf } from '../mirror/page-texts.ts'
import { readRoleRecords } from './estate-map.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'
import { linkTo } from './records.ts'
import { readUnreadOfDocument } from './texts.ts'

/** The pages and characters of a document that are looked at. */
const mostPages = 400
const mostCharacters = 1_000_000

/** The longest query that marks a sentence, in UTF-16 code units. */
const longestFind = 180

export type TextRow = { row: number; sha256: string; page_count: number }
type DocumentRow = { name: string; household_id: string; entity_id: string | null; individual_id: string | null }

/** The facts of a document with the household and the digest of the file that was read. */
export type DocumentFacts = OutputOf<'facts', 'ofDocument'> & { household_id: string; sha256: string }

/** Reads the facts in the text of a document, and what the user decided about them. */
export function readDocumentFacts(reader: Reader, { document_id }: InputOf<'facts', 'ofDocument'>): DocumentFacts {
  const { mirror } = reader
  const text = mirror
    .prepare<[string], TextRow>(
      "SELECT row, sha256, page_count FROM file_text WHERE document_id = ? AND state = 'text'",
    )
    .get(document_id)
  const document = mirror
    .prepare<[string], DocumentRow>(
      'SELECT title AS name, household_id, entity_id, individual_id FROM documents WHERE id = ?',
    )
    .get(document_id)
  const decisions = decisionsOf(reader, document_id)
  const named = (node: EstateNode) => ({ ...node, name: linkTo(reader, node.resource, node.id).name })
  const goneOf = (known: ReadonlySet<string>) =>
    decisions
      .filter(({ key, decision }) => decision === 'confirmed' && !known.has(key))
      .map((decision) => goneFact(decision, named))
  const unread = readUnreadOfDocument(reader, document_id)
  if (!text || !document) {
    const none = { ...unread, is_read: false, pages_read: 0, page_count: 0, facts: [], states: [] }
    return { ...none, gone: goneOf(new Set()), household_id: document?.household_id ?? '', sha256: '' }
  }
  const { pages, read } = readInText(mirror, text, {
    ...document,
    records: readRoleRecords(reader, document.household_id),
  })
  const pageText = new Map(pages.map(({ page, text: own }) => [page, own]))
  const scanOf = prepareScanOf(mirror)
  const facts = decidedFacts(read.facts, decisions).map(({ fact, key, decision }): FoundFact => {
    const isConfirmed = decision?.decision === 'confirmed'
    const about = isConfirmed ? decision.fact.about : fact.in === null ? null : toNode(fact.in)
    return {
      ...{ key, kind: fact.kind, value: fact.value, sentence: fact.sentence, page: fact.page },
      ...{ article: fact.article, limit: fact.limit },
      who: (isConfirmed ? decision.fact.who : fact.who.map(toNode)).map(named),
      about: about && named(about),
      find: findOf(pageText.get(fact.page)?.slice(fact.start, fact.end) ?? ''),
      decision: decision?.decision ?? null,
      scan: scanOf(text.row, fact.page),
    }
  })
  return {
    ...{ is_read: true, pages_read: pages.length, page_count: text.page_count, facts, states: read.states, ...unread },
    gone: goneOf(new Set(facts.map(({ key }) => key))),
    ...{ household_id: document.household_id, sha256: text.sha256 },
  }
}

type Filed = Omit<DocumentRow, 'household_id'> & { records: FactHousehold }

/** The pages of a file's text, as far as they are looked at, and the facts in them. */
export function readInText(mirror: Reader['mirror'], row: Pick<TextRow, 'row'>, { name, records, ...filed }: Filed) {
  const pages = pagesOf(mirror, row)
  const entity = filed.entity_id && `e${filed.entity_id}`
  const person = filed.individual_id && `p${filed.individual_id}`
  const hash = createHash('sha256').update(JSON.stringify([name, entity, person, records]))
  for (const { page, text } of pages) hash.update(`\n${page}\n${text}`)
  const key = hash.digest('hex')
  const known = lastRead.get(mirror) ?? new Map<string, FactsOfDocument>()
  lastRead.set(mirror, known)
  const read = known.get(key) ?? factsOf({ name, pages, entity, person }, records)
  known.delete(key)
  known.set(key, read)
  for (const oldest of known.keys()) if (known.size > mostLastRead) known.delete(oldest)
  return { pages, read }
}

/**
 * The facts of the documents that were read last, by everything that they depend on. A page asks for those of its document twice, for itself
 * and beside the later papers of its trust, then again for each decision and for each file whose text is read.
 */
const lastRead = new WeakMap<Reader['mirror'], Map<string, FactsOfDocument>>()
/** As many as are compared for one entity, twice. */
const mostLastRead = 80

function pagesOf(mirror: Reader['mirror'], { row }: Pick<TextRow, 'row'>): { page: number; text: string }[] {
  const pages: { page: number; text: string }[] = []
  let characters = 0
  const first = row * pagesPerFile
  for (const { number, text } of mirror
    .prepare<[number, number, number], { number: number; text: Uint8Array }>(
      'SELECT number, text FROM page_source WHERE number >= ? AND number < ? ORDER BY number LIMIT ?',
    )
    .iterate(first, first + pagesPerFile, mostPages)) {
    const own = inflateRawSync(text).toString()
    characters += own.length
    if (characters > mostCharacters) break
    pages.push({ page: number - first, text: own })
  }
  return pages
}

export const toNode = (key: string): EstateNode => ({
  resource: key.startsWith('e') ? 'entities' : 'individuals',
  id: key.slice(1),
})

const keyOf = (words: string, more: string) =>
  createHash('sha256').update(`${words}\n${more}`).digest('hex').slice(0, 32)

const saidBy = ({ kind, value, sentence }: Pick<Fact, 'kind' | 'value' | 'sentence'>) =>
  [kind, wordsOf(value).join(' '), wordsOf(sentence).join(' ')].join('\n')

/**
 * The facts of a document, each with its key and what the user decided about it. The key is the same for the same words, wherever they stand;
 * where the sentence names the record that a fact is about, it is of that record too, as for the guardian of two children.
 */
export function decidedFacts(facts: readonly Fact[], decisions: readonly FactDecision[]) {
  const byKey = new Map(decisions.map((one) => [one.key, one]))
  const words = new Map(facts.map((fact) => [fact, saidBy(fact)]))
  const isAbout = ({ fact: { about } }: FactDecision, key: string | null) =>
    about !== null && key !== null && about.id === toNode(key).id && about.resource === toNode(key).resource
  const named = facts.filter(({ namesRecord }) => namesRecord)
  const decisionOn = (fact: Fact, said: string, key: string) => {
    const own = byKey.get(key)
    const isOther = !fact.namesRecord && named.some((one) => words.get(one) === said && own && isAbout(own, one.in))
    if (own && !isOther) return own
    // Facts of the same words had keys by their order before, and a record's new name may be the one in the sentence.
    return decisions.find((one) => isAbout(one, fact.in) && saidBy(one.fact) === said)
  }
  return facts.map((fact) => {
    const said = words.get(fact) ?? ''
    const key = keyOf(said, fact.namesRecord ? (fact.in ?? '') : '0')
    const decision = decisionOn(fact, said, key)
    return { fact, key: decision?.key ?? key, decision: decision ?? null }
  })
}

/** The query that marks a part of a page: as many of its first words as a query takes, as a phrase. */
export function findOf(text: string): string {
  const words = text
    .replace(/["“”]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  let phrase = ''
  for (const word of words) {
    if (phrase.length + word.length > longestFind) break
    phrase += phrase === '' ? word : ` ${word}`
  }
  return phrase === '' ? '' : `"${phrase}"`
}

function goneFact({ key, fact }: FactDecision, named: (node: EstateNode) => FoundFact['who'][number]): FoundFact {
  return {
    ...fact,
    scan: fact.scan ?? null,
    limit: fact.limit ?? null,
    key,
    who: fact.who.map(named),
    about: fact.about && named(fact.about),
    find: '',
    decision: 'confirmed',
  }
}
