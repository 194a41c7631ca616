/**
 * Commits the focused input by briefly removing the focus, because some inputs report their value only on blur. Without this,
 * saving by keyboard would miss the last field.
 */
export function commitFocused(within: HTMLElement | null): void {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement) || !within?.contains(activeElement)) return
  if (!activeElement.matches('input, textarea, select')) return
  activeElement.blur()
  activeElement.focus({ preventScroll: true })
}
