import { invalidField } from '../http/api-error.ts'
import type { Store } from '../store/store.ts'
import { requireReferenced } from './live.ts'

interface Owners {
  entity_id?: string | null | undefined
  individual_id?: string | null | undefined
}

/** Throws a 422 unless the entity and the individual of a document exist and belong to the document's household. */
export function requireOwnersInHousehold(store: Store, householdId: string, owners: Owners): void {
  const check = (table: 'entities' | 'individuals', field: keyof Owners) => {
    const id = owners[field]
    if (id === undefined || id === null) return
    const { record } = requireReferenced(store, table, id, field)
    if (record.household_id !== householdId) throw invalidField(field, 'Belongs to another household.')
  }
  check('entities', 'entity_id')
  check('individuals', 'individual_id')
}
