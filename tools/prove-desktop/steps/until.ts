import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Repeats a check until it returns something.
 *
 * @param problem - the message if that takes longer than `withinMs`
 */
export async function until<Found>(
  check: () => Promise<Found | null | undefined | false> | Found | null | undefined | false,
  problem: string,
  withinMs = 30_000,
): Promise<Found> {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(100)) {
    const found = await check()
    if (found !== null && found !== undefined && found !== false) return found
  }
  throw new Error(problem)
}
