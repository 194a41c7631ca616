import { setTimeout as sleep } from 'node:timers/promises'

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
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(problem)), withinMs)
  const over = { yes: false }
  try {
    return await Promise.race([late.promise, repeat(check, () => over.yes)])
  } finally {
    over.yes = true
    clearTimeout(timer)
  }
}

async function repeat<Found>(check: () => Promise<Maybe<Found>> | Maybe<Found>, isOver: () => boolean): Promise<Found> {
  for (;;) {
    const found = await check()
    if (found !== null && found !== undefined && found !== false) return found
    // Nobody waits for a check any more.
    if (isOver()) return new Promise<never>(() => {})
    await sleep(100)
  }
}
