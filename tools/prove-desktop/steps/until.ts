import { setTimeout as sleep } from 'node:timers/promises'
import { withTimeLimit } from '../../../shared/lib/calls.ts'

type Maybe<Found> = Found | null | undefined | false

/**
 * Repeats a check until it returns something.
 *
 * @param problem - the message if that takes longer than `withinMs`, even if a check never ends: a page that is gone may not answer
 */
export async function until<Found>(
  check: () => Promise<Maybe<Found>> | Maybe<Found>,
  problem: string,
  withinMs = 30_000,
): Promise<Found> {
  const over = { yes: false }
  try {
    return await withTimeLimit(
      repeat(check, () => over.yes),
      withinMs,
      () => {
        throw new Error(problem)
      },
    )
  } finally {
    over.yes = true
  }
}

async function repeat<Found>(check: () => Promise<Maybe<Found>> | Maybe<Found>, isOver: () => boolean): Promise<Found> {
  for (;;) {
    const found = await check()
    if (found !== null && found !== undefined && found !== false) return found
    // No check is waited for any more.
    if (isOver()) return new Promise<never>(() => {})
    await sleep(100)
  }
}
