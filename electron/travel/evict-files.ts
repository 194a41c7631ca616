import { defaultTravelBudget } from '../../shared/ipc/travel.ts'
import type { Clock } from '../platform/clock.ts'
import { type BudgetedFile, type EvictionPlan, planEviction, trim } from './file-budget.ts'
import type { TravelFiles, TravelStore } from './travel-parts.ts'

/** A file that was read so lately counts as open, ms: whoever looks at a document reads it piece by piece. */
const openForMs = 30 * 60 * 1000

/** Keeps downloaded files within the budget. Claims are dealt with one after the other. */
export type FileEvictor = {
  /**
   * Makes room for a document's file of so many bytes and keeps it until it is released; a second claim for the same one
   * takes the place of the first. With `short` above 0 there is none, and nothing was given up for it.
   */
  claim(documentId: string, bytes: number): Promise<{ short: number }>
  /** The download ended: what it left is counted as it is. */
  release(documentId: string): void
  /** Gives up what is over the budget, as far as that can be done. */
  trim(): Promise<void>
}

type Parts = { store: Pick<TravelStore, 'read'>; files: Pick<TravelFiles, 'remove'>; clock: Clock }

/** A {@link FileEvictor} without claims. */
export function createFileEvictor({ store, files, clock }: Parts): FileEvictor {
  const claims = new Map<string, number>()
  let turn: Promise<unknown> = Promise.resolve()

  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }
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

/** Bytes that are claimed beyond what already lies there of the same files. */
function beyond(claims: ReadonlyMap<string, number>, held: readonly BudgetedFile[]): number {
  const sizes = new Map(held.filter(({ kind }) => kind === 'document').map(({ id, size }) => [id, size]))
  let bytes = 0
  for (const [id, claimed] of claims) bytes += Math.max(0, claimed - (sizes.get(id) ?? 0))
  return bytes
}
