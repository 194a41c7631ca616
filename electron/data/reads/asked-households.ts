import { type Resource, resources, tableOf } from '../../../shared/service/resource.ts'
import { searchRowOf } from '../mirror/record-tables.ts'
import type { ReadableDatabase } from '../open-database.ts'

/** The households that a page is about: of one owner, some of them, or all. `id`: the owner's, or those of the households as JSON. */
export type AskedHouseholds = { of: 'owner' | 'some' | 'firm'; id: string | null }

/** As a page asks for them: `household_ids` come before the owner, who is null for the whole firm. */
export type HouseholdChoice = { owner_id: string | null; household_ids?: readonly string[] }

export const askedOf = ({ owner_id, household_ids }: HouseholdChoice): AskedHouseholds =>
  household_ids === undefined
    ? { of: owner_id === null ? 'firm' : 'owner', id: owner_id }
    : { of: 'some', id: JSON.stringify(household_ids) }

/** Conditions over the households `h`. One for owner and firm alike would read the whole firm in either case. */
export const askedWhere = {
  owner: 'h.owner_id = @id',
  some: 'h.id IN (SELECT value FROM json_each(@id))',
  firm: 'true',
} as const

/**
 * The records `r` of a table in these households, as `FROM … WHERE …`. For the whole firm SQLite walks an index of the table that has
 * the columns that are asked for, instead of the records of one household after the other.
 */
export const recordsOf = (of: AskedHouseholds['of'], table: string): string =>
  of === 'firm'
    ? `FROM ${table} r WHERE EXISTS (SELECT 1 FROM households h WHERE h.id = r.household_id)`
    : `FROM households h CROSS JOIN ${table} r ON r.household_id = h.id WHERE ${askedWhere[of]}`

/** The rows in the search index of everything that these households have, and of the users, who belong to none. */
export function searchRowsIn(mirror: ReadableDatabase, household_ids: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>()
  for (const resource of resources)
    for (const row of rowsIn(mirror, resource, household_ids)) found.add(searchRowOf(resource, row))
  return found
}

/** The rows of a resource in these households; of users, who belong to none, all. */
export function rowsIn(
  mirror: ReadableDatabase,
  resource: Resource,
  household_ids: readonly string[],
): readonly number[] {
  const where = inSome[resource] ?? `h.household_id IN (${someIds})`
  const select = mirror.prepare<[object], number>(`SELECT h.row FROM ${tableOf(resource)} h WHERE ${where}`)
  return select.pluck().all({ id: JSON.stringify(household_ids) })
}

const someIds = 'SELECT value FROM json_each(@id)'
const inSome: Readonly<Partial<Record<Resource, string>>> = {
  users: '@id IS NOT NULL',
  households: askedWhere.some,
  valuations: `h.entity_id IN (SELECT e.id FROM entities e WHERE e.household_id IN (${someIds}))`,
}

/** Whether a query is about a row. What it is not about is left out before anything is counted, and does not take a hit's place. */
export type IsAsked = (row: number) => boolean

/** The first rows that a query is about. */
export function firstAsked(rows: Iterable<number>, most: number, isAsked: IsAsked): number[] {
  const found: number[] = []
  for (const row of rows) {
    if (isAsked(row) && found.push(row) === most) break
  }
  return found
}
