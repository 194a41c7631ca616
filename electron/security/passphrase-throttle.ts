import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/domain/app-error.ts'
import { readBoundedFile, writePrivateFile } from '../platform/private-file.ts'

/** So many wrong passphrases cost nothing but themselves. */
export const freeAttempts = 5
const firstWaitMs = 30_000
const longestWaitMs = 15 * 60_000

export const attemptsFile = 'lock-attempts.json'

const stored = z.strictObject({ wrong: z.number().int().min(0).max(1_000_000), at: z.number() })

/** How long to wait after so many wrong passphrases in a row, ms. */
export function waitAfter(wrong: number): number {
  if (wrong < freeAttempts) return 0
  return Math.min(firstWaitMs * 2 ** Math.min(wrong - freeAttempts, 20), longestWaitMs)
}

/** Counts wrong passphrases, over restarts too. */
export type PassphraseThrottle = {
  /** None is taken before this moment, ms since 1970; null when one may be tried now. */
  waitUntil(): number | null
  /**
   * Counts a try as wrong, before it is looked at: whatever is cut short was one.
   * @throws AppError `custody/wait`
   */
  begin(): Promise<void>
  /** The last one was right after all. */
  right(): Promise<void>
  /** The last one was never compared. */
  takeBack(): Promise<void>
}

/** {@link PassphraseThrottle} as the user-data folder has them; what cannot be read counts as too many. */
export async function openPassphraseThrottle(userDataDir: string, now: () => number): Promise<PassphraseThrottle> {
  const path = join(userDataDir, attemptsFile)
  let { wrong, at } = await read(path, now)
  const note = async (count: number) => {
    wrong = count
    at = now()
    // A full disk keeps nobody out; then this run alone remembers.
    await writePrivateFile(path, `${JSON.stringify({ wrong, at })}\n`).catch(() => {})
  }
  const waitUntil = () => {
    // A clock that was set back makes nobody wait longer than the wait itself.
    if (at > now()) at = now()
    const until = at + waitAfter(wrong)
    return until > now() ? until : null
  }
  return {
    waitUntil,
    async begin() {
      const until = waitUntil()
      if (until !== null) throw tooMany(until - now())
      await note(wrong + 1)
    },
    right: () => note(0),
    takeBack: () => note(Math.max(0, wrong - 1)),
  }
}

async function read(path: string, now: () => number): Promise<z.infer<typeof stored>> {
  const text = await readBoundedFile(path, 4096).catch(() => '')
  if (text === null) return { wrong: 0, at: 0 }
  try {
    return stored.parse(JSON.parse(text))
  } catch {
    return { wrong: freeAttempts, at: now() }
  }
}

function tooMany(ms: number): AppError {
  const seconds = Math.ceil(ms / 1000)
  return new AppError('custody/wait', {
    message: 'There were too many wrong passphrases.',
    nextStep: `Wait ${seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`} and try again.`,
  })
}
