import type { TakenRoom } from '../data/ledger/travel-calls.ts'

/** A downloaded file as far as room is concerned. Sizes are bytes. */
export type BudgetedFile = Pick<TakenRoom, 'kind' | 'id' | 'size' | 'used_at'> & {
  /** Of a pinned household: never given up. */
  pinned: boolean
  /** Somebody is reading it: not given up now. */
  open: boolean
  /** Its record is in the copy no longer: nobody will look for it. */
  gone: boolean
}

export type BudgetRequest = {
  budget: number
  files: readonly BudgetedFile[]
  /** Bytes promised to downloads under way. */
  reserved: number
  /** Bytes wanted. */
  needed: number
}

/** Which files to give up, least recently used first; with `short` above 0 it would not fit even then, and none is given up. */
export type EvictionPlan = { evict: BudgetedFile[]; short: number }

/** Makes room for something new: gives up as little as possible, or nothing when all of it would not be enough. */
export function planEviction({ budget, files, reserved, needed }: BudgetRequest): EvictionPlan {
  const over = bytesOf(files) + reserved + needed - budget
  const evict = leastUsed(files, over)
  const short = over - bytesOf(evict)
  return short > 0 ? { evict: [], short } : { evict, short: 0 }
}

/**
 * Which files to give up so that no more than the budget is used, as far as that can be done; those of records that are gone
 * in any case.
 */
export function trim({ budget, files, reserved }: Omit<BudgetRequest, 'needed'>): BudgetedFile[] {
  const gone = files.filter((file) => file.gone && !file.open)
  const rest = files.filter((file) => !gone.includes(file))
  return [...gone, ...leastUsed(rest, bytesOf(rest) + reserved - budget)]
}

/** Files that may go, least recently used first, until so many bytes are free; fewer where there are no more. */
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
