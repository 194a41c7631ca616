import { create } from 'zustand'

export type SortState = { column: string; direction: 'asc' | 'desc' }

/**
 * Where a person left a list: kept while the app runs, so that Back returns to the same row. `scrollTop` counts pixels of
 * rows. `opened` when they left it by opening that row: coming back then puts the focus on it.
 */
export type GridView = { scrollTop?: number; activeRow?: number; total?: number; opened?: boolean }

type ViewState = {
  grids: Readonly<Record<string, GridView>>
  rememberGrid(key: string, change: GridView): void
}

export const useViewState = create<ViewState>((set) => ({
  grids: {},
  rememberGrid: (key, change) => set(({ grids }) => ({ grids: { ...grids, [key]: { ...grids[key], ...change } } })),
}))
