/** The households that a page is about: of one owner, one of them, or all. */
export type AskedHouseholds = { of: 'owner' | 'household' | 'firm'; id: string | null }

/** Conditions over the households `h`. One for owner and firm alike would read the whole firm in either case. */
export const askedWhere = { owner: 'h.owner_id = @id', household: 'h.id = @id', firm: 'true' } as const

/**
 * The records `r` of a table in these households, as `FROM … WHERE …`. For the whole firm SQLite walks an index of the table that has
 * the columns that are asked for, instead of the records of one household after the other.
 */
export const recordsOf = (of: AskedHouseholds['of'], table: string): string =>
  of === 'firm'
    ? `FROM ${table} r WHERE EXISTS (SELECT 1 FROM households h WHERE h.id = r.household_id)`
    : `FROM households h CROSS JOIN ${table} r ON r.household_id = h.id WHERE ${askedWhere[of]}`
