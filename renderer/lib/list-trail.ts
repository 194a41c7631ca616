import { create } from 'zustand'
import type { Resource } from '../../shared/service/resource.ts'

/** The list from which a record was opened, and the record's place in it. */
export type ListTrail = {
  connectionId: string
  resource: Resource
  /** The list's order, filters and scope, as its procedure takes them. */
  query: { sort: { column: string; direction: 'asc' | 'desc' }; group?: string }
  /** Key of the list's remembered position, see `useViewState`. */
  place: string
  id: string
  index: number
  total: number
  /** The line of a record in a grouped list. */
  lineOf?: (index: number) => number
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
