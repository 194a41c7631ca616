import type { Resource } from '../service/resource.ts'

/** The ids by which a list can be narrowed, each with the resource of its record. */
export const scopeResources = {
  household_id: 'households',
  entity_id: 'entities',
  individual_id: 'individuals',
  document_id: 'documents',
  owner_id: 'users',
} as const satisfies Record<string, Resource>

export type ScopeName = keyof typeof scopeResources

export const scopeNames = Object.keys(scopeResources) as ScopeName[]

export const isScopeName = (name: string): name is ScopeName => Object.hasOwn(scopeResources, name)
