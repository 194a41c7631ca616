import type { Locator, Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for the activity: changes by day, their filters and their steps. */
export const activity = (page: Page) => {
  const main = page.getByRole('main')
  const changes = main
    .getByRole('listitem')
    .filter({ has: page.locator('[data-line]') })
    .filter({ hasNot: page.getByRole('heading') })
  return {
    days: main.getByRole('heading', { level: 2 }),
    changes,
    change: (text: string | RegExp) => changes.filter({ hasText: text }).first(),
    line: (at: number) => main.locator('[data-line]').nth(at),
    search: main.getByRole('searchbox', { name: words.activity.search }),
    filter: (name: string) => main.getByRole('combobox', { name }),
    option: (name: string) => page.getByRole('option', { name, exact: true }),
    showAll: main.getByRole('button', { name: words.activity.showAll, exact: true }),
    steps: (change: Locator) => change.getByRole('button', { name: words.activity.steps }),
  }
}
