/** Ids that narrow a list, stored in the address. */
export type Scope = {
  household_id?: string
  entity_id?: string
  individual_id?: string
  document_id?: string
  owner_id?: string
}

const names = {
  household_id: 'one household',
  entity_id: 'one entity',
  individual_id: 'one individual',
  document_id: 'one document',
  owner_id: 'one relationship owner',
} as const

const keys = ['household_id', 'entity_id', 'individual_id', 'document_id', 'owner_id'] as const

/** Parses the scope of an address; other parameters are ignored. */
export function scopeFromSearch(search: Readonly<Record<string, unknown>>): Scope {
  const scope: Scope = {}
  for (const key of keys) {
    const value = search[key]
    if (typeof value === 'string' && value.length > 0 && value.length <= 256) scope[key] = value
  }
  return scope
}

/** The scope of a narrowed list, in words. */
export function describeScope(scope: Scope): string {
  const parts = keys.filter((key) => scope[key] !== undefined).map((key) => names[key])
  return `Only of ${parts.join(' and ')}.`
}
