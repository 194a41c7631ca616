import { create } from 'zustand'

export type SortState = { column: string; direction: 'asc' | 'desc' }

/**
 * Where a person left a list: kept while the app runs, so that Back returns to the same row. `scrollTop` counts pixels of
 * rows. `opened` when they left it by opening that row: coming back then puts the focus on it.
 */
export type GridView = { scrollTop?: number; activeRow?: number; total?: number; opened?: boolean }

/** Pixels in which a list is seen, header included. */
export type GridSize = { width: number; height: number }

type ViewState = {
  /** As it was last measured; another list will most likely have the same. Null before the first. */
  gridSize: GridSize | null
  rememberGridSize(size: GridSize): void
  grids: Readonly<Record<string, GridView>>
  rememberGrid(key: string, change: GridView): void
}

export const useViewState = create<ViewState>((set) => ({
  gridSize: null,
  rememberGridSize: (gridSize) => set({ gridSize }),
  grids: {},
  rememberGrid: (key, change) => set(({ grids }) => ({ grids: { ...grids, [key]: { ...grids[key], ...change } } })),
}))
