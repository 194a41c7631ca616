import type { Page } from 'playwright'
import { type WordOf, words } from '../words.ts'
import { palette } from './palette.ts'

/** Page object for the sidebar, the quick search and everything else around the screens of a connection. */
export const frame = (page: Page) => ({
  navigation: page.getByRole('navigation', { name: words.frame.main }),
  // A count may follow the name; “Search in documents” is another link than “Documents”.
  link: (name: string) =>
    page.getByRole('navigation', { name: words.frame.main }).getByRole('link', { name: new RegExp(`^${name}`) }),
  crumbs: page.getByRole('navigation', { name: words.frame.breadcrumbs }),
  heading: page.getByRole('heading', { level: 1 }),
  sync: page.getByRole('region', { name: words.frame.sync }),
  syncNow: page.getByRole('button', { name: words.frame.syncNow }),
  cancelSync: page.getByRole('region', { name: words.frame.sync }).getByRole('button', { name: words.buttons.cancel }),
  bringDemoBack: page.getByRole('button', { name: words.frame.bringDemoBack }),
  connectionSwitcher: page.getByRole('button', { name: words.frame.connection }),
  /** A line of the menu of the firm. */
  inMenu: (name: string) => page.getByRole('menuitem', { name }),
  theme: (name: WordOf<typeof words.frame.themes>) => page.getByRole('menuitemradio', { name }),
  /** Chooses a line of the menu of the firm. */
  async choose(name: string) {
    await page.getByRole('button', { name: words.frame.connection }).click()
    await page.getByRole('menuitem', { name }).click()
  },
  async takeDemoOffline() {
    await this.choose(words.frame.takeDemoOffline)
    await this.bringDemoBack.waitFor()
  },
  error: page.getByRole('alert'),
  search: {
    field: palette(page).field,
    hit: palette(page).line,
    open: palette(page).open,
  },
})
