import { useCallback, useRef, useState } from 'react'
import type { IntakeRow } from '../../../shared/ipc/intake.ts'

export type RowSelection = {
  ids: ReadonlySet<string>
  /** With `range`, also sets all rows between this row and the one that was set last. */
  set(id: string, selected: boolean, range: boolean): void
  setAll(rows: readonly IntakeRow[], selected: boolean): void
  clear(): void
}

/** The selected rows. Rows that have left the tray are no longer selected. */
export function useSelection(rows: readonly IntakeRow[]): RowSelection {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const current = useRef(rows)
  current.current = rows
  const ids = new Set(rows.map(({ id }) => id).filter((id) => marked.has(id)))
  const mark = useCallback((changed: readonly string[], selected: boolean) => {
    setMarked((before) => {
      const after = new Set(before)
      for (const id of changed) {
        if (selected) after.add(id)
        else after.delete(id)
      }
      return after
    })
  }, [])
  const set = useCallback(
    (id: string, selected: boolean, range: boolean) => {
      const order = current.current.map((row) => row.id)
      const [from, to] = [order.indexOf(range && last.current !== null ? last.current : id), order.indexOf(id)]
      mark(from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1), selected)
      last.current = id
    },
    [mark],
  )
  return {
    ids,
    set,
    setAll: (of, selected) =>
      mark(
        of.map(({ id }) => id),
        selected,
      ),
    clear: () => setMarked(new Set()),
  }
}
