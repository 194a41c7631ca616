import type { Page } from 'playwright'

/** Page object for links and files that the system handed over. */
export const handed = (page: Page) => ({
  lost: page.getByRole('alert').filter({ hasText: 'No connection that is open has the record' }),
  dialog: page.getByRole('dialog', { name: /^Add (this|these \d+) documents?\?$/ }),
})
