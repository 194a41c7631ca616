import { useEffect, useRef, useState } from 'react'
import type { ImportPlan, ImportSummary } from '../../../shared/ipc/imports.ts'
import { useClient } from '../../lib/api.ts'
import { type PresentedError, presentError } from '../../lib/present-error.ts'
import type { ImportFiles } from './use-import-files.ts'

type Judged = { summary: ImportSummary; version: number; importId: string }

export type ImportRun =
  | { step: 'idle'; error: PresentedError | null }
  | { step: 'judging'; done: number; total: number }
  | ({ step: 'judged'; error: PresentedError | null } & Judged)
  | ({ step: 'saving'; done: number; total: number } & Judged)
  | ({ step: 'ended'; done: number; total: number } & Judged)

const idle: ImportRun = { step: 'idle', error: null }

/** Checks the rows, then imports the good ones; each can be stopped. Leaving the screen stops both. */
export function useImportRun({ hold, version }: Pick<ImportFiles, 'hold' | 'version'>) {
  const client = useClient()
  const [state, setState] = useState<ImportRun>(idle)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const begin = () => {
    running.current?.abort()
    const stopping = new AbortController()
    running.current = stopping
    return stopping
  }
  const judge = async (plan: ImportPlan) => {
    const stopping = begin()
    setState({ step: 'judging', done: 0, total: 0 })
    try {
      const held = await hold()
      for await (const progress of await client.imports.judge({ ...held, plan }, { signal: stopping.signal })) {
        if (stopping.signal.aborted) break
        const { done, total, summary } = progress
        if (summary === null) setState({ step: 'judging', done, total })
        else setState({ step: 'judged', summary, version, importId: held.import_id, error: null })
      }
      if (stopping.signal.aborted) setState(idle)
    } catch (thrown) {
      setState({ step: 'idle', error: stopping.signal.aborted ? null : presentError(thrown) })
    }
  }
  const save = async (judged: Judged) => {
    const stopping = begin()
    const { summary, importId } = judged
    const facts = { summary, version: judged.version, importId }
    let last = { done: 0, total: 0 }
    setState({ step: 'saving', ...last, ...facts })
    try {
      for await (const progress of await client.imports.apply(await hold(), { signal: stopping.signal })) {
        last = progress
        setState({ step: 'saving', ...last, ...facts })
        if (stopping.signal.aborted) break
      }
      setState({ step: 'ended', ...last, ...facts })
    } catch (thrown) {
      if (stopping.signal.aborted) setState({ step: 'ended', ...last, ...facts })
      else {
        const error = presentError(thrown)
        // The rows are to be looked at again before anything is saved.
        if (error.code === 'import/changed') setState({ step: 'idle', error })
        else setState({ step: 'judged', ...facts, error })
      }
    }
  }
  return {
    state,
    judge: (plan: ImportPlan) => void judge(plan),
    save: (judged: Judged) => void save(judged),
    stop: () => running.current?.abort(),
  }
}
