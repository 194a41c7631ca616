import type { KeyboardEvent } from 'react'

const target = (key: string, at: number, count: number): number | null => {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}

/** The arrow keys, Home and End move the focus between list items that have `data-line`. */
export function moveByLine(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-line]')) return
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line]')]
  const to = target(event.key, lines.indexOf(event.target), lines.length)
  if (to === null || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  lines[to]?.focus()
}

/** Opens what belongs to a line with the right arrow key, and closes it with the left one. */
export const openByArrows = (setOpened: (opened: boolean) => void) => (event: KeyboardEvent) => {
  const isOpening = event.key === 'ArrowRight'
  if (event.altKey || event.ctrlKey || event.metaKey || !(isOpening || event.key === 'ArrowLeft')) return
  event.preventDefault()
  setOpened(isOpening)
}

/** Enter on a line that only asks something goes to the field of its answer. */
export function enterEntry(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.target !== event.currentTarget) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>('[data-entry] input')?.focus()
}
