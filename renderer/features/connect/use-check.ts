import type { CheckPart, CheckProgress } from '../../../shared/ipc/connections.ts'
import { type PresentedError, presentError } from '../../lib/present-error.ts'
import { useRun } from '../../lib/use-run.ts'

/** The parts that began, in order, each with its latest state. */
type CheckedParts = ReadonlyMap<CheckPart, CheckProgress['state']>

export type CheckState =
  | { is: 'idle' }
  | { is: 'running'; parts: CheckedParts }
  | { is: 'failed'; parts: CheckedParts; error: PresentedError }
  | { is: 'passed'; parts: CheckedParts }

/** Follows a check and calls back for each part; rejects with the reason of a failure. */
type RunCheck = (signal: AbortSignal, onPart: (progress: CheckProgress) => void) => Promise<void>

/** Runs one check at a time. Leaving the screen cancels it. */
export function useCheck() {
  const { state, start, reset } = useRun<CheckState>({ is: 'idle' }, (error) => ({
    is: 'failed',
    parts: new Map(),
    error,
  }))

  /** Returns how it ended, without throwing: null if it passed, undefined if it was cancelled or replaced. */
  const run = async (check: RunCheck): Promise<PresentedError | null | undefined> => {
    let ended: PresentedError | null | undefined
    await start(async (show, signal) => {
      let parts: CheckedParts = new Map()
      show({ is: 'running', parts })
      const onPart = ({ part, state: now }: CheckProgress) => {
        parts = new Map(parts).set(part, now)
        show({ is: 'running', parts })
      }
      const error = await check(signal, onPart).then(() => null, presentError)
      show(error === null ? { is: 'passed', parts } : { is: 'failed', parts, error })
      ended = error
    })
    return ended
  }

  return { state, run, reset }
}
