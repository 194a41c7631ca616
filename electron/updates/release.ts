import { z } from 'zod'
import { UpdateError } from './update-error.ts'

/** Three numbers: what is released to everybody has nothing behind them. */
const version = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/)

const releaseFile = z.looseObject({
  /** A name beside the feed, never an address somewhere else. */
  url: z.string().regex(/^[\w][\w .()-]*$/),
  /** Base64. */
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
  /** In bytes. */
  size: z.number().int().positive(),
})

const release = z.looseObject({ version, files: z.array(releaseFile).min(1).max(20) })

/** A version that is offered, and the files that it consists of. */
export type Release = z.infer<typeof release>

const numbersOf = (text: string) => text.split('.').map(Number)

/** Whether the one version comes after the other. */
export function isNewer(one: string, other: string): boolean {
  const others = numbersOf(other)
  const differing = numbersOf(one).map((number, at) => number - (others[at] ?? 0))
  return (differing.find((difference) => difference !== 0) ?? 0) > 0
}

/**
 * What a feed says of its newest version, judged.
 *
 * @param said - as the feed has it
 * @param current - the version that runs
 * @returns nothing when that is the version that runs
 * @throws UpdateError when it is an older one, or is not described as a release has to be
 */
export function parseRelease(said: unknown, current: string): Release | null {
  const judged = release.safeParse(said)
  if (!judged.success) throw new UpdateError('not-safe', 'The feed does not describe a release.', judged.error)
  if (judged.data.version === version.parse(current)) return null
  if (!isNewer(judged.data.version, current)) throw new UpdateError('not-safe', 'The feed offers an older version.')
  return judged.data
}

/** Whether a feed says clearly to how many of a hundred computers a version is offered; to all when it says nothing. */
export function isStagingPercentage(said: unknown): boolean {
  if (said === undefined || said === null) return true
  const number = typeof said === 'string' && /^\d{1,3}$/.test(said) ? Number(said) : said
  return typeof number === 'number' && number >= 0 && number <= 100
}
