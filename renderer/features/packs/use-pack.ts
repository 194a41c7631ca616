import { useEffect, useRef, useState } from 'react'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import type { PackProgress } from '../../../shared/ipc/packs.ts'
import { useClient } from '../../lib/api.ts'
import { type PresentedError, presentError } from '../../lib/present-error.ts'
import { printPage } from './print-page.ts'

export type PackState =
  | { step: 'idle' }
  | { step: 'choosing' }
  | ({ step: 'printing' } & Pick<PackProgress, 'done' | 'total'>)
  /** The PDF of one household is made to be looked at, and shown. */
  | { step: 'drawing' }
  | { step: 'shown'; base64: string }
  | ({ step: 'done' } & Pick<PackProgress, 'total' | 'failed' | 'file'>)
  | { step: 'failed'; error: PresentedError }

/** Makes meeting packs, one run at a time. Closing the dialog cancels it. */
export function usePack() {
  const client = useClient()
  const [state, setState] = useState<PackState>({ step: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (input: ContractInputs['packs']['start']) => {
    running.current?.abort()
    const leaving = new AbortController()
    running.current = leaving
    setState({ step: 'choosing' })
    try {
      for await (const progress of await client.packs.start(input, { signal: leaving.signal })) {
        if (leaving.signal.aborted) return
        if (progress === null) setState({ step: 'idle' })
        else if (progress.ended) setState({ step: 'done', ...progress })
        else setState({ step: 'printing', ...progress })
      }
    } catch (thrown) {
      if (!leaving.signal.aborted) setState({ step: 'failed', error: presentError(thrown) })
    }
  }
  return {
    state,
    start: (input: ContractInputs['packs']['start']) => void start(input),
    /** Cancels the run; its file is removed. */
    cancel() {
      running.current?.abort()
      setState({ step: 'idle' })
    },
    /** Makes one pack and shows it; nothing is saved. */
    preview(input: ContractInputs['packs']['preview']) {
      running.current?.abort()
      const leaving = new AbortController()
      running.current = leaving
      setState({ step: 'drawing' })
      client.packs.preview(input).then(
        ({ base64 }) => leaving.signal.aborted || setState({ step: 'shown', base64 }),
        (thrown: unknown) => leaving.signal.aborted || setState({ step: 'failed', error: presentError(thrown) }),
      )
    },
    /** Prints one pack from this window. */
    print: (input: ContractInputs['packs']['page']) =>
      void client.packs
        .page(input)
        .then(printPage)
        .catch((thrown: unknown) => setState({ step: 'failed', error: presentError(thrown) })),
    reveal: (handle: string) =>
      void client.exports
        .reveal({ handle })
        .catch((thrown: unknown) => setState({ step: 'failed', error: presentError(thrown) })),
  }
}
