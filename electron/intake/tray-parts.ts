import type { HouseholdParts } from '../../shared/domain/propose-owner.ts'
import { createMutex, type Mutex } from '../../shared/lib/calls.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { ConnectionFiles } from '../documents/connection-files.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { type KeptRow, storeRow } from './intake-row.ts'

/** The dependencies of a tray. */
export type TrayOptions = {
  store: Pick<ConnectionStore, 'read' | 'writeLedger'>
  files: ConnectionFiles
  outbox: Pick<Outbox, 'saveDocuments'>
  /** Called when the tray changed. */
  onChange(): void
  newId: () => string
  /** ISO 8601. */
  now: () => string
}

/** The rows of a tray by id, in the order they were dropped; each change is written to the ledger first. */
export type TrayRows = {
  get(id: string): KeptRow | undefined
  /** The rows that were not removed. */
  shown(): KeptRow[]
  removed(): KeptRow[]
  /** Adds or replaces rows. */
  put(rows: readonly KeptRow[]): Promise<void>
  /** Takes over rows that are in the ledger already. */
  wasPut(rows: readonly KeptRow[]): void
  forget(ids: readonly string[]): Promise<void>
  /** Runs changes one after the other, so that none is based on rows that another one is changing. */
  inTurn: Mutex
}

export function createTrayRows({ store, onChange }: TrayOptions, loaded: readonly KeptRow[]): TrayRows {
  const rows = new Map(loaded.map((row) => [row.id, row]))
  const wasPut = (put: readonly KeptRow[]) => {
    if (put.length === 0) return
    for (const row of put) rows.set(row.id, row)
    onChange()
  }
  return {
    get: (id) => rows.get(id),
    shown: () => [...rows.values()].filter(({ removed_at }) => removed_at === null),
    removed: () => [...rows.values()].filter(({ removed_at }) => removed_at !== null),
    async put(changed) {
      if (changed.length === 0) return
      await store.writeLedger('intake.put', { rows: changed.map(storeRow) })
      wasPut(changed)
    },
    wasPut,
    async forget(ids) {
      if (ids.length === 0) return
      await store.writeLedger('intake.forget', { ids })
      for (const id of ids) rows.delete(id)
      onChange()
    },
    inTurn: createMutex(),
  }
}

/**
 * The people and entities of a household in the mirror. Empty if the household has more of them than one read returns: then it is
 * unknown whether a name is unique among them. `people`: the names of those that one read returns.
 */
export async function partsOf(
  { store }: TrayOptions,
  householdId: string,
): Promise<HouseholdParts & { people: readonly string[] }> {
  const household = await store.read('households.get', { id: householdId }).catch(() => null)
  if (household === null) return { entities: [], individuals: [], people: [] }
  const { entities, individuals, counts } = household
  const people = individuals.map(({ title }) => title)
  if (entities.length < counts.entities || individuals.length < counts.individuals)
    return { entities: [], individuals: [], people }
  const choice = ({ id, title }: { id: string; title: string }) => ({ id, name: title })
  return { entities: entities.map(choice), individuals: individuals.map(choice), people }
}
