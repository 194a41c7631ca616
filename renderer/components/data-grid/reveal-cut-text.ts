import type { MouseEvent } from 'react'

/** Adds a tooltip to a cell when the pointer enters it: the full text if it is cut, or the value behind the cell's content. */
export function revealCutText(event: MouseEvent): void {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="gridcell"], td') : null
  if (!cell) return
  const cut = cell.scrollWidth > cell.clientWidth
  const texts = [cut ? cell.textContent : '', cell.dataset.hint ?? ''].filter(Boolean)
  if (texts.length > 0) cell.title = texts.join(' · ')
  else cell.removeAttribute('title')
}
