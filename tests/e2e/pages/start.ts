import type { Page } from 'playwright'

/** The start screen. */
export const start = (page: Page) => ({
  openDemo: page.getByRole('button', { name: 'Open the demo firm' }),
  connectTenant: page.getByRole('link', { name: 'Connect a tenant' }),
  connection: (name: string) => page.getByRole('main').getByRole('link', { name }),
})
