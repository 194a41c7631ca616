import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import type { PackProgress } from '../../../shared/ipc/packs.ts'
import { useClient } from '../../lib/api.ts'
import type { PresentedError } from '../../lib/present-error.ts'
import { useRun } from '../../lib/use-run.ts'
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
  const { state, start, reset } = useRun<PackState>({ step: 'idle' }, (error) => ({ step: 'failed', error }))
  return {
    state,
    start: (input: ContractInputs['packs']['start']) =>
      void start(async (show, signal) => {
        show({ step: 'choosing' })
        for await (const progress of await client.packs.start(input, { signal })) {
          if (progress === null) show({ step: 'idle' })
          else if (progress.ended) show({ step: 'done', ...progress })
          else show({ step: 'printing', ...progress })
        }
      }),
    /** Cancels the run; its file is removed. */
    cancel: reset,
    /** Makes one pack and shows it; nothing is saved. */
    preview: (input: ContractInputs['packs']['preview']) =>
      void start(async (show) => {
        show({ step: 'drawing' })
        const { base64 } = await client.packs.preview(input)
        show({ step: 'shown', base64 })
      }),
    /** Prints one pack from this window. */
    print: (input: ContractInputs['packs']['page']) =>
      void start(async () => printPage(await client.packs.page(input))),
  }
}
