import type { Page } from 'playwright'
import { palette } from './palette.ts'

/** Page object for the sidebar, the quick search and everything else around the screens of a connection. */
export const frame = (page: Page) => ({
  navigation: page.getByRole('navigation', { name: 'Main' }),
  link: (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }),
  crumbs: page.getByRole('navigation', { name: 'Breadcrumbs' }),
  heading: page.getByRole('heading', { level: 1 }),
  sync: page.getByRole('region', { name: 'Sync' }),
  syncNow: page.getByRole('button', { name: 'Sync now' }),
  cancelSync: page.getByRole('region', { name: 'Sync' }).getByRole('button', { name: 'Cancel' }),
  takeDemoOffline: page.getByRole('button', { name: 'Take the demo service offline' }),
  bringDemoBack: page.getByRole('button', { name: 'Bring it back' }),
  demoColleague: page.getByRole('button', { name: 'A colleague edits this record' }),
  connectionSwitcher: page.getByRole('button', { name: /^Connection: / }),
  theme: (name: 'Follow the system' | 'Light' | 'Dark') => page.getByRole('radio', { name }),
  error: page.getByRole('alert'),
  search: {
    field: palette(page).field,
    hit: palette(page).line,
    open: palette(page).open,
  },
})
