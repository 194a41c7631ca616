import type { HouseholdNeeds, NeededDocument } from '../data/reads/travel.ts'
import type { CheckResult } from './check-result.ts'

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
