import { sweep } from '../../data/support/open-store.ts'
import { aUser, bodyOf, many } from '../../data/support/records.ts'
import type { PackFirm } from './pack-firm.ts'

export const estateStatuses = ['in_estate', 'out_of_estate', 'none'] as const

type Records = readonly unknown[]

type Book = {
  households: Records
  individuals: Records
  /** Numbered from 1. */
  entities: Records
  documents: Records
  /** An entity's latest valuation; null if it has none. */
  valuationOf: (entity: number) => unknown
}

/** Reads a book into the firm's store, as a first sync does. */
export async function fillPackFirm({ store }: Pick<PackFirm, 'store'>, { valuationOf, ...lists }: Book): Promise<void> {
  await sweep(store, 'users', [[aUser(1)]])
  for (const resource of ['households', 'individuals', 'entities', 'documents'] as const)
    await sweep(store, resource, [[...lists[resource]]])
  for (const n of many((at) => at, lists.entities.length)) {
    const valuation = valuationOf(n)
    if (valuation === null) continue
    await store.applyValuation({ entityId: `entity_${n}`, bytes: bodyOf(valuation) })
  }
  await store.flush()
}
