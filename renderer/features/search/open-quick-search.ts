import { createSpotlight } from '@mantine/spotlight'

/** The quick search's switch, shared by its keyboard shortcut and the sidebar. */
export const [quickSearchStore, quickSearch] = createSpotlight()

export const openQuickSearch = (): void => quickSearch.open()
