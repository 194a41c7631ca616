import { fold } from '../fold.ts'
import type { KnownHouseholds } from './parse-households.ts'
import type { ParsedHousehold, Target } from './parsed-rows.ts'

/**
 * Finds the household that a cell refers to: by id, by external id, by its name in the file, or by its name in the offline
 * copy.
 */
export type FindHousehold = (text: string) => Target | { cause: string; next_step: string }

/** Creates a {@link FindHousehold} over a file's parsed rows and the offline copy. */
export function createHouseholdFinder(
  parsed: readonly ParsedHousehold[],
  { known, isKnownId }: { known: KnownHouseholds; isKnownId: (id: string) => boolean },
): FindHousehold {
  const byExternalId = new Map<string, Target>()
  const byName = new Map<string, Map<string, Target>>()
  for (const household of parsed) {
    const { externalId, name } = household
    if (externalId !== undefined && !byExternalId.has(externalId)) byExternalId.set(externalId, household.target)
    if (name === undefined) continue
    const same = byName.get(fold(name)) ?? new Map<string, Target>()
    byName.set(fold(name), same.set(keyOf(household.target), household.target))
  }
  return (text) => {
    if (isKnownId(text)) return { kind: 'existing', id: text }
    const there = known.byExternalId(text)
    const exact = byExternalId.get(text) ?? (there === undefined ? undefined : { kind: 'existing' as const, id: there })
    if (exact) return exact
    const folded = fold(text)
    const named = new Map(byName.get(folded))
    for (const id of known.byName(folded)) named.set(id, { kind: 'existing', id })
    const [only] = named.values()
    if (only && named.size === 1) return only
    if (named.size > 1) {
      const there = known.byName(folded).length > 0 ? ['the offline copy'] : []
      const where = [...(byName.has(folded) ? ['the file'] : []), ...there].join(' and ')
      return {
        cause: `${named.size} households in ${where} have this name.`,
        next_step: 'Use the household’s external ID instead.',
      }
    }
    return {
      cause: 'No household matches, either in the households file or in the offline copy.',
      next_step: 'Use its external ID or its name, or add it to the households file.',
    }
  }
}

/** A unique key of a target. */
export const keyOf = (target: Target): string => (target.kind === 'existing' ? target.id : `row ${target.row}`)
