import { z } from 'zod'

const fileFinding = z.object({
  /** In plain words. */
  reason: z.string(),
  /** Size in bytes, if the service reported it and the file did not fit; else null. */
  size: z.number().nullable(),
})

const findingsSchema = z.object({
  /** Documents whose file could not be fetched, by id. */
  files: z.record(z.string(), fileFinding),
  /** Records of the household that the service sent but that cannot be read. */
  unreadable: z.array(
    z.object({
      what: z.enum(['document', 'summary', 'valuation', 'individual', 'entity']),
      id: z.string(),
      title: z.string(),
    }),
  ),
  /** When the files here were last re-read and compared with their digests, ISO 8601; null if never. */
  verified_at: z.string().nullable(),
  /** Why the last check could not finish, in plain words; null if it did. */
  problem: z.string().nullable(),
})

/** The result of checking a pinned household, as far as it cannot be computed from the mirror at any time. */
export type CheckResult = z.infer<typeof findingsSchema>
export type FileResult = z.infer<typeof fileFinding>

export const emptyCheckResult: CheckResult = { files: {}, unreadable: [], verified_at: null, problem: null }

/** The result stored in the ledger; an empty one if another version of Steward stored something else. */
export function parseCheckResult(json: string): CheckResult {
  try {
    return findingsSchema.parse(JSON.parse(json))
  } catch {
    return emptyCheckResult
  }
}
