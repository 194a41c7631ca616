import type { HouseholdNeeds, NeededDocument } from '../data/ledger/travel-calls.ts'
import type { CheckResult } from './check-result.ts'

/** A file to fetch; one that is held may be older than its record. */
export type WantedFile = { id: string; isHeld: boolean }

/** Between two readings of all files at hand, ms. */
const verifyEveryMs = 24 * 60 * 60 * 1000

/** Whether the file at hand was fetched before its record last changed. */
export function isOutdated({ held, updated_at, is_local }: NeededDocument): boolean {
  return !is_local && held !== null && held.record_updated_at !== null && held.record_updated_at !== updated_at
}

/** Whether its file is missing here; one that was made here and waits to be sent is at hand. */
export const isMissing = ({ held, is_local }: NeededDocument): boolean => held === null && !is_local

/**
 * What to fetch, in order: what is missing before what may be older, and what was found too large at the end, so that
 * it takes nothing from what fits.
 */
export function filesToFetch({ documents }: HouseholdNeeds, { files }: CheckResult): WantedFile[] {
  const sizeOf = (id: string) => files[id]?.size ?? 0
  const missing = documents.filter(isMissing).sort((a, b) => sizeOf(a.id) - sizeOf(b.id))
  const outdated = documents.filter(isOutdated)
  return [...missing, ...outdated].map(({ id, held }) => ({ id, isHeld: held !== null }))
}

/** Whether the files at hand are to be read through. */
export function isVerificationDue({ verified_at }: CheckResult, now: number): boolean {
  return verified_at === null || now - Date.parse(verified_at) >= verifyEveryMs
}
