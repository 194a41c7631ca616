import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for the start screen. */
export const start = (page: Page) => ({
  openDemo: page.getByRole('button', { name: words.start.openDemo }),
  connectTenant: page.getByRole('link', { name: words.start.connect }),
  connection: (name: string) => page.getByRole('main').getByRole('link', { name }),
})
