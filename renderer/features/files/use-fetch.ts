import { useEffect } from 'react'
import type { FileRef } from '../../../shared/ipc/files.ts'
import { useClient } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import type { PresentedError } from '../../lib/present-error.ts'
import { useRun } from '../../lib/use-run.ts'

export type FetchState =
  | { step: 'idle' }
  /** In bytes; `total` is null until the service has sent it. */
  | { step: 'fetching'; received: number; total: number | null }
  | { step: 'failed'; error: PresentedError }

/** Downloads one file. Leaving the screen cancels the download, unless it is needed elsewhere too. */
export function useFetch({ kind, id }: FileRef) {
  const client = useClient()
  const connectionId = useConnection().id
  const { state, start, reset } = useRun<FetchState>({ step: 'idle' }, (error) => ({ step: 'failed', error }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset for another file
  useEffect(() => reset, [reset, connectionId, kind, id])
  return {
    state,
    start: (refresh: boolean) =>
      void start(async (show, signal) => {
        show({ step: 'fetching', received: 0, total: null })
        const file = { connectionId, file: { kind, id }, refresh }
        const progress = await client.files.fetch(file, { signal })
        for await (const { received, total } of progress) show({ step: 'fetching', received, total })
        show({ step: 'idle' })
      }),
    /** Cancels the download, or dismisses its error. */
    stop: reset,
  }
}
