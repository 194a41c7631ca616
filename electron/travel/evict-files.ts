import { defaultTravelBudget } from '../../shared/ipc/travel.ts'
import { createMutex } from '../../shared/lib/timing.ts'
import type { Clock } from '../platform/clock.ts'
import { type BudgetedFile, type EvictionPlan, planEviction, trim } from './plan-files.ts'
import type { TravelFiles, TravelStore } from './travel-parts.ts'

/** A file that was read this recently counts as open, in ms: a document on the screen is read piece by piece. */
const openForMs = 30 * 60 * 1000

/** Keeps downloaded files within the budget. Claims are processed one after the other. */
export type FileEvictor = {
  /**
   * Reserves this many bytes for a document's file until they are released; a second claim for the same file replaces the first.
   * If `short` is above 0, that many bytes are missing, and no file was evicted.
   */
  claim(documentId: string, bytes: number): Promise<{ short: number }>
  /** The download ended: the file now counts with its actual size. */
  release(documentId: string): void
  /** Evicts files until the budget is met, as far as possible. */
  trim(): Promise<void>
}

type Parts = { store: Pick<TravelStore, 'read'>; files: Pick<TravelFiles, 'remove'>; clock: Clock }

/** A {@link FileEvictor} without claims. */
export function createFileEvictor({ store, files, clock }: Parts): FileEvictor {
  const claims = new Map<string, number>()
  const inTurn = createMutex()
  const giveUp = async (evict: readonly BudgetedFile[]) => {
    for (const { kind, id } of evict) await files.remove({ kind, id })
  }

  return {
    claim: (documentId, bytes) =>
      inTurn(async () => {
        const { budget, held } = await look(store, clock.now())
        claims.delete(documentId)
        const own = held.find((file) => file.kind === 'document' && file.id === documentId)?.size ?? 0
        const plan: EvictionPlan = planEviction({
          budget,
          files: held,
          reserved: beyond(claims, held),
          needed: Math.max(0, bytes - own),
        })
        if (plan.short > 0) return { short: plan.short }
        claims.set(documentId, bytes)
        await giveUp(plan.evict)
        return { short: 0 }
      }),
    release: (documentId) => void claims.delete(documentId),
    trim: () =>
      inTurn(async () => {
        const { budget, held } = await look(store, clock.now())
        await giveUp(trim({ budget, files: held, reserved: beyond(claims, held) }))
      }),
  }
}

async function look(store: Parts['store'], now: number): Promise<{ budget: number; held: BudgetedFile[] }> {
  const { pins, budget } = await store.read('travel.pins', {})
  const { files } = await store.read('travel.held', {})
  const pinned = new Set(pins.map(({ household_id }) => household_id))
  const openSince = new Date(now - openForMs).toISOString()
  const held = files.map((file) => ({
    ...file,
    pinned: file.household_id !== null && pinned.has(file.household_id),
    open: file.used_at >= openSince,
    gone: file.household_id === null,
  }))
  return { budget: budget ?? defaultTravelBudget, held }
}

/** Bytes claimed in excess of what is already stored of the same files. */
function beyond(claims: ReadonlyMap<string, number>, held: readonly BudgetedFile[]): number {
  const sizes = new Map(held.filter(({ kind }) => kind === 'document').map(({ id, size }) => [id, size]))
  let bytes = 0
  for (const [id, claimed] of claims) bytes += Math.max(0, claimed - (sizes.get(id) ?? 0))
  return bytes
}
