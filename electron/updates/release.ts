import { z } from 'zod'

/**
 * The reason why an update failed. `unreachable`: the feed or the file could not be fetched. `not-safe`: it was fetched, but
 * could not be verified.
 */
export type UpdateFailure = 'unreachable' | 'not-safe'

/** Once this was thrown, nothing is installed. */
export class UpdateError extends Error {
  override readonly name = 'UpdateError'
  readonly failure: UpdateFailure

  constructor(failure: UpdateFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.failure = failure
  }
}

/** Classifies any error on the way to an update. An unknown error counts as not safe. */
export function failureOf(thrown: unknown): UpdateFailure {
  return thrown instanceof UpdateError ? thrown.failure : 'not-safe'
}

/** Three numbers: public releases have no suffix. */
const version = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/)

const releaseFile = z.looseObject({
  /** A file name relative to the feed, never an address elsewhere. */
  url: z.string().regex(/^[\w][\w .()-]*$/),
  /** Base64. */
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
  /** In bytes. */
  size: z.number().int().positive(),
})

const release = z.looseObject({ version, files: z.array(releaseFile).min(1).max(20) })

/** An offered version and its files. */
export type Release = z.infer<typeof release>

const numbersOf = (text: string) => text.split('.').map(Number)

/** Whether `one` is a later version than `other`. */
export function isNewer(one: string, other: string): boolean {
  const others = numbersOf(other)
  const differing = numbersOf(one).map((number, at) => number - (others[at] ?? 0))
  return (differing.find((difference) => difference !== 0) ?? 0) > 0
}

/**
 * Parses a feed's newest version.
 *
 * @param said - the feed's content
 * @param current - the running version
 * @returns null if that is the running version
 * @throws UpdateError if it is older, or invalid as a release
 */
export function parseRelease(said: unknown, current: string): Release | null {
  const parsed = release.safeParse(said)
  if (!parsed.success) throw new UpdateError('not-safe', 'The feed does not describe a release.', parsed.error)
  if (parsed.data.version === version.parse(current)) return null
  if (!isNewer(parsed.data.version, current)) throw new UpdateError('not-safe', 'The feed offers an older version.')
  return parsed.data
}

/** Whether the feed's rollout percentage is valid; a missing one means 100. */
export function isStagingPercentage(said: unknown): boolean {
  if (said === undefined || said === null) return true
  const number = typeof said === 'string' && /^\d{1,3}$/.test(said) ? Number(said) : said
  return typeof number === 'number' && number >= 0 && number <= 100
}
