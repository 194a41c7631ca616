import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { SignInProgress } from '../../../shared/ipc/connections.ts'
import { useApi, useClient } from '../../lib/api.ts'

export type SignInState =
  | { is: 'idle' }
  | { is: 'running'; progress: SignInProgress }
  | { is: 'failed'; error: unknown }
  | { is: 'done' }

/** One sign-in at a time; leaving the screen cancels it. */
export function useSignIn(connectionId: string) {
  const client = useClient()
  const api = useApi()
  const queries = useQueryClient()
  const [state, setState] = useState<SignInState>({ is: 'idle' })
  const running = useRef<AbortController | null>(null)

  const cancel = useCallback(() => {
    running.current?.abort()
    running.current = null
    setState({ is: 'idle' })
  }, [])
  useEffect(() => () => running.current?.abort(), [])

  const follow = async (signal: AbortSignal) => {
    setState({ is: 'running', progress: { step: 'preparing' } })
    const steps = await client.connections.signIn({ connectionId }, { signal })
    for await (const progress of steps) if (!signal.aborted) setState({ is: 'running', progress })
    if (signal.aborted) return
    await queries.invalidateQueries({ queryKey: api.connections.list.key() })
    setState({ is: 'done' })
  }

  const start = () => {
    running.current?.abort()
    const attempt = new AbortController()
    running.current = attempt
    follow(attempt.signal).catch((error: unknown) => {
      if (!attempt.signal.aborted) setState({ is: 'failed', error })
    })
  }

  return { state, start, cancel }
}
