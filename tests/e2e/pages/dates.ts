import type { Locator, Page } from 'playwright'
import { words } from '../words.ts'

/** Chooses an option by its arrow keys. */
async function pick(page: Page, field: Locator, name: string | RegExp): Promise<void> {
  const option = page.getByRole('option', { name })
  await field.focus()
  await page.keyboard.press('ArrowDown')
  await option.waitFor()
  while ((await option.getAttribute('data-combobox-selected')) === null) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await option.waitFor({ state: 'hidden' })
}

/** Page object for the page Dates, the form of an own date, and the rules that are not applied to a record. */
export function dates(page: Page) {
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
  const form = dialog(words.dates.add)
  const filters = page.getByRole('search', { name: words.dates.title })
  const period = filters.getByRole('combobox', { name: words.dates.period })
  return {
    /** The dates of the page; their names begin with their titles. */
    lines: page.getByRole('main').locator('li[data-line]'),
    line: (name: RegExp) => page.getByRole('main').getByRole('listitem', { name }),
    rules: page.getByRole('main').getByText(words.dates.rule, { exact: true }),
    period,
    chooseYear: (year: number) => pick(page, period, String(year)),
    chooseKind: (name: RegExp) => pick(page, filters.getByRole('combobox', { name: words.dates.kind }), name),
    openState: page.getByRole('radio', { name: words.dates.open, exact: true }),
    toast: (text: string) => page.getByRole('alert').filter({ hasText: text }),
    snooze: dialog(words.dates.snooze),
    form,
    kindOfOwn: form.getByRole('combobox', { name: words.dates.kindOfOwn }),
    chooseKindOfOwn: (name: string) => pick(page, form.getByRole('combobox', { name: words.dates.kindOfOwn }), name),
    /** The dates on the page of a record. */
    own: page.getByRole('region', { name: words.dates.title, exact: true }).getByRole('listitem'),
    next: page.getByRole('region', { name: words.record.nextDates }),
    except: page.getByRole('button', { name: words.rules.exceptOf }),
    exception: dialog(words.rules.except),
    left: page.getByText(words.rules.left),
    applyAgain: page.getByRole('button', { name: words.rules.applyAgain }),
    /** The links to what was found; those to the pairs of duplicates have no number. */
    counts: page.getByRole('list', { name: words.rules.checks }).getByRole('link', { name: /\d/ }),
  }
}
