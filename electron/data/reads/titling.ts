import { createHash } from 'node:crypto'
import { isoTime } from '../../../shared/domain/days.ts'
import type { Fact } from '../../../shared/domain/facts/fact-kinds.ts'
import type { FactsOfDocument } from '../../../shared/domain/facts/facts.ts'
import { laterPapersOf, mayBeOfTrust, type TitlingFinding, titlingOf } from '../../../shared/domain/facts/titling.ts'
import { wordsOf } from '../../../shared/domain/fold.ts'
import { knownRole } from '../../../shared/domain/roles/role-names.ts'
import type { EstateNode } from '../../../shared/ipc/estate.ts'
import type { LaterPaperFound, TitlingFound } from '../../../shared/ipc/facts.ts'
import { linksOfRecord } from '../ledger/estate-links.ts'
import { decisionsOf, prepareFactsOfLink, titlingDismissals } from '../ledger/fact-decisions.ts'
import { prepareScanOf } from '../mirror/page-texts.ts'
import { readRoleRecords } from './estate-map.ts'
import { decidedFacts, findOf, readInText, type TextRow, toNode } from './facts.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'
import { linkTo } from './records.ts'

/** The documents and pages that are compared for one entity, as 100 pages take most of a second; further ones count as not read. */
const mostDocuments = 40
const mostPages = 120

type EntityRow = { id: string; name: string; kind: string; household_id: string }
type DocumentRow = {
  id: string
  name: string
  type: string
  entity_id: string
  individual_id: string | null
  row: number | null
  page_count: number
}

const documentSql = `SELECT d.id, d.title AS name, d.type, d.entity_id, d.individual_id, t.row, coalesce(t.page_count, 0) AS page_count
  FROM documents d LEFT JOIN file_text t ON t.document_id = d.id AND t.state = 'text'`

const entitySql = 'SELECT id, title AS name, kind, household_id FROM entities'

type ReadDocument = Pick<DocumentRow, 'id' | 'name' | 'type'> & {
  read: FactsOfDocument | null
  isPartly: boolean
  pages: ReadonlyMap<number, string>
  row: number | null
}

/** Reads the differences between what is recorded of an entity and what the text of its documents says. */
export function readTitling(
  reader: Reader,
  { entity_id }: InputOf<'facts', 'titlingOf'>,
): OutputOf<'facts', 'titlingOf'> {
  const { mirror } = reader
  const entity = mirror.prepare<[string], EntityRow>(`${entitySql} WHERE id = ?`).get(entity_id)
  if (!entity) return { findings: [], read: 0, unread: 0, partly: 0 }
  const documents = readDocuments(reader, entity)
  const toEntity = ({ id, name, kind }: EntityRow) => ({ key: `e${id}`, name, kind })
  const links = linksOfRecord(reader, { resource: 'entities', id: entity_id })
    .filter(({ to_id, role }) => to_id === entity_id && knownRole(role) === 'Trustee')
    .map(({ id, from_resource, from_id }) => ({ id, key: `${from_resource === 'entities' ? 'e' : 'p'}${from_id}` }))
  const trustees = links.map(({ key }) => key)
  const dead = new Set(
    mirror
      .prepare<[string], string>('SELECT id FROM individuals WHERE household_id = ? AND is_deceased = 1')
      .pluck()
      .all(entity.household_id),
  )
  const findings = titlingOf({
    entity: toEntity(entity),
    trustees,
    documents,
    people: readRoleRecords(reader, entity.household_id).people.map((one) => ({
      ...one,
      isDeceased: dead.has(one.key.slice(1)),
    })),
    others: mirror
      .prepare<[string, string], EntityRow>(`${entitySql} WHERE household_id = ? AND id <> ?`)
      .all(entity.household_id, entity_id)
      .map(toEntity),
  })
  const named = (node: EstateNode) => ({ ...node, name: linkTo(reader, node.resource, node.id).name })
  const factsOfLink = prepareFactsOfLink(reader)
  const recorded = links.map(({ id, key }) => ({
    ...named(toNode(key)),
    confirmed: factsOfLink(id).map(({ document_id, fact: { page } }) => ({
      document: { id: document_id, name: linkTo(reader, 'documents', document_id).name ?? document_id },
      page,
    })),
  }))
  const dismissals = titlingDismissals(reader, entity_id)
  const placeOf = createPlaces(reader, documents)
  return {
    findings: findings.map((finding): TitlingFound => {
      const { kind, document, fact } = finding
      const sides =
        kind === 'trustee' ? recorded.map(({ name, id }) => name ?? id).toSorted() : [entity.name, entity.kind]
      const key = keyOf(finding, sides)
      const dismissal = dismissals.get(key)
      return {
        ...{ key, kind, document, said: fact?.value ?? null },
        recorded: kind === 'trustee' ? recorded : [],
        named: finding.named === null ? null : named(toNode(finding.named)),
        place: fact && placeOf(fact, document.id),
        dismissed: dismissal ? { reason: dismissal.reason, at: isoTime(dismissal.dismissed_at) } : null,
      }
    }),
    read: documents.filter(({ read }) => read !== null).length,
    unread: documents.filter(({ read }) => read === null).length,
    partly: documents.filter(({ isPartly }) => isPartly).length,
  }
}

/** Gives the sentence of a fact in a document: its page, the query that marks it there, and whether it was read from a scan. */
function createPlaces({ mirror }: Reader, documents: readonly ReadDocument[]) {
  const texts = new Map(documents.map((document) => [document.id, document]))
  const scanOf = prepareScanOf(mirror)
  return ({ sentence, page, start, end }: Fact, documentId: string) => {
    const { pages, row = null } = texts.get(documentId) ?? {}
    const find = findOf(pages?.get(page)?.slice(start, end) ?? '')
    return { sentence, page, find, scan: row === null ? null : scanOf(row, page) }
  }
}

/** Reads the amendments and restatements that may be later than a document of a trust. */
export function readLaterPapers(
  reader: Reader,
  { document_id }: InputOf<'facts', 'laterOf'>,
): OutputOf<'facts', 'laterOf'> {
  const entity = reader.mirror
    .prepare<[string], EntityRow>(
      `${entitySql} WHERE kind LIKE '%_TRUST' AND id = (SELECT entity_id FROM documents WHERE id = ?)`,
    )
    .get(document_id)
  if (!entity) return { later: [] }
  const documents = readDocuments(reader, entity, document_id)
  const own = documents.find(({ id }) => id === document_id)
  if (!own) return { later: [] }
  const named = (node: EstateNode) => ({ ...node, name: linkTo(reader, node.resource, node.id).name })
  const placeOf = createPlaces(reader, documents)
  return {
    later: laterPapersOf(own, documents, `e${entity.id}`).map(
      ({ isRead, states, trustees, ...paper }): LaterPaperFound => ({
        ...paper,
        is_read: isRead,
        states: [...states],
        trustees: trustees.map((fact) => ({
          ...{ value: fact.value, who: fact.who.map((key) => named(toNode(key))) },
          place: placeOf(fact, paper.document.id),
        })),
      }),
    ),
  }
}

/** Another word on either side is another question: what was not a problem before is asked about again. */
const keyOf = ({ kind, document, fact }: TitlingFinding, recorded: readonly string[]): string => {
  const said = [document.name, fact?.value ?? '', fact?.sentence ?? '']
  const words = [kind, ...[...recorded, ...said].map((text) => wordsOf(text).join(' '))].join('\n')
  return createHash('sha256').update(words).digest('hex').slice(0, 32)
}

/**
 * The documents filed under an entity, or for an account under the revocable trusts of its household, without the facts that were rejected.
 *
 * @param first - the document that is read before the others; then only papers that may be an agreement or an amendment are read
 */
function readDocuments(reader: Reader, { id, kind, household_id }: EntityRow, first?: string): ReadDocument[] {
  const { mirror } = reader
  const rows = mayBeOfTrust(kind)
    ? mirror
        .prepare<[string], DocumentRow>(
          `${documentSql} JOIN entities e ON e.id = d.entity_id WHERE e.household_id = ? AND e.kind = 'REVOCABLE_TRUST'
             AND d.type IN ('SIGNED_TRUST_DOCUMENT', 'TRUST_AMENDMENT', 'OTHER') ORDER BY d.title_sort, d.id`,
        )
        .all(household_id)
    : first === undefined
      ? mirror
          .prepare<[string], DocumentRow>(`${documentSql} WHERE d.entity_id = ? ORDER BY d.title_sort, d.id`)
          .all(id)
      : mirror
          .prepare<[string, string], DocumentRow>(
            `${documentSql} WHERE d.entity_id = ?
             AND d.type IN ('TRUST_AMENDMENT', 'SIGNED_TRUST_DOCUMENT', 'EXISTING_REMAINDER_TRUST_DOCUMENT', 'OTHER')
             ORDER BY d.id <> ?, d.type <> 'TRUST_AMENDMENT', d.type = 'OTHER', d.title_sort, d.id`,
          )
          .all(id, first)
  const records = readRoleRecords(reader, household_id)
  let pagesLeft = mostPages
  return rows.map(({ row, page_count, ...document }, at): ReadDocument => {
    const { id: documentId, name, type } = document
    if (row === null || at >= mostDocuments || page_count > pagesLeft)
      return { ...{ id: documentId, name, type }, read: null, isPartly: false, pages: new Map(), row }
    pagesLeft -= page_count
    const text: Pick<TextRow, 'row'> = { row }
    const { pages, read } = readInText(mirror, text, { ...document, records })
    const facts = decidedFacts(read.facts, decisionsOf(reader, documentId)).flatMap(({ fact, decision }) =>
      decision?.decision === 'rejected' ? [] : [fact],
    )
    return {
      ...{ id: documentId, name, type },
      read: { ...read, facts },
      isPartly: pages.length < page_count,
      pages: new Map(pages.map(({ page, text: own }) => [page, own])),
      row,
    }
  })
}
