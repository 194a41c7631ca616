/**
 * The phases of the shutdown, in order:
 * - `pages`: windows and servers, so that no further request arrives
 * - `followers`: subscriptions and timers, so that nothing starts by itself
 * - `work`: everything that writes the user's data; it finishes writing
 * - `state`: what is noted about this run, such as the places of its windows
 * - `log`
 * - `folder`: the user-data folder, which another instance may open afterwards
 */
const phases = ['pages', 'followers', 'work', 'state', 'log', 'folder'] as const

export type ShutdownPhase = (typeof phases)[number]

type End = () => void | Promise<void>

/** The one description of how Steward ends. Every part registers itself where it is created. */
export type Shutdown = {
  /** Registers a part. Parts of one phase end in the order of their registration; ending one twice must do no harm. */
  add(phase: ShutdownPhase, end: End): void
  /**
   * Ends everything. Later calls return the same promise.
   * @throws the first failure, after everything else has ended
   */
  end(): Promise<void>
  /**
   * Ends only what writes the user's data, before all of it is removed.
   * @throws the first failure, after everything else has ended
   */
  endWork(): Promise<void>
}

/** A {@link Shutdown} with nothing registered. */
export function createShutdown(): Shutdown {
  const ends = new Map<ShutdownPhase, End[]>()
  let ended: Promise<void> | null = null

  /** One after another: a part may still use those that end after it. */
  const endAll = async (wanted: readonly ShutdownPhase[]) => {
    const failures: unknown[] = []
    for (const end of wanted.flatMap((phase) => ends.get(phase) ?? [])) {
      try {
        await end()
      } catch (problem) {
        failures.push(problem)
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  return {
    add: (phase, end) => void ends.set(phase, [...(ends.get(phase) ?? []), end]),
    end() {
      ended ??= endAll(phases)
      return ended
    },
    endWork: () => endAll(['work']),
  }
}
