import { useEffect, useRef, useState } from 'react'
import type { FileRef } from '../../../shared/ipc/files.ts'
import { useClient } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { type PresentedError, presentError } from '../../lib/present-error.ts'

export type FetchState =
  | { step: 'idle' }
  /** In bytes; `total` is null until the service has sent it. */
  | { step: 'fetching'; received: number; total: number | null }
  | { step: 'failed'; error: PresentedError; refresh: boolean }

/** Downloads one file. Leaving the screen cancels the download, unless it is needed elsewhere too. */
export function useFetch({ kind, id }: FileRef) {
  const client = useClient()
  const connectionId = useConnection().id
  const [state, setState] = useState<FetchState>({ step: 'idle' })
  const running = useRef<AbortController | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset for another file
  useEffect(() => {
    setState({ step: 'idle' })
    return () => running.current?.abort()
  }, [connectionId, kind, id])

  const start = async (refresh: boolean) => {
    running.current?.abort()
    const leaving = new AbortController()
    running.current = leaving
    setState({ step: 'fetching', received: 0, total: null })
    try {
      const progress = await client.files.fetch(
        { connectionId, file: { kind, id }, refresh },
        { signal: leaving.signal },
      )
      for await (const { received, total } of progress) {
        if (leaving.signal.aborted) return
        setState({ step: 'fetching', received, total })
      }
      if (!leaving.signal.aborted) setState({ step: 'idle' })
    } catch (thrown) {
      if (!leaving.signal.aborted) setState({ step: 'failed', error: presentError(thrown), refresh })
    }
  }
  return {
    state,
    start: (refresh: boolean) => void start(refresh),
    /** Cancels the download, or dismisses its error. */
    stop() {
      running.current?.abort()
      setState({ step: 'idle' })
    },
  }
}
