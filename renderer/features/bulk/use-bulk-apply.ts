import { useQueryClient } from '@tanstack/react-query'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { BulkProgress } from '../../../shared/ipc/bulk.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import { type UndoOffer, useTellSaved } from '../../components/undo/use-undo.tsx'
import { useApi, useClient } from '../../lib/api.ts'
import { type PresentedError, presentError } from '../../lib/present-error.ts'
import { useRun } from '../../lib/use-run.ts'

type Outcome = BulkProgress['outcomes'][number]

export type Applying =
  | { step: 'idle' }
  | { step: 'saving'; done: number; total: number }
  | { step: 'ended'; total: number; outcomes: Outcome[]; stopped: boolean; error: PresentedError | null }

const endedWith = (error: PresentedError): Applying => ({
  step: 'ended',
  total: 0,
  outcomes: [],
  stopped: false,
  error,
})

/** Saves a previewed bulk edit once. Leaving the screen stops it after the records being saved at that moment. */
export function useBulkApply() {
  const client = useClient()
  const api = useApi()
  const queries = useQueryClient()
  const tellSaved = useTellSaved()
  const { state, start, stop, reset } = useRun<Applying>({ step: 'idle' }, endedWith)

  const apply = (input: ContractInputs['bulk']['apply']) =>
    start(async (show, signal) => {
      const outcomes: Outcome[] = []
      let total = 0
      let undo: UndoOffer = null
      const end = (error: PresentedError | null) => {
        const saved = outcomes.filter(({ outcome }) => outcome === 'saved').length
        // Also after the screen was left: what was saved can be undone.
        if (undo !== null) tellSaved(saved === 1 ? '1 change saved' : `${formatCount(saved)} changes saved`, undo)
        show({ step: 'ended', total, outcomes, stopped: signal.aborted, error })
      }
      show({ step: 'saving', done: 0, total })
      try {
        for await (const progress of await client.bulk.apply(input, { signal })) {
          total = progress.total
          undo ??= progress.undo
          outcomes.push(...progress.outcomes)
          show({ step: 'saving', done: progress.done, total })
          if (signal.aborted) break
        }
        end(null)
      } catch (thrown) {
        const error = signal.aborted ? null : presentError(thrown)
        if (error?.code === 'bulk/changed') await queries.invalidateQueries({ queryKey: api.bulk.preview.key() })
        end(error)
      }
    })
  return { state, apply: (input: ContractInputs['bulk']['apply']) => void apply(input), stop, reset }
}
