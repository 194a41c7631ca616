import type { Page } from 'playwright'

/** Page object for the start screen. */
export const start = (page: Page) => ({
  openDemo: page.getByRole('button', { name: 'Open the demo firm' }),
  connectTenant: page.getByRole('link', { name: 'Connect a tenant' }),
  connection: (name: string) => page.getByRole('main').getByRole('link', { name }),
})
