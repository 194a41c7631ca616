import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/domain/app-error.ts'
import { readBoundedFile, writePrivateFile } from '../platform/private-file.ts'

/** Number of wrong passphrases that cause no delay. */
const freeAttempts = 5
const firstWaitMs = 30_000
const longestWaitMs = 15 * 60_000

const attemptsFile = 'lock-attempts.json'

const stored = z.strictObject({ wrong: z.number().int().min(0), at: z.number() })

/** The delay after `wrong` wrong passphrases in a row, in ms. */
function waitAfter(wrong: number): number {
  if (wrong < freeAttempts) return 0
  return Math.min(firstWaitMs * 2 ** Math.min(wrong - freeAttempts, 20), longestWaitMs)
}

/** Counts wrong passphrases, also across restarts. */
export type PassphraseThrottle = {
  /** No attempt is accepted before this time, ms since 1970; null if one is allowed now. */
  waitUntil(): number | null
  /**
   * Counts an attempt as wrong before it is checked, so that an interrupted one counts.
   * @throws AppError `lock/wait`
   */
  begin(): Promise<void>
  /** The last attempt was right. */
  right(): Promise<void>
  /** The last attempt was never compared. */
  takeBack(): Promise<void>
}

/** The {@link PassphraseThrottle} stored in the user-data folder; an unreadable file counts as too many wrong attempts. */
export async function openPassphraseThrottle(userDataDir: string, now: () => number): Promise<PassphraseThrottle> {
  const path = join(userDataDir, attemptsFile)
  let { wrong, at } = await read(path, now)
  const note = async (count: number) => {
    wrong = count
    at = now()
    // A full disk must not lock the user out; the count is then kept for this run only.
    await writePrivateFile(path, `${JSON.stringify({ wrong, at })}\n`).catch(() => {})
  }
  const waitUntil = () => {
    // If the clock was set back, the user does not wait longer than the delay itself.
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
  return new AppError('lock/wait', {
    message: 'Too many wrong passphrases.',
    nextStep: `Wait ${seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`} and try again.`,
  })
}
