import { create } from 'zustand'
import type { Resource } from '../../shared/service/resource.ts'

/** A group of a list: the number of its rows, and whether only its heading is shown. */
export type ShownGroup = { rows: number; closed: boolean }

/** The line of a record in a list of these groups, or of its group's heading if that is closed. */
export function lineOfRecord(groups: readonly ShownGroup[], record: number): number {
  let [line, first] = [0, 0]
  for (const { rows, closed } of groups) {
    if (record < first + rows) return line + (closed ? 0 : record - first + 1)
    line += 1 + (closed ? 0 : rows)
    first += rows
  }
  return line
}

/** The list from which a record was opened, and the record's place in it. */
export type ListTrail = {
  connectionId: string
  resource: Resource
  /** The list's order, filters and scope, as its procedure takes them. */
  query: { sort: { column: string; direction: 'asc' | 'desc' }; group?: string }
  /** Key of the list's remembered position, see `useViewState`. */
  listKey: string
  id: string
  index: number
  total: number
  /** The groups of a grouped list when it was left. */
  groups?: readonly ShownGroup[]
}

type TrailState = {
  trail: ListTrail | null
  leave(trail: ListTrail): void
  step(to: Pick<ListTrail, 'id' | 'index' | 'total'>): void
}

/** The last list that was left by opening one of its rows; kept while the app runs, for this window. */
export const useListTrail = create<TrailState>((set) => ({
  trail: null,
  leave: (trail) => set({ trail }),
  step: (to) => set(({ trail }) => ({ trail: trail && { ...trail, ...to } })),
}))

type Found = { total: number; index: number; previous: string | null; next: string | null }

/**
 * Where a record is in its list now, and its neighbours. A record that has left the list has none of the places: its neighbours are
 * the rows between which it was.
 */
export function placeIn(
  ids: readonly string[],
  at: { id: string; index: number; offset: number; total: number },
): Found {
  const found = ids.indexOf(at.id)
  const index = found < 0 ? at.index : at.offset + found
  const idAt = (row: number) => ids[row - at.offset] ?? null
  return { total: at.total, index, previous: idAt(index - 1), next: idAt(found < 0 ? index : index + 1) }
}
