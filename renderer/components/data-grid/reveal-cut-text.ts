import type { MouseEvent } from 'react'

/** Adds a tooltip with the full text to a truncated cell when the pointer enters it. */
export function revealCutText(event: MouseEvent): void {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="gridcell"], td') : null
  if (!cell) return
  const cut = cell.scrollWidth > cell.clientWidth
  if (cut) cell.title = cell.textContent
  else cell.removeAttribute('title')
}
