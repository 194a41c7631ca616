import type { HouseholdNeeds, NeededDocument, TakenRoom } from '../data/reads/travel.ts'
import type { CheckResult } from './travel-parts.ts'

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
  /** Belongs to a pinned household: never evicted. */
  pinned: boolean
  /** It is being read: not evicted now. */
  open: boolean
  /** Its record is no longer in the mirror, so it can no longer be opened. */
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
export type EvictionPlan = { evict: BudgetedFile[]; short: number }

/** Frees space for a new file: evicts as little as possible, or nothing if even all of it would not be enough. */
export function planEviction({ budget, files, reserved, needed }: BudgetRequest): EvictionPlan {
  const over = bytesOf(files) + reserved + needed - budget
  const evict = leastUsed(files, over)
  const short = over - bytesOf(evict)
  return short > 0 ? { evict: [], short } : { evict, short: 0 }
}

/** The files to evict so that the budget is met, as far as possible; files of records that are gone are evicted in any case. */
export function trim({ budget, files, reserved }: Omit<BudgetRequest, 'needed'>): BudgetedFile[] {
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
