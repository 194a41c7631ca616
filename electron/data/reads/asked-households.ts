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
