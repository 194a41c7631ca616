import {
  type EstateEntity,
  type EstateEvidence,
  type EstateNode,
  type EstateProposal,
  maxEvidence,
} from '../../../shared/ipc/estate.ts'
import { listRejections } from '../ledger/estate-links.ts'
import { createNameFinder, type NamedRecord } from './estate-names.ts'
import type { Reader } from './reader.ts'

/** Characters of summaries that are searched for names, in one summary and in all of a household. */
const maxSummary = 200_000
const maxText = 2_000_000

/** The statements of proposals. One parameter: the household's id. */
export const proposalSql = {
  summaries: `SELECT d.id AS document_id, d.title AS document_name, d.entity_id,
      substr(s.json ->> '$.summary', 1, ${maxSummary + 1}) AS text
    FROM document_summaries s JOIN documents d ON d.id = s.document_id
    WHERE s.household_id = ? AND d.entity_id IS NOT NULL ORDER BY d.title_sort, d.id, s.id`,
  assets: `SELECT v.entity_id, a.value ->> '$.external_id' AS external_id, a.value ->> '$.display_name' AS asset_name
    FROM entities e JOIN valuations v ON v.entity_id = e.id, json_each(v.json, '$.directly_held_assets') a
    WHERE e.household_id = ? AND a.value ->> '$.external_id' IS NOT NULL ORDER BY e.id, a.key`,
}

/** An entity of the household, as read for its map. */
export type EntityRow = EstateEntity & { external_id: string | null }

/** An individual of the household, with the parts of the name. */
export type PersonRow = {
  id: string
  name: string
  is_primary: number
  is_deceased: number
  is_grantor: number
  is_trustee: number
  is_beneficiary: number
  first: string
  middle: string
  last: string
  suffix: string
}

type SummaryRow = { document_id: string; document_name: string; entity_id: string; text: string }
type AssetRow = { entity_id: string; external_id: string; asset_name: string }

type Known = {
  entities: readonly EntityRow[]
  people: readonly PersonRow[]
  /** Whether the service or the user already joins two records. */
  isJoined(a: EstateNode, b: EstateNode): boolean
}

type Found = { from: EstateNode; to: EstateNode; role: string | null; evidence: EstateEvidence }

/**
 * Links that there is evidence for, one per pair, with all its evidence. Pairs that are joined already and rejected evidence are
 * left out. `unread`: summaries that were not searched completely.
 */
export function proposeLinks(
  reader: Reader,
  householdId: string,
  known: Known,
): { proposals: EstateProposal[]; unread: number } {
  const { found, unread } = namedInSummaries(reader, householdId, known)
  const rejected = new Set(
    listRejections(reader).map(({ from_id, to_id, kind, source }) => JSON.stringify([from_id, to_id, kind, source])),
  )
  const proposals = new Map<string, EstateProposal>()
  for (const { from, to, role, evidence } of [...heldByAnother(reader, householdId, known), ...found]) {
    if (known.isJoined(from, to)) continue
    if (rejected.has(JSON.stringify([from.id, to.id, evidence.kind, evidence.source]))) continue
    const key = JSON.stringify([from.resource, from.id, to.resource, to.id])
    const proposal = proposals.get(key) ?? { from, to, role, evidence: [] }
    proposal.role ??= role
    const isKnown = proposal.evidence.some(({ kind, source }) => kind === evidence.kind && source === evidence.source)
    if (!isKnown && proposal.evidence.length < maxEvidence) proposal.evidence.push(evidence)
    proposals.set(key, proposal)
  }
  return { proposals: [...proposals.values()], unread }
}

/** Summaries of documents of one entity that name a person or another entity of the household in full. */
function namedInSummaries(
  { mirror }: Reader,
  householdId: string,
  { entities, people }: Known,
): { found: Found[]; unread: number } {
  const nodes = new Map<string, EstateNode>()
  const named: NamedRecord[] = []
  for (const { id, name } of entities) {
    nodes.set(`e${id}`, { resource: 'entities', id })
    named.push({ key: `e${id}`, name, person: null })
  }
  for (const { id, name, first, middle, last, suffix } of people) {
    nodes.set(`p${id}`, { resource: 'individuals', id })
    named.push({ key: `p${id}`, name, person: { first, middle, last, suffix } })
  }
  const namesIn = createNameFinder(named)
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
    const to = nodes.get(`e${row.entity_id}`)
    for (const { key, excerpt, role } of to ? namesIn(text) : []) {
      const from = nodes.get(key)
      if (!from || !to || key === `e${row.entity_id}`) continue
      const evidence = { kind: 'summary', source: row.document_id, document_name: row.document_name, excerpt } as const
      found.push({ from, to, role, evidence })
    }
  }
  return { found, unread }
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
          evidence: { kind: 'asset', source: external_id, asset_name },
        },
      ]
    })
}
