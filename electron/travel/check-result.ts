import { z } from 'zod'

const fileFinding = z.object({
  /** In plain words. */
  reason: z.string(),
  /** Bytes that it would take, where the service said so and they did not fit; else null. */
  size: z.number().nullable(),
})

const findingsSchema = z.object({
  /** Documents whose file could not be fetched, by id. */
  files: z.record(z.string(), fileFinding),
  /** Records of the household that the service sent and that cannot be read. */
  unreadable: z.array(
    z.object({
      what: z.enum(['document', 'summary', 'valuation', 'individual', 'entity']),
      id: z.string(),
      title: z.string(),
    }),
  ),
  /** When the files here were last read through and compared with their digests; null when never. ISO 8601. */
  verified_at: z.string().nullable(),
  /** Why the last check could not be finished, in plain words; null when it was. */
  problem: z.string().nullable(),
})

/** What a check of a pinned household found, beside what can be seen from the copy at any time. */
export type CheckResult = z.infer<typeof findingsSchema>
export type FileResult = z.infer<typeof fileFinding>

export const emptyCheckResult: CheckResult = { files: {}, unreadable: [], verified_at: null, problem: null }

/** What the ledger kept; nothing where another Steward kept something else. */
export function parseCheckResult(json: string): CheckResult {
  try {
    return findingsSchema.parse(JSON.parse(json))
  } catch {
    return emptyCheckResult
  }
}
