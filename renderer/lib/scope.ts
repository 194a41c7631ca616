import { longestId } from '../../shared/records/field.ts'
import { householdFields } from '../../shared/records/household.ts'
import { type ScopeName, scopeNames } from '../../shared/records/scopes.ts'

/** Ids that narrow a list, stored in the address. */
export type Scope = { [Name in ScopeName]?: string }

const names = {
  household_id: 'one household',
  entity_id: 'one entity',
  individual_id: 'one individual',
  document_id: 'one document',
  owner_id: `one ${householdFields.primary_relationship_owner_id.label.toLowerCase()}`,
} as const satisfies Record<ScopeName, string>

/** Parses the scope of an address; other parameters are ignored. */
export function scopeFromSearch(search: Readonly<Record<string, unknown>>): Scope {
  const scope: Scope = {}
  for (const key of scopeNames) {
    const value = search[key]
    if (typeof value === 'string' && value.length > 0 && value.length <= longestId) scope[key] = value
  }
  return scope
}

/** The scope of a narrowed list, in words. */
export function describeScope(scope: Scope): string {
  const parts = scopeNames.filter((key) => scope[key] !== undefined).map((key) => names[key])
  return `Only of ${parts.join(' and ')}.`
}
