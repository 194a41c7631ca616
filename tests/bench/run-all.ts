import type { BenchName } from './figures.ts'
import type { BenchRun } from './page.ts'
import type { BenchResult } from './result.ts'

/** Everything that running benches needs from outside: a way to run one, a clock and the computer's load. */
export type RunAllPort = {
  run(bench: BenchName): Promise<BenchResult>
  /** Milliseconds since any moment. */
  now(): number
  load(): number
  say(line: string): void
}

/** Runs benches one after the other. One that fails does not stop the others. */
export async function runAll(benches: readonly BenchName[], port: RunAllPort): Promise<BenchRun[]> {
  const runs: BenchRun[] = []
  for (const bench of benches) {
    const loadBefore = port.load()
    port.say(`== ${bench} (${runs.length + 1} of ${benches.length}; load ${loadBefore})`)
    const began = port.now()
    const outcome = await port.run(bench).then(
      (result) => ({ result }),
      (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
    )
    const run: BenchRun = { bench, loadBefore, seconds: (port.now() - began) / 1000, ...outcome }
    if ('failure' in run) port.say(`${bench} failed: ${run.failure}`)
    runs.push(run)
  }
  return runs
}
