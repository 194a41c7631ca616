import { create } from 'zustand'

export type SortState = { column: string; direction: 'asc' | 'desc' }

/**
 * Where the user left a list, kept while the app runs so that Back returns to the same row. `scrollTop` is in pixels of rows.
 * `opened` is true if they left by opening the active row, which then gets the focus.
 */
export type GridView = {
  scrollTop?: number
  activeRow?: number
  total?: number
  opened?: boolean
  /** Keys of the closed groups. */
  closed?: readonly (string | null)[]
}

/** Size of a list's viewport in pixels, header included. */
export type GridSize = { width: number; height: number }

/** The width of each column's content in pixels, by column. */
export type ContentWidths = Readonly<Record<string, number>>

type ViewState = {
  /** The last measured size, which most likely fits the next list too; null before the first measurement. */
  gridSize: GridSize | null
  rememberGridSize(size: GridSize): void
  grids: Readonly<Record<string, GridView>>
  rememberGrid(key: string, change: GridView): void
  /** By the name of the list. */
  contentWidths: Readonly<Record<string, ContentWidths>>
  rememberContentWidths(list: string, widths: ContentWidths): void
}

export const useViewState = create<ViewState>((set) => ({
  gridSize: null,
  rememberGridSize: (gridSize) => set({ gridSize }),
  grids: {},
  contentWidths: {},
  rememberContentWidths: (list, widths) =>
    set(({ contentWidths }) => ({ contentWidths: { ...contentWidths, [list]: widths } })),
  rememberGrid: (key, change) => set(({ grids }) => ({ grids: { ...grids, [key]: { ...grids[key], ...change } } })),
}))
