import { useCallback, useReducer } from 'react'
import type { IntakeRow } from '../../../shared/ipc/intake.ts'

export type RowSelection = {
  ids: ReadonlySet<string>
  /** With `range`, also sets all rows between this row and the one that was set last. */
  set(id: string, selected: boolean, range: boolean): void
  setAll(rows: readonly IntakeRow[], selected: boolean): void
  clear(): void
}

type State = { marked: ReadonlySet<string>; last: string | null }

/** `ids`: the rows to set. `to`: the row that was set, with all between it and the last one. */
type Change = { selected: boolean } & ({ ids: readonly string[] } | { to: string; range: boolean })

const none: State = { marked: new Set(), last: null }

/** The ids from the last row set to this one, in the order of the tray. */
function idsBetween(rows: readonly IntakeRow[], last: string, to: string): string[] {
  const order = rows.map(({ id }) => id)
  const [from, end] = [order.indexOf(last), order.indexOf(to)]
  return from < 0 ? [to] : order.slice(Math.min(from, end), Math.max(from, end) + 1)
}

/** The selected rows. Rows that have left the tray are no longer selected. */
export function useSelection(rows: readonly IntakeRow[]): RowSelection {
  const reduce = ({ marked, last }: State, change: Change | 'clear'): State => {
    if (change === 'clear') return { marked: none.marked, last }
    const next = new Set(marked)
    const ids =
      'ids' in change ? change.ids : idsBetween(rows, change.range && last !== null ? last : change.to, change.to)
    for (const id of ids) {
      if (change.selected) next.add(id)
      else next.delete(id)
    }
    return { marked: next, last: 'to' in change ? change.to : last }
  }
  const [{ marked }, change] = useReducer(reduce, none)
  return {
    ids: new Set(rows.map(({ id }) => id).filter((id) => marked.has(id))),
    // Stays the same, so that a row is drawn again only when it has changed.
    set: useCallback((id, selected, range) => change({ selected, to: id, range }), []),
    setAll: (of, selected) => change({ selected, ids: of.map(({ id }) => id) }),
    clear: () => change('clear'),
  }
}
