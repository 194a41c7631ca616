import type { TakenRoom } from '../data/reads/travel.ts'

/** A downloaded file as the budget sees it. Sizes are in bytes. */
export type BudgetedFile = Pick<TakenRoom, 'kind' | 'id' | 'size' | 'used_at'> & {
  /** Belongs to a pinned household: never evicted. */
  pinned: boolean
  /** It is being read: not evicted now. */
  open: boolean
  /** Its record is no longer in the mirror, so it can no longer be opened. */
  gone: boolean
}

export type BudgetRequest = {
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
