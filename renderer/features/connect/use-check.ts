import { useCallback, useEffect, useRef, useState } from 'react'
import type { CheckPart, CheckProgress } from '../../../shared/ipc/connections.ts'

/** The parts that began, in order, each with its latest state. */
export type CheckedParts = ReadonlyMap<CheckPart, CheckProgress['state']>

export type CheckState =
  | { is: 'idle' }
  | { is: 'running'; parts: CheckedParts }
  | { is: 'failed'; parts: CheckedParts; error: unknown }
  | { is: 'passed'; parts: CheckedParts }

/** Follows a check and calls back for each part; rejects with the reason of a failure. */
export type RunCheck = (signal: AbortSignal, onPart: (progress: CheckProgress) => void) => Promise<void>

/** Runs one check at a time. Leaving the screen cancels it. */
export function useCheck() {
  const [state, setState] = useState<CheckState>({ is: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const reset = useCallback(() => {
    running.current?.abort()
    running.current = null
    setState({ is: 'idle' })
  }, [])

  /** Returns how it ended, without throwing; null if it was cancelled or replaced. */
  const run = async (check: RunCheck): Promise<{ passed: true } | { passed: false; error: unknown } | null> => {
    running.current?.abort()
    const attempt = new AbortController()
    running.current = attempt
    let parts: CheckedParts = new Map()
    setState({ is: 'running', parts })
    try {
      await check(attempt.signal, ({ part, state: now }) => {
        parts = new Map(parts).set(part, now)
        if (!attempt.signal.aborted) setState({ is: 'running', parts })
      })
      if (attempt.signal.aborted) return null
      setState({ is: 'passed', parts })
      return { passed: true }
    } catch (error) {
      if (attempt.signal.aborted) return null
      setState({ is: 'failed', parts, error })
      return { passed: false, error }
    }
  }

  return { state, run, reset }
}
