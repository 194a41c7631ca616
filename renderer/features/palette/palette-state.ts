import { create } from 'zustand'

/** Whether the palette is open, and the element that had the focus before: it is focused again if nothing is chosen. */
export const usePalette = create<{ opened: boolean; from: Element | null }>(() => ({ opened: false, from: null }))

export const openPalette = (): void => usePalette.setState({ opened: true, from: document.activeElement })

export const closePalette = (): void => usePalette.setState({ opened: false })

/** Closes the palette and returns the focus to where it was. */
export function dismissPalette(): void {
  const { from } = usePalette.getState()
  closePalette()
  if (from instanceof HTMLElement) from.focus({ preventScroll: true })
}
