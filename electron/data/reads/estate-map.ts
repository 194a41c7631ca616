import { isoTime } from '../../../shared/domain/days.ts'
import { maxEstateEntities, maxEvidence } from '../../../shared/domain/limits.ts'
import { createRoleReader } from '../../../shared/domain/roles/read-roles.ts'
import { knownRole, roleKey } from '../../../shared/domain/roles/role-names.ts'
import type { EntityKind } from '../../../shared/domain/roles/role-tokens.ts'
import type {
  EstateEdge,
  EstateEntity,
  EstateEvidence,
  EstateLink,
  EstateNode,
  EstatePerson,
  EstateProposal,
  LinkPlace,
} from '../../../shared/ipc/estate.ts'
import { anyRole, type KeptLink, linksOfHousehold, linksOfRecord, listRejections } from '../ledger/estate-links.ts'
import { prepareFactsOfLink } from '../ledger/fact-decisions.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'
import { linkTo } from './records.ts'

/** The people of a household on its map; further ones are in the list of people. */
const maxPeople = 500

/** The statements of the map. One parameter: the household's id. */
const estateSql = {
  entities: `SELECT e.id, e.title AS name, e.kind, e.stage, e.in_estate_status, e.external_id,
      v.directly_held_asset_value AS value, v.effective_date
    FROM entities e LEFT JOIN valuations v ON v.entity_id = e.id WHERE e.household_id = ? ORDER BY e.id LIMIT ?`,
  people: `SELECT id, title AS name, is_primary, is_deceased, is_grantor, is_trustee, is_beneficiary, date_of_birth,
      json ->> '$.date_of_death' AS date_of_death, json ->> '$.first_name' AS first, coalesce(json ->> '$.middle_name', '') AS middle,
      json ->> '$.last_name' AS last, coalesce(json ->> '$.suffix', '') AS suffix
    FROM individuals WHERE household_id = ? ORDER BY is_primary DESC, coalesce(date_of_birth, '9999'), title_sort, id LIMIT ?`,
  documents: `SELECT id, title AS name, type, entity_id, individual_id FROM documents
    WHERE household_id = ? AND entity_id IS NOT NULL AND individual_id IS NOT NULL ORDER BY title_sort, id`,
}

type DocumentRow = { id: string; name: string; type: string; entity_id: string; individual_id: string }

/** The people, entities and lines of a household's map. A household that is not in the mirror has none. */
export function readEstateMap(reader: Reader, { id }: InputOf<'estate', 'map'>): OutputOf<'estate', 'map'> {
  const { mirror } = reader
  const entities = mirror.prepare<[string, number], EntityRow>(estateSql.entities).all(id, maxEstateEntities + 1)
  const people = mirror.prepare<[string, number], PersonRow>(estateSql.people).all(id, maxPeople)
  const fits = entities.length <= maxEstateEntities
  const shown = { entities: fits ? entities : [], people }
  const edges = readEdges(reader, id, shown)
  const links = linksOfHousehold(reader, id).map((kept) => toLink(reader, kept))
  const { proposals, unread } = proposeLinks(reader, id, { ...shown, edges, links })
  return {
    household_name: linkTo(reader, 'households', id).name ?? id,
    entities: shown.entities.map(({ external_id: _id, ...entity }) => entity),
    entity_count: reader.counts.of('entities', 'household_id', id),
    people: people.map(toPerson),
    edges,
    proposals,
    links,
    unread_summaries: unread,
  }
}

/** The user's links of one person or entity. */
export const readRoles = (reader: Reader, node: InputOf<'estate', 'roles'>): OutputOf<'estate', 'roles'> => ({
  links: linksOfRecord(reader, node).map((kept) => toLink(reader, kept)),
})

/** The trustees of entities that the user noted, and that are in the offline copy. */
export const readTrustees = (
  reader: Reader,
  { entity_ids }: InputOf<'estate', 'trustees'>,
): OutputOf<'estate', 'trustees'> => ({
  entities: entity_ids.map((id) => ({
    id,
    trustees: linksOfRecord(reader, { resource: 'entities', id })
      .filter(({ to_id, role }) => to_id === id && knownRole(role) === 'Trustee')
      .flatMap(({ from_resource: resource, from_id }) => {
        const { name } = linkTo(reader, resource, from_id)
        return name === null ? [] : [{ resource, id: from_id, name }]
      }),
  })),
})

/** Reads a link with its names and the places in documents that say it. */
const toLink = (reader: Reader, kept: KeptLink): EstateLink => ({
  id: kept.id,
  from: { resource: kept.from_resource, ...linkTo(reader, kept.from_resource, kept.from_id) },
  to: { resource: kept.to_resource, ...linkTo(reader, kept.to_resource, kept.to_id) },
  role: kept.role,
  origin: kept.origin,
  made_at: isoTime(kept.made_at),
  found_in: placesOf(reader, kept.id),
})

/** The pages by which the user confirmed a link, each once. A document whose file is another one by now has changed. */
function placesOf(reader: Reader, linkId: string): LinkPlace[] {
  const digest = reader.mirror.prepare<[string], string>('SELECT sha256 FROM file_text WHERE document_id = ?').pluck()
  const places = new Map<string, LinkPlace>()
  for (const { document_id, sha256, fact } of prepareFactsOfLink(reader)(linkId)) {
    const { name } = linkTo(reader, 'documents', document_id)
    const state = name === null ? 'gone' : (digest.get(document_id) ?? sha256) === sha256 ? 'same' : 'changed'
    const place: LinkPlace = { document_id, document_name: name, page: fact.page, state, scan: fact.scan ?? null }
    places.set(`${document_id} ${fact.page}`, place)
  }
  return [...places.values()]
}

const pairOf = (a: EstateNode, b: EstateNode) => `${a.resource}/${a.id} ${b.resource}/${b.id}`

const toPerson = (row: PersonRow): EstatePerson => ({
  id: row.id,
  name: row.name,
  is_primary: row.is_primary === 1,
  is_deceased: row.is_deceased === 1,
  date_of_birth: row.date_of_birth,
  date_of_death: row.date_of_death,
  may_be: [
    ...(row.is_grantor ? ['grantor'] : []),
    ...(row.is_trustee ? ['trustee'] : []),
    ...(row.is_beneficiary ? ['beneficiary'] : []),
  ],
})

/** The service records no roles. The only pairs that it knows are individuals and entities with a document in common. */
function readEdges(
  { mirror }: Reader,
  householdId: string,
  { entities, people }: { entities: readonly EntityRow[]; people: readonly PersonRow[] },
): EstateEdge[] {
  const known = new Set([...entities, ...people].map(({ id }) => id))
  const edges = new Map<string, EstateEdge>()
  for (const { entity_id, individual_id, ...document } of mirror
    .prepare<[string], DocumentRow>(estateSql.documents)
    .all(householdId)) {
    if (!known.has(entity_id) || !known.has(individual_id)) continue
    const from: EstateNode = { resource: 'individuals', id: individual_id }
    const to: EstateNode = { resource: 'entities', id: entity_id }
    const edge = edges.get(pairOf(from, to)) ?? { from, to, documents: [] }
    edge.documents.push(document)
    edges.set(pairOf(from, to), edge)
  }
  return [...edges.values()]
}

/** Characters of summaries that are searched for names, in one summary and in all of a household. */
const maxSummary = 200_000
const maxText = 2_000_000

/** The statements of proposals. One parameter: the household's id. */
const proposalSql = {
  summaries: `SELECT d.id AS document_id, d.title AS document_name, d.entity_id, d.individual_id,
      substr(s.json ->> '$.summary', 1, ${maxSummary + 1}) AS text
    FROM document_summaries s JOIN documents d ON d.id = s.document_id
    WHERE s.household_id = ? ORDER BY d.title_sort, d.id, s.id`,
  assets: `SELECT v.entity_id, a.value ->> '$.external_id' AS external_id, a.value ->> '$.display_name' AS asset_name
    FROM entities e JOIN valuations v ON v.entity_id = e.id, json_each(v.json, '$.directly_held_assets') a
    WHERE e.household_id = ? AND a.value ->> '$.external_id' IS NOT NULL ORDER BY e.id, a.key`,
}

/** An entity of the household, as read for its map. */
type EntityRow = EstateEntity & { external_id: string | null }

/** An individual of the household, with the parts of the name. */
type PersonRow = {
  id: string
  name: string
  is_primary: number
  is_deceased: number
  is_grantor: number
  is_trustee: number
  is_beneficiary: number
  date_of_birth: string | null
  date_of_death: string | null
  first: string
  middle: string
  last: string
  suffix: string
}

type SummaryRow = {
  document_id: string
  document_name: string
  entity_id: string | null
  individual_id: string | null
  text: string
}
type AssetRow = { entity_id: string; external_id: string; asset_name: string }

type Known = { entities: readonly EntityRow[]; people: readonly PersonRow[] }

type Found = Pick<EstateProposal, 'from' | 'to' | 'role' | 'alike'> & { evidence: EstateEvidence }

/**
 * Links that there is evidence for, one per pair and role, with all its evidence. Roles that the user has noted, pairs without a
 * role that are joined already, and rejected evidence are left out. `unread`: summaries that were not searched completely.
 */
function proposeLinks(
  reader: Reader,
  householdId: string,
  { edges, links, ...known }: Known & { edges: readonly EstateEdge[]; links: readonly EstateLink[] },
): { proposals: EstateProposal[]; unread: number } {
  const { found, unread } = namedInSummaries(reader, householdId, known)
  const rejected = new Set(
    listRejections(reader).map(({ from_id, to_id, role, kind, source }) =>
      JSON.stringify([from_id, to_id, role, kind, source]),
    ),
  )
  const joined = new Set([...edges, ...links].flatMap(({ from, to }) => [pairOf(from, to), pairOf(to, from)]))
  const noted = new Set(links.map(({ from, to, role }) => `${pairOf(from, to)} ${roleKey(role)}`))
  const proposals = new Map<string, EstateProposal>()
  for (const { from, to, role, alike, evidence } of [...heldByAnother(reader, householdId, known), ...found]) {
    const isNoted = (one: EstateNode) => role !== null && noted.has(`${pairOf(one, to)} ${roleKey(role)}`)
    // Evidence of two people of one name is about one of them.
    if (role === null ? joined.has(pairOf(from, to)) : [from, ...alike].some(isNoted)) continue
    const isRejected = (by: string) =>
      rejected.has(JSON.stringify([from.id, to.id, by, evidence.kind, evidence.source]))
    if (isRejected(role ?? '') || isRejected(anyRole)) continue
    const key = `${pairOf(from, to)} ${role}`
    const proposal = proposals.get(key) ?? { from, to, role, alike, evidence: [] }
    const isKnown = proposal.evidence.some(({ kind, source }) => kind === evidence.kind && source === evidence.source)
    if (!isKnown && proposal.evidence.length < maxEvidence) proposal.evidence.push(evidence)
    proposals.set(key, proposal)
  }
  const all = [...proposals.values()]
  const hasRole = new Set(all.flatMap(({ from, to, role }) => (role === null ? [] : [pairOf(from, to)])))
  return { proposals: all.filter(({ from, to, role }) => role !== null || !hasRole.has(pairOf(from, to))), unread }
}

/** Roles, and names without any, in the summaries of the household's documents about its people and entities. */
function namedInSummaries(
  { mirror }: Reader,
  householdId: string,
  { entities, people }: Known,
): { found: Found[]; unread: number } {
  const readRoles = createRoleReader(roleRecordsOf({ entities, people }))
  const nodeOf = (key: string): EstateNode => ({
    resource: key.startsWith('e') ? 'entities' : 'individuals',
    id: key.slice(1),
  })
  const found: Found[] = []
  let unread = 0
  let read = 0
  for (const row of mirror.prepare<[string], SummaryRow>(proposalSql.summaries).iterate(householdId)) {
    const text = row.text.slice(0, maxSummary)
    if (read + text.length > maxText) {
      unread++
      continue
    }
    if (row.text.length > maxSummary) unread++
    read += text.length
    const entity = row.entity_id === null ? null : `e${row.entity_id}`
    const person = row.individual_id === null ? null : `p${row.individual_id}`
    const { roles, mentions } = readRoles({ name: row.document_name, text, entity, person })
    const evidence = (sentence: string) =>
      ({
        kind: 'summary',
        source: row.document_id,
        document_name: row.document_name,
        excerpt: excerptOf(sentence),
      }) as const
    for (const { who, role, in: into, sentence } of roles) {
      const nodes = who.map(nodeOf)
      for (const from of nodes) {
        const alike = nodes.filter((node) => node !== from)
        found.push({ from, to: nodeOf(into), role, alike, evidence: evidence(sentence) })
      }
    }
    for (const { who, sentence } of entity === null ? [] : mentions) {
      if (entity === null || who === entity) continue
      found.push({ from: nodeOf(who), to: nodeOf(entity), role: null, alike: [], evidence: evidence(sentence) })
    }
  }
  return { found, unread }
}

/** People and entities as roles are read for them, with keys that tell them apart. */
const roleRecordsOf = ({ entities, people }: Known) => ({
  people: people.map(({ id, first, middle, last, suffix }) => ({ key: `p${id}`, first, middle, last, suffix })),
  entities: entities.map(({ id, name, kind }) => ({ key: `e${id}`, name, kind: roleKindOf(kind) })),
})

/** The people and entities of a household whose roles are read. */
export const readRoleRecords = ({ mirror }: Pick<Reader, 'mirror'>, householdId: string) =>
  roleRecordsOf({
    entities: mirror.prepare<[string, number], EntityRow>(estateSql.entities).all(householdId, maxEstateEntities),
    people: mirror.prepare<[string, number], PersonRow>(estateSql.people).all(householdId, maxPeople),
  })

/** The roles that an entity of a kind of the service may have. */
function roleKindOf(kind: string): EntityKind {
  if (kind.endsWith('_TRUST')) return 'trust'
  if (kind.endsWith('_PERSONAL_ACCOUNT')) return 'account'
  return kind === 'DONOR_ADVISED_FUND' || kind === 'PRIVATE_FOUNDATION' ? 'gift' : 'company'
}

/** Longest quotation, in UTF-16 code units; a longer one is cut at a space. */
const maxExcerpt = 400

function excerptOf(sentence: string): string {
  if (sentence.length <= maxExcerpt) return sentence
  const space = sentence.lastIndexOf(' ', maxExcerpt)
  return `${sentence.slice(0, space > 0 ? space : maxExcerpt).toWellFormed()}…`
}

/** Assets in the latest valuation of one entity that have the external id of another one: the first owns the second. */
function heldByAnother({ mirror }: Reader, householdId: string, { entities }: Known): Found[] {
  const byExternalId = new Map(
    entities.flatMap(({ id, external_id }) => (external_id ? [[external_id, id] as const] : [])),
  )
  const shown = new Set(entities.map(({ id }) => id))
  return mirror
    .prepare<[string], AssetRow>(proposalSql.assets)
    .all(householdId)
    .flatMap(({ entity_id, external_id, asset_name }): Found[] => {
      const held = byExternalId.get(external_id)
      if (held === undefined || held === entity_id || !shown.has(entity_id)) return []
      return [
        {
          from: { resource: 'entities', id: entity_id },
          to: { resource: 'entities', id: held },
          role: 'Owner',
          alike: [],
          evidence: { kind: 'asset', source: external_id, asset_name },
        },
      ]
    })
}
