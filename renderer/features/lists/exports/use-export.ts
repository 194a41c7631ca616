import { useEffect, useRef, useState } from 'react'
import type { ContractInputs } from '../../../../shared/ipc/contract.ts'
import { useClient } from '../../../lib/api.ts'
import { type PresentedError, presentError } from '../../../lib/present-error.ts'

export type ExportState =
  | { step: 'idle' }
  | { step: 'choosing' }
  | { step: 'writing'; written: number; total: number }
  | { step: 'done'; written: number; name: string; handle: string }
  | { step: 'failed'; error: PresentedError }

/** Exports a list to a file, one at a time. Leaving the screen cancels the export. */
export function useExport() {
  const client = useClient()
  const [state, setState] = useState<ExportState>({ step: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (input: ContractInputs['exports']['start']) => {
    running.current?.abort()
    const leaving = new AbortController()
    running.current = leaving
    setState({ step: 'choosing' })
    try {
      for await (const progress of await client.exports.start(input, { signal: leaving.signal })) {
        if (leaving.signal.aborted) return
        if (progress === null) setState({ step: 'idle' })
        else if (progress.file) setState({ step: 'done', written: progress.written, ...progress.file })
        else setState({ step: 'writing', written: progress.written, total: progress.total })
      }
    } catch (thrown) {
      if (!leaving.signal.aborted) setState({ step: 'failed', error: presentError(thrown) })
    }
  }
  return {
    state,
    start: (input: ContractInputs['exports']['start']) => void start(input),
    /** Cancels the export, or dismisses its result. */
    leave() {
      running.current?.abort()
      setState({ step: 'idle' })
    },
    reveal: (handle: string) =>
      void client.exports
        .reveal({ handle })
        .catch((thrown: unknown) => setState({ step: 'failed', error: presentError(thrown) })),
  }
}
