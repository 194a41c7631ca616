import { create } from 'zustand'

/** The id of the search field. */
export const fieldId = 'palette-field'

type PaletteState = {
  opened: boolean
  /** The text in the search field. */
  typed: string
  /** Set if Enter was pressed for this text before the dialog was there. */
  entered: { newWindow: boolean } | null
  /** The element that had the focus before: it is focused again if nothing is chosen. Null while the palette is closed. */
  from: Element | null
}

/** The palette of this window. */
export const usePalette = create<PaletteState>(() => ({ opened: false, typed: '', entered: null, from: null }))

export const openPalette = (): void =>
  usePalette.setState({ opened: true, typed: '', entered: null, from: document.activeElement })

export const typeInPalette = (typed: string): void => usePalette.setState({ typed, entered: null })

export const closePalette = (): void => usePalette.setState({ opened: false, from: null })

/** Closes the palette and returns the focus to where it was. */
export function dismissPalette(): void {
  const { from } = usePalette.getState()
  closePalette()
  if (from instanceof HTMLElement) from.focus({ preventScroll: true })
}
