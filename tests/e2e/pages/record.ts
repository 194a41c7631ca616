import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for the page of one record, of any resource. */
export const record = (page: Page) => ({
  /** The title of a record. The heading of the list, which is shown until the record is loaded, has no breadcrumbs. */
  title: page
    .getByRole('main')
    .filter({ has: page.getByRole('navigation', { name: words.frame.breadcrumbs }) })
    .getByRole('heading', { level: 1 }),
  section: (name: string | RegExp) => page.getByRole('region', { name }),
  table: (name: string) => page.getByRole('table', { name }),
  /** A field's value by its label; what changed of it is not its value. */
  field: (label: string) =>
    page
      .locator('dl > div:not(#changes *)')
      .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}(\\(|$)`) }) })
      .locator('dd'),
  /** The record's household, in the breadcrumbs. */
  household: page.getByRole('navigation', { name: words.frame.breadcrumbs }).getByRole('link').last(),
  /** The people of a household, with roles and ages. */
  people: page.getByRole('region', { name: words.record.peopleAny }),
  /** Opens the page's “⋯” menu and runs an action of it. */
  async run(name: string | RegExp) {
    await page.getByRole('main').getByRole('button', { name: words.buttons.more, exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
  },
  /** The page's own action, in its heading. */
  next: (name: string) => page.getByRole('main').locator('header').getByRole('button', { name, exact: true }),
  /** When the service last confirmed the record. Lists say it of themselves too, without breadcrumbs. */
  lastChecked: page
    .getByRole('main')
    .filter({ has: page.getByRole('navigation', { name: words.frame.breadcrumbs }) })
    .getByText(words.frame.lastChecked)
    .first(),
  checkNow: page.getByRole('button', { name: words.record.checkNow }),
})
