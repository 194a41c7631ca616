import type { Page } from 'playwright'

/** The page of one record, of any resource. */
export const record = (page: Page) => ({
  /** Of a record alone: a list's heading, which is there until the record is, has no way back above it. */
  title: page
    .getByRole('main')
    .filter({ has: page.getByRole('navigation', { name: 'Breadcrumbs' }) })
    .getByRole('heading', { level: 1 }),
  section: (name: string | RegExp) => page.getByRole('region', { name }),
  table: (name: string) => page.getByRole('table', { name }),
  /** A field's value by its label. */
  field: (label: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}(\\(|$)`) }) })
      .locator('dd'),
  lastChecked: page.getByRole('main').getByText('Last checked').first(),
  checkNow: page.getByRole('button', { name: 'Check now' }),
})
