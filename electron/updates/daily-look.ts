import { createEmitter } from '../../shared/lib/calls.ts'
import type { NewerVersion } from '../platform/host.ts'
import type { Updates } from './updates.ts'

/** Ms from the start to the first look, which must not delay what the user came for. */
const untilFirst = 5 * 60_000

/** Ms between two looks. */
const lookEvery = 24 * 60 * 60_000

/** The newer version that the checks found, and the place to note it. */
export function createNewerVersion(): NewerVersion & { note(version: string | null): void } {
  const changes = createEmitter<void>()
  let found: string | null = null
  return {
    current: () => found,
    onChanged: changes.on,
    note(version) {
      if (version === found) return
      found = version
      changes.emit()
    },
  }
}

/**
 * Looks for a newer version soon after the start and then once a day, until the signal aborts. What was found stays while a look
 * finds nothing out.
 *
 * @param sleep - waits this many ms, and rejects when the signal aborts
 */
export async function lookDaily(
  updates: Pick<Updates, 'look'>,
  {
    note,
    sleep,
    signal,
  }: { note(version: string | null): void; sleep(ms: number): Promise<void>; signal: AbortSignal },
): Promise<void> {
  let pause = untilFirst
  while (!signal.aborted) {
    try {
      await sleep(pause)
    } catch {
      return
    }
    const found = await updates.look()
    if (found !== undefined) note(found)
    pause = lookEvery
  }
}
