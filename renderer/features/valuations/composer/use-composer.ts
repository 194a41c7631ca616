import { useEffect, useMemo, useState } from 'react'
import { localToday } from '../../../../shared/domain/days.ts'
import type { JsonFields } from '../../../../shared/domain/operation.ts'
import { type Valuation, valuation as valuationSchema } from '../../../../shared/service/valuation.ts'
import { draftKey, useDrafts } from '../../../components/forms/drafts.ts'
import { useConnection } from '../../../lib/api.ts'
import { type MergeMode, mergeRows } from './merge-rows.ts'
import { emptyRow, moved, type Row, undone, withoutRow, withRowBelow } from './rows.ts'
import { beginning, type TypedValuation, typedValuation } from './typed.ts'

/** The actions on the rows; referentially stable across renders. */
export type RowActions = {
  change(key: string, change: Partial<Row>): void
  remove(key: string): void
  undo(key: string): void
  move(key: string, by: -1 | 1): void
  /** Adds an empty row below another, or at the end, and returns its key. */
  add(below: string | null): string
  merge(pasted: readonly Row[], mode: MergeMode): void
}

type Begun = { last: Valuation | null; typed: TypedValuation }

/** Starts from the stored draft and the valuation it is compared with, otherwise from the last valuation. */
function begin(draft: string, last: Valuation | null): Begun {
  const kept = useDrafts.getState().drafts[draft]
  const typed = typedValuation.safeParse(kept?.values)
  const base = valuationSchema.nullable().safeParse(kept?.base ?? null)
  if (typed.success && base.success) return { last: base.data, typed: typed.data }
  return { last, typed: beginning(last?.directly_held_assets ?? [], localToday()) }
}

/** The content of a valuation without its ids, which change once a valuation logged here has been sent. */
const contentOf = (valuation: Valuation | null) =>
  valuation &&
  JSON.stringify([
    valuation.effective_date,
    valuation.directly_held_assets.map(({ asset_class, display_name, value, external_id }) => [
      asset_class.id,
      display_name,
      value,
      external_id ?? null,
    ]),
  ])

const sameAs = (one: TypedValuation, other: TypedValuation) => JSON.stringify(one) === JSON.stringify(other)

function actionsOn(update: (next: (rows: Row[]) => Row[]) => void, last: Valuation | null): RowActions {
  const assets = last?.directly_held_assets ?? []
  return {
    change: (key, change) => update((rows) => rows.map((row) => (row.key === key ? { ...row, ...change } : row))),
    remove: (key) => update((rows) => withoutRow(rows, key)),
    undo: (key) => update((rows) => rows.map((row) => (row.key === key ? undone(row, assets) : row))),
    move: (key, by) => update((rows) => moved(rows, key, by)),
    add(below) {
      const row = emptyRow()
      update((rows) => withRowBelow(rows, below, row))
      return row.key
    },
    merge: (pasted, mode) => update((rows) => mergeRows(rows, pasted, mode)),
  }
}

/** The state of a new valuation of an entity, stored as a draft that outlives the page. */
export function useComposer(entityId: string, latest: Valuation | null) {
  const draft = draftKey(useConnection().id, `new:valuations/${entityId}`)
  const [{ last, typed }, setBegun] = useState(() => begin(draft, latest))
  const first = useMemo(() => beginning(last?.directly_held_assets ?? [], localToday()), [last])
  const dirty = useMemo(() => !sameAs(typed, first), [typed, first])
  useEffect(() => {
    const drafts = useDrafts.getState()
    if (!dirty) return drafts.end(draft)
    // The cast is safe: the valuation was parsed from JSON.
    drafts.begin(draft, structuredClone(last) as JsonFields | null)
    drafts.change(draft, structuredClone(typed), true)
  }, [draft, last, typed, dirty])
  const rows = useMemo(() => {
    const update = (next: (rows: Row[]) => Row[]) =>
      setBegun((begun) => ({ ...begun, typed: { ...begun.typed, rows: next(begun.typed.rows) } }))
    return actionsOn(update, last)
  }, [last])
  return {
    draft,
    /** The valuation that this one is compared with: the latest one when the draft was started. */
    last,
    /** True if a newer valuation has arrived since. */
    outdated: contentOf(latest) !== contentOf(last),
    typed,
    dirty,
    rows,
    setDate: (effective_date: string) => setBegun((begun) => ({ ...begun, typed: { ...begun.typed, effective_date } })),
    setDescription: (description: string) =>
      setBegun((begun) => ({ ...begun, typed: { ...begun.typed, description } })),
    /** Discards the draft and starts from the latest valuation. */
    startOver() {
      useDrafts.getState().end(draft)
      setBegun(begin(draft, latest))
    },
  }
}

export type ComposerState = ReturnType<typeof useComposer>
