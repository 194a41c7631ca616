/**
 * Takes what is being typed as typed: an editor that only speaks up when it is left is left for a moment. Without this a
 * save by the keyboard would miss the last field.
 */
export function commitFocused(within: HTMLElement | null): void {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement) || !within?.contains(activeElement)) return
  if (!activeElement.matches('input, textarea, select')) return
  activeElement.blur()
  activeElement.focus({ preventScroll: true })
}
