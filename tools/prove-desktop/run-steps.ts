import { redact } from '../../electron/logs/redact.ts'
import { withTimeLimit } from '../../shared/lib/calls.ts'
import type { StepResult, Verdict } from './result.ts'
import type { Computer, Desk, Step } from './step.ts'

/** The desk of one step, which also has to be cleared after it. */
export type StepDesk = Desk & {
  /** Pictures taken so far, as files of the proof's folder. */
  pictures(): readonly string[]
  /** Takes pictures of every window that the step used, within seconds; a window that cannot be drawn gives none. */
  pictureAll(): Promise<void>
  /** The end of the output and logs of everything that the step used. */
  log(): string
  /** Ends what the step started, within seconds, whatever state it is in; after a failure the shared program too. */
  clear(failed: boolean): Promise<void>
}

type Options = {
  computer: Computer
  openDesk(step: Step): Promise<StepDesk>
  /** Called after each step with all results so far. */
  onResult(results: readonly StepResult[]): void
}

const longestReason = 2_000

/** Runs the steps one after another. A step that fails, hangs or ends the program never stops the others. */
export async function runSteps(steps: readonly Step[], options: Options): Promise<StepResult[]> {
  const results = steps.map((step) => resultOf(step, 'not run', 'The run was interrupted before this step.'))
  for (const [index, step] of steps.entries()) {
    results[index] = await runStep(step, options)
    options.onResult(results)
  }
  return results
}

/**
 * A step that was ended leaves promises behind that reject, some of them inside Playwright, where they cannot be caught. After this call
 * they do not end the other steps.
 */
export function surviveLeftovers(): void {
  process.on('unhandledRejection', (reason) => {
    console.error(`Left behind by a step: ${reason instanceof Error ? reason.message.split('\n')[0] : String(reason)}`)
  })
}

/** Why a step does not apply here; null if it does. */
export function whyNot(step: Step, computer: Computer): string | null {
  if (step.systems !== 'all' && !step.systems.includes(computer.platform)) {
    return `Only on ${step.systems.map((system) => systemNames[system] ?? system).join(' and ')}.`
  }
  return step.missing?.(computer) ?? null
}

const systemNames: Partial<Record<NodeJS.Platform, string>> = { win32: 'Windows', darwin: 'macOS', linux: 'Linux' }

/** The result of a step without evidence. */
export function resultOf({ id, title, line }: Step, verdict: Verdict, reason: string | null): StepResult {
  return { id, title, line, verdict, reason, facts: [], pictures: [], log: null, seconds: 0 }
}

async function runStep(step: Step, { computer, openDesk }: Options): Promise<StepResult> {
  const reason = whyNot(step, computer)
  if (reason !== null) return resultOf(step, 'not applicable', reason)
  const started = performance.now()
  const found = await tryStep(step, openDesk)
  return { ...resultOf(step, 'passed', null), ...found, seconds: Math.round((performance.now() - started) / 100) / 10 }
}

async function tryStep(step: Step, openDesk: Options['openDesk']): Promise<Partial<StepResult>> {
  let desk: StepDesk | null = null
  try {
    desk = await openDesk(step)
    const facts = await withTimeLimit(step.run(desk), step.limitMs, () => {
      throw new Error(`It did not end within ${step.limitMs / 1000} seconds.`)
    })
    const pictures = desk.pictures()
    await desk.clear(false)
    return { facts: facts.map(redact), pictures }
  } catch (error) {
    await desk?.pictureAll().catch(() => {})
    const log = desk?.log() ?? ''
    const pictures = desk?.pictures() ?? []
    await desk?.clear(true).catch(() => {})
    return { verdict: 'failed', reason: reasonOf(error), pictures, log: redact(log) }
  }
}

const reasonOf = (error: unknown): string =>
  redact(error instanceof Error ? error.message : String(error)).slice(0, longestReason)
