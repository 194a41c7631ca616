import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { BulkProgress } from '../../../shared/ipc/bulk.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import { type UndoOffer, useTellSaved } from '../../components/undo/use-undo.tsx'
import { useApi, useClient } from '../../lib/api.ts'
import { type PresentedError, presentError } from '../../lib/present-error.ts'

type Outcome = BulkProgress['outcomes'][number]

export type Applying =
  | { step: 'idle' }
  | { step: 'saving'; done: number; total: number }
  | { step: 'ended'; total: number; outcomes: Outcome[]; stopped: boolean; error: PresentedError | null }

/** Saves a previewed bulk edit once. Leaving the screen stops it after the records being saved at that moment. */
export function useBulkApply() {
  const client = useClient()
  const api = useApi()
  const queries = useQueryClient()
  const tellSaved = useTellSaved()
  const [state, setState] = useState<Applying>({ step: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const apply = async (input: ContractInputs['bulk']['apply']) => {
    const stopping = new AbortController()
    running.current = stopping
    const outcomes: Outcome[] = []
    let total = 0
    let undo: UndoOffer = null
    const end = (error: PresentedError | null) => {
      setState({ step: 'ended', total, outcomes, stopped: stopping.signal.aborted, error })
      const saved = outcomes.filter(({ outcome }) => outcome === 'saved').length
      if (undo !== null) tellSaved(saved === 1 ? '1 change saved' : `${formatCount(saved)} changes saved`, undo)
    }
    setState({ step: 'saving', done: 0, total })
    try {
      for await (const progress of await client.bulk.apply(input, { signal: stopping.signal })) {
        total = progress.total
        undo ??= progress.undo
        outcomes.push(...progress.outcomes)
        setState({ step: 'saving', done: progress.done, total })
        if (stopping.signal.aborted) break
      }
      end(null)
    } catch (thrown) {
      const error = stopping.signal.aborted ? null : presentError(thrown)
      if (error?.code === 'bulk/changed') await queries.invalidateQueries({ queryKey: api.bulk.preview.key() })
      end(error)
    }
  }
  return {
    state,
    apply: (input: ContractInputs['bulk']['apply']) => void apply(input),
    stop: () => running.current?.abort(),
    reset: () => setState({ step: 'idle' }),
  }
}
