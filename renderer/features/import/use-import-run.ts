import { formatCount } from '../../../shared/domain/counts.ts'
import { importParts } from '../../../shared/domain/import/import-fields.ts'
import type { ImportPlan, ImportSummary } from '../../../shared/ipc/imports.ts'
import { type UndoOffer, useTellSaved } from '../../components/undo/use-undo.tsx'
import { useClient } from '../../lib/api.ts'
import { type PresentedError, presentError } from '../../lib/present-error.ts'
import { useRun } from '../../lib/use-run.ts'
import type { ImportFiles } from './use-import-files.ts'

type Checked = { summary: ImportSummary; version: number; importId: string }

export type ImportRun =
  | { step: 'idle'; error: PresentedError | null }
  | { step: 'checking'; done: number; total: number }
  | ({ step: 'checked'; error: PresentedError | null } & Checked)
  | ({ step: 'saving'; done: number; total: number } & Checked)
  | ({ step: 'ended'; done: number; total: number; saveId: string | null } & Checked)

/** The number of rows that can be imported: valid ones that create or change something. */
export const goodIn = ({ households, individuals }: ImportSummary): number =>
  [households, individuals].reduce((sum, part) => sum + (part ? part.good - part.unchanged : 0), 0)

const idle: ImportRun = { step: 'idle', error: null }

/** Checks the rows, then imports the valid ones. Either step can be stopped; leaving the screen stops both. */
export function useImportRun({ hold, version }: Pick<ImportFiles, 'hold' | 'version'>) {
  const client = useClient()
  const tellSaved = useTellSaved()
  const { state, start, stop } = useRun<ImportRun>(idle, (error) => ({ step: 'idle', error }))

  const check = (plan: ImportPlan) =>
    start(async (show, signal) => {
      show({ step: 'checking', done: 0, total: 0 })
      const held = await hold()
      for await (const progress of await client.imports.check({ ...held, plan }, { signal })) {
        signal.throwIfAborted()
        const { done, total, summary } = progress
        if (summary === null) show({ step: 'checking', done, total })
        else show({ step: 'checked', summary, version, importId: held.import_id, error: null })
      }
      signal.throwIfAborted()
    })
  /** After a stop the page gets no result for the rows in flight, so it asks for the counts. */
  const countSaved = async () => {
    const held = await hold()
    const counts = importParts.map(async (part) =>
      client.imports.rows({ ...held, part, show: 'all', offset: 0, limit: 1 }).then(({ saved }) => saved),
    )
    return (await Promise.all(counts)).reduce((sum, saved) => sum + saved, 0)
  }
  const save = ({ summary, version: checkedVersion, importId }: Checked) =>
    start(async (show, signal) => {
      const facts = { summary, version: checkedVersion, importId }
      const total = goodIn(summary)
      show({ step: 'saving', done: 0, total, ...facts })
      let offer: UndoOffer = null
      const ended = (done: number) => show({ step: 'ended', done, total, saveId: offer?.save_id ?? null, ...facts })
      try {
        for await (const { done, undo } of await client.imports.apply(await hold(), { signal })) {
          if (signal.aborted) break
          offer = undo
          show({ step: 'saving', done, total, ...facts })
        }
        const done = await countSaved()
        if (offer !== null) tellSaved(done === 1 ? '1 row imported' : `${formatCount(done)} rows imported`, offer)
        ended(done)
      } catch (thrown) {
        const error = presentError(thrown)
        if (signal.aborted) ended(await countSaved().catch(() => 0))
        // The rows must be checked again before anything is saved.
        else if (error.code === 'import/changed') show({ step: 'idle', error })
        else show({ step: 'checked', ...facts, error })
      }
    })
  return {
    state,
    check: (plan: ImportPlan) => void check(plan),
    save: (checked: Checked) => void save(checked),
    stop,
  }
}
