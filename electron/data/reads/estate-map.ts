import {
  type EstateEdge,
  type EstateLink,
  type EstateNode,
  type EstatePerson,
  maxEstateEntities,
} from '../../../shared/ipc/estate.ts'
import { isoTime } from '../days.ts'
import { linksOfHousehold } from '../ledger/estate-links.ts'
import { type EntityRow, type PersonRow, proposeLinks } from './estate-proposals.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'
import { linkTo } from './records.ts'

/** The people of a household on its map; further ones are in the list of people. */
const maxPeople = 500

/** The statements of the map, separate so that their query plans can be tested. One parameter: the household's id. */
export const estateSql = {
  entities: `SELECT e.id, e.title AS name, e.kind, e.stage, e.in_estate_status, e.external_id,
      v.directly_held_asset_value AS value, v.effective_date
    FROM entities e LEFT JOIN valuations v ON v.entity_id = e.id WHERE e.household_id = ? ORDER BY e.id LIMIT ?`,
  people: `SELECT id, title AS name, is_primary, is_deceased, is_grantor, is_trustee, is_beneficiary,
      json ->> '$.first_name' AS first, coalesce(json ->> '$.middle_name', '') AS middle,
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
  const links = linksOfHousehold(reader, id).map(
    (kept): EstateLink => ({
      id: kept.id,
      from: { resource: kept.from_resource, ...linkTo(reader, kept.from_resource, kept.from_id) },
      to: { resource: kept.to_resource, ...linkTo(reader, kept.to_resource, kept.to_id) },
      role: kept.role,
      origin: kept.origin,
      made_at: isoTime(kept.made_at),
    }),
  )
  const joined = new Set([...edges, ...links].flatMap(({ from, to }) => [pairOf(from, to), pairOf(to, from)]))
  const { proposals, unread } = proposeLinks(reader, id, { ...shown, isJoined: (a, b) => joined.has(pairOf(a, b)) })
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

const pairOf = (a: EstateNode, b: EstateNode) => `${a.resource}/${a.id} ${b.resource}/${b.id}`

const toPerson = (row: PersonRow): EstatePerson => ({
  id: row.id,
  name: row.name,
  is_primary: row.is_primary === 1,
  is_deceased: row.is_deceased === 1,
  may_be: [
    ...(row.is_grantor ? ['grantor'] : []),
    ...(row.is_trustee ? ['trustee'] : []),
    ...(row.is_beneficiary ? ['beneficiary'] : []),
  ],
})

/** The service records no roles. A document that belongs to a person and an entity is the only pair that it knows. */
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
