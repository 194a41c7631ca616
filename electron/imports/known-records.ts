import { fold } from '../../shared/domain/fold.ts'
import type { ImportPart } from '../../shared/domain/import/import-fields.ts'
import type { KnownHouseholds } from '../../shared/domain/import/parse-households.ts'
import type { KnownPerson } from '../../shared/domain/import/same-person.ts'
import { type EffectiveRecord, readEffective } from '../bulk/effective-records.ts'
import type { ConnectionStore } from '../data/connection-store.ts'

/** Rows per read. */
const window = 500

const byTitle = { column: 'title', direction: 'asc' } as const

/** The records in the mirror with which rows are compared. */
export type Known = KnownHouseholds & {
  isKnownId(id: string): boolean
  /** All people in a household. */
  people(householdId: string): Promise<KnownPerson[]>
  /** Whole records including their pending edits. */
  records(resource: ImportPart, ids: readonly string[]): Promise<ReadonlyMap<string, EffectiveRecord>>
}

/** Reads the firm's users and households once, and people on demand. */
export async function readKnown(store: ConnectionStore): Promise<Known> {
  const ids = new Set<string>()
  const byExternalId = new Map<string, string>()
  const byName = new Map<string, string[]>()
  const order = await store.read('export.order', {
    resource: 'households',
    list: { sort: byTitle, filters: [], scope: {} },
  })
  for (let at = 0; at < order.length; at += window) {
    const rows = await store.read('export.rows', { resource: 'households', rows: order.slice(at, at + window) })
    for (const { id, title, external_id, pending } of rows) {
      if (pending === 'deleted') continue
      ids.add(String(id))
      if (typeof external_id === 'string') byExternalId.set(external_id, String(id))
      put(byName, fold(String(title)), String(id))
    }
  }
  const owners = await readOwners(store)
  return {
    isKnownId: (id) => ids.has(id),
    byExternalId: (externalId) => byExternalId.get(externalId),
    byName: (folded) => byName.get(folded) ?? [],
    owners: (text) => owners.get(text) ?? owners.get(fold(text)) ?? [],
    people: (householdId) => readPeople(store, householdId),
    records: (resource, ids) => readEffective(store, resource, ids),
  }
}

async function readOwners(store: ConnectionStore): Promise<Map<string, string[]>> {
  const owners = new Map<string, string[]>()
  for (let offset = 0; ; offset += window) {
    const { rows, total } = await store.read('users.list', { offset, limit: window, sort: byTitle })
    for (const { id, title, email } of rows)
      for (const key of new Set([id, fold(email), fold(title)])) put(owners, key, id)
    if (offset + window >= total) return owners
  }
}

async function readPeople(store: ConnectionStore, household_id: string): Promise<KnownPerson[]> {
  const people: KnownPerson[] = []
  for (let offset = 0; ; offset += window) {
    const list = { offset, limit: window, sort: byTitle, scope: { household_id } }
    const { rows, total } = await store.read('individuals.list', list)
    people.push(...rows.filter(({ pending }) => pending !== 'deleted'))
    if (offset + window >= total) return people
  }
}

function put(into: Map<string, string[]>, key: string, id: string): void {
  const known = into.get(key)
  if (known) known.push(id)
  else into.set(key, [id])
}
