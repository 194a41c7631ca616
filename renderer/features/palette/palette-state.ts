import { create } from 'zustand'

/** Whether the palette is open, and what had the focus before: it is to have it again when nothing is chosen. */
export const usePalette = create<{ opened: boolean; from: Element | null }>(() => ({ opened: false, from: null }))

export const openPalette = (): void => usePalette.setState({ opened: true, from: document.activeElement })

export const closePalette = (): void => usePalette.setState({ opened: false })

/** Closes it as if it had never been there. */
export function dismissPalette(): void {
  const { from } = usePalette.getState()
  closePalette()
  if (from instanceof HTMLElement) from.focus({ preventScroll: true })
}
