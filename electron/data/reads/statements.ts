import { wordsOf } from '../../../shared/domain/fold.ts'
import { valuation } from '../../../shared/service/valuation.ts'
import type { CurrentValuation, EntityChoice } from '../../../shared/statements/batch.ts'
import { openOperations } from '../ledger/operations.ts'
import type { Reader } from './reader.ts'

type StoredEntity = {
  id: string
  name: string
  external_id: string | null
  household_id: string
  household_name: string | null
  stage: string
}

/** Every entity that an account may belong to. */
export function readEntityChoices({ mirror }: Reader): EntityChoice[] {
  return mirror
    .prepare<[], StoredEntity>(
      `SELECT e.id, e.title AS name, e.external_id, e.household_id,
         h.title AS household_name, coalesce(e.stage, '') AS stage
       FROM entities e LEFT JOIN households h ON h.id = e.household_id ORDER BY e.title_sort, e.id`,
    )
    .all()
    .map(({ id, name, external_id, household_id, household_name, stage }) => ({
      ...{ id, name, external_id: external_id === '' ? null : external_id, stage, isGone: false },
      household: { id: household_id, name: household_name ?? '' },
    }))
}

/**
 * The latest valuations of entities: null for one that the service gave none for, and none for an entity that it was not asked about.
 * Also the entities whose valuation form has an open draft, and those with a valuation that waits to be sent. The writes of `without` are
 * left out: beside them the service's own copy counts.
 */
export function readForReview(
  { mirror, ledger }: Reader,
  { entity_ids, without }: { entity_ids: readonly string[]; without: readonly string[] },
): { valuations: Map<string, CurrentValuation | null>; drafts: string[]; unsent: string[] } {
  const latest = mirror.prepare<[string], string>('SELECT json FROM valuations WHERE entity_id = ?').pluck()
  const ofService = mirror
    .prepare<[string], string | null>("SELECT server_json FROM overlay WHERE resource = 'valuations' AND id = ?")
    .pluck()
  const draft = ledger.prepare<[string]>('SELECT 1 FROM setting WHERE name = ?')
  const waiting = new Set(
    openOperations(ledger).flatMap(({ id, resource, parent_id }) =>
      resource === 'valuations' && !without.includes(id) ? (parent_id ?? []) : [],
    ),
  )
  const asked = mirror.prepare<[string], string>('SELECT outcome FROM valuation_check WHERE entity_id = ?').pluck()
  const valuations = new Map<string, CurrentValuation | null>()
  for (const entity_id of entity_ids) {
    const served = waiting.has(entity_id) ? undefined : ofService.get(entity_id)
    const json = served === undefined ? latest.get(entity_id) : served
    if (json !== undefined && json !== null) {
      const { id, effective_date, directly_held_assets, directly_held_asset_value } = valuation.parse(JSON.parse(json))
      valuations.set(entity_id, { id, effective_date, assets: directly_held_assets, directly_held_asset_value })
    } else if (asked.get(entity_id) === 'none') valuations.set(entity_id, null)
  }
  return {
    valuations,
    drafts: entity_ids.filter((id) => draft.get(`draft:new:valuations/${id}`) !== undefined),
    unsent: entity_ids.filter((id) => waiting.has(id)),
  }
}

/** The least characters of a name that is looked for in a text: shorter ones are in many words. */
const shortestName = 4

/**
 * Names of households, entities and people that a line of a text has, in any order of their words, and that do not belong to this
 * household; at most 20. `own`: names of this household, its entities and people, and of the firm's users.
 */
export function readNamesIn(
  { mirror }: Reader,
  { text, household_id }: { text: string; household_id: string },
): { names: string[]; own: string[] } {
  const own = ['households', 'entities', 'individuals'].flatMap((table) =>
    mirror
      .prepare<[string], string>(
        `SELECT title FROM ${table} WHERE ${table === 'households' ? 'id' : 'household_id'} = ?`,
      )
      .pluck()
      .all(household_id),
  )
  own.push(...mirror.prepare<[], string>('SELECT title FROM users').pluck().all())
  const lines = text.split('\n').map((line) => new Set(wordsOf(line)))
  const all = new Set(lines.flatMap((line) => [...line]))
  const found = new Set<string>()
  for (const table of ['households', 'entities', 'individuals']) {
    const titles = mirror
      .prepare<[number, string], string>(
        `SELECT title FROM ${table} WHERE length(title) >= ? AND ${table === 'households' ? 'id' : 'household_id'} <> ?`,
      )
      .pluck()
    for (const title of titles.iterate(shortestName, household_id)) {
      const words = wordsOf(title)
      if (words.length === 0 || !words.every((word) => all.has(word))) continue
      if (lines.some((line) => words.every((word) => line.has(word)))) found.add(title)
      if (found.size === mostFound) return { names: [...found], own }
    }
  }
  return { names: [...found], own }
}

const mostFound = 20
