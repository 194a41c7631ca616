import { defaultTravelBudget } from '../../shared/ipc/travel.ts'
import { createMutex } from '../../shared/lib/calls.ts'
import type { HouseholdNeeds, NeededDocument, TakenRoom } from '../data/reads/travel.ts'
import type { Clock } from '../platform/clock.ts'
import type { CheckResult, TravelFiles, TravelStore } from './travel-parts.ts'

/** A file to fetch; if it is held, that copy may be older than its record. */
export type WantedFile = { id: string; isHeld: boolean }

/** Interval between two verifications of all files on this computer, in ms. */
const verifyEveryMs = 24 * 60 * 60 * 1000

/** Whether the held file was fetched before its record last changed. */
export function isOutdated({ held, updated_at, is_local }: NeededDocument): boolean {
  return !is_local && held !== null && held.record_updated_at !== null && held.record_updated_at !== updated_at
}

/** Whether its file is missing here; the file of a document created here that is not sent yet is never missing. */
export const isMissing = ({ held, is_local }: NeededDocument): boolean => held === null && !is_local

/**
 * The files to fetch, in order: missing ones before possibly outdated ones, and those found too large at the end, so that they
 * take no space from files that fit.
 */
export function filesToFetch({ documents }: HouseholdNeeds, { files }: CheckResult): WantedFile[] {
  const sizeOf = (id: string) => files[id]?.size ?? 0
  const missing = documents.filter(isMissing).sort((a, b) => sizeOf(a.id) - sizeOf(b.id))
  const outdated = documents.filter(isOutdated)
  return [...missing, ...outdated].map(({ id, held }) => ({ id, isHeld: held !== null }))
}

/** Whether the held files are due for verification. */
export function isVerificationDue({ verified_at }: CheckResult, now: number): boolean {
  return verified_at === null || now - Date.parse(verified_at) >= verifyEveryMs
}

/** A downloaded file as the budget sees it. Sizes are in bytes. */
export type BudgetedFile = Pick<TakenRoom, 'kind' | 'id' | 'size' | 'used_at'> & {
  /** Belongs to a pinned household, or its household is not known yet: never evicted. */
  pinned: boolean
  /** It is being read: not evicted now. */
  open: boolean
  /** Its record is not in the mirror although all were read, so it can no longer be opened. */
  gone: boolean
}

type BudgetRequest = {
  budget: number
  files: readonly BudgetedFile[]
  /** Bytes reserved for downloads in progress. */
  reserved: number
  /** Bytes requested. */
  needed: number
}

/** The files to evict, least recently used first. If `short` is above 0, evicting would not free enough, and none is evicted. */
type EvictionPlan = { evict: BudgetedFile[]; short: number }

/** Frees space for a new file: evicts as little as possible, or nothing if even all of it would not be enough. */
function planEviction({ budget, files, reserved, needed }: BudgetRequest): EvictionPlan {
  const over = bytesOf(files) + reserved + needed - budget
  const evict = leastUsed(files, over)
  const short = over - bytesOf(evict)
  return short > 0 ? { evict: [], short } : { evict, short: 0 }
}

/** The files to evict so that the budget is met, as far as possible; files of records that are gone are evicted in any case. */
function trim({ budget, files, reserved }: Omit<BudgetRequest, 'needed'>): BudgetedFile[] {
  const gone = files.filter((file) => file.gone && !file.open)
  const rest = files.filter((file) => !gone.includes(file))
  return [...gone, ...leastUsed(rest, bytesOf(rest) + reserved - budget)]
}

/** Evictable files, least recently used first, until `bytes` are freed; fewer if there are no more. */
function leastUsed(files: readonly BudgetedFile[], bytes: number): BudgetedFile[] {
  const loose = files.filter(({ pinned, open }) => !pinned && !open).sort(byUse)
  const chosen: BudgetedFile[] = []
  let freed = 0
  for (const file of loose) {
    if (freed >= bytes) break
    chosen.push(file)
    freed += file.size
  }
  return chosen
}

function byUse(a: BudgetedFile, b: BudgetedFile): number {
  if (a.used_at !== b.used_at) return a.used_at < b.used_at ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

export function bytesOf(files: readonly { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

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
    pinned: file.household_id === null ? !file.is_listed : pinned.has(file.household_id),
    open: file.used_at >= openSince,
    gone: file.household_id === null && file.is_listed,
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
