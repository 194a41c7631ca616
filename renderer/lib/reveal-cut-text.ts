import type { MouseEvent } from 'react'

/** Gives a cell whose text is cut short a tooltip with the whole, when the pointer comes over it. */
export function revealCutText(event: MouseEvent): void {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="gridcell"], td') : null
  if (!cell) return
  const cut = cell.scrollWidth > cell.clientWidth
  if (cut) cell.title = cell.textContent
  else cell.removeAttribute('title')
}
