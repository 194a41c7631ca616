import { useCallback, useEffect, useRef, useState } from 'react'
import { type PresentedError, presentError } from './present-error.ts'

/**
 * Shows a state of the run. Throws once the run was replaced or left, which ends it: nothing of it may be shown any more. A run that
 * was only stopped may still show how far it came.
 */
type Show<State> = (state: State) => void

/**
 * A run with progress, of which the component has one at a time: a check, an export, a download. Leaving the component aborts it.
 *
 * @param idle - the state before a run, and after one that was stopped
 * @param failed - the state after a run that threw
 */
export function useRun<State>(idle: State, failed: (error: PresentedError) => State) {
  const [first] = useState(idle)
  const [state, setState] = useState(first)
  const current = useRef<AbortController | null>(null)
  const leave = useCallback(() => {
    current.current?.abort()
    current.current = null
  }, [])
  useEffect(() => leave, [leave])

  /** Begins a run, which replaces the one before. Resolves when it has ended; never rejects. */
  const start = async (run: (show: Show<State>, signal: AbortSignal) => Promise<void>): Promise<void> => {
    leave()
    const own = new AbortController()
    current.current = own
    const show = (next: State) => {
      if (current.current !== own) throw new DOMException('Another run is shown.', 'AbortError')
      setState(next)
    }
    try {
      await run(show, own.signal)
    } catch (thrown) {
      if (current.current === own) setState(own.signal.aborted ? first : failed(presentError(thrown)))
    }
  }
  return {
    state,
    start,
    /** Aborts the run, which may still show its end. */
    stop: useCallback(() => current.current?.abort(), []),
    /** Aborts the run and shows nothing of it, or dismisses its result. */
    reset: useCallback(() => {
      leave()
      setState(first)
    }, [leave, first]),
  }
}
