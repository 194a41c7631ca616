import type { Page } from 'playwright'

/** What the system handed over: links and files. */
export const handed = (page: Page) => ({
  lost: page.getByRole('alert').filter({ hasText: 'No connection that is open has the record' }),
  dialog: page.getByRole('dialog', { name: /^Add (this|these \d+) documents?\?$/ }),
})
