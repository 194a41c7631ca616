import { createSpotlight } from '@mantine/spotlight'

/** The quick search's switch, shared by its keyboard shortcut and the sidebar. */
export const [quickSearchStore, quickSearch] = createSpotlight()

export const openQuickSearch = (): void => quickSearch.open()

/**
 * Marks the first hit as the one that Enter opens. Hits arrive after the text was typed, and Spotlight chooses among what
 * is there while typing; it keeps its choice in this attribute and this count.
 */
export function selectFirstHit(): void {
  const list = document.getElementById(quickSearchStore.getState().listId)
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected')
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  quickSearchStore.updateState((state) => ({ ...state, selected: 0 }))
}
