import type { Page } from 'playwright'
import { dates } from '../pages/dates.ts'
import { frame } from '../pages/frame.ts'
import { grid } from '../pages/grid.ts'
import { palette } from '../pages/palette.ts'
import { record } from '../pages/record.ts'
import { settings } from '../pages/settings.ts'
import { command, words } from '../words.ts'

/** Called for each screen while it is shown. */
type Seen = (screen: string) => Promise<void>

/** Visits the list of possible duplicates and the merge of the first pair. */
async function visitDoubles(page: Page, seen: Seen): Promise<void> {
  await palette(page).choose(words.frame.commands, command('go.doubles'))
  const compare = page
    .getByRole('list', { name: words.doubles.people })
    .getByRole('link', { name: words.doubles.compare })
  await compare.first().waitFor()
  await seen('doubles')
  await compare.first().click()
  await page.getByLabel(words.doubles.typed).waitFor()
  await seen('merge-people')
}

/** Visits Dates, the form of an own date, Data quality, possible duplicates and a merge, the rules of Settings and the dialog of a rule that is not applied. */
export async function visitDateScreens(page: Page, seen: Seen): Promise<void> {
  await frame(page).link(words.dates.title).click()
  await dates(page).rules.first().click()
  await seen('dates')
  await dates(page).chooseYear(new Date().getFullYear() + 1)
  await dates(page).lines.first().focus()
  await seen('dates-year')
  await page.keyboard.press('s')
  await dates(page).snooze.waitFor()
  await seen('date-snooze')
  await page.keyboard.press('Escape')
  await dates(page).snooze.waitFor({ state: 'hidden' })
  await frame(page).link(words.lists.entities).click()
  await grid(page, words.lists.entities).waitForRows()
  await grid(page, words.lists.entities).rowAt(0).getByRole('link').first().click()
  await record(page).lastChecked.waitFor()
  await seen('entity-without-dates')
  await page.keyboard.press('n')
  await page.keyboard.press('t')
  await dates(page).form.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dates(page).form.locator('[aria-invalid="true"]').waitFor()
  await seen('date-form')
  await page.keyboard.press('Tab')
  await page.keyboard.type(`0514${new Date().getFullYear() + 1}`)
  await page.keyboard.press('Enter')
  // It slides out of the window when it has been there long enough.
  const toast = dates(page).toast(words.dates.added)
  await toast.getByRole('button', { name: words.buttons.close }).click()
  await toast.waitFor({ state: 'detached' })
  await dates(page).own.first().scrollIntoViewIfNeeded()
  await seen('entity-dates')
  await palette(page).choose(words.frame.commands, command('go.quality'))
  await dates(page).counts.first().waitFor()
  await seen('quality')
  await visitDoubles(page, seen)
  await palette(page).choose(words.lists.households, 'Abel Schulist')
  await dates(page).except.first().click()
  await dates(page).exception.waitFor()
  await seen('rule-exception')
  await page.keyboard.press('Escape')
  await dates(page).exception.waitFor({ state: 'hidden' })
  await page.keyboard.press('ControlOrMeta+,')
  await settings(page).parts.getByRole('link', { name: words.rules.settings, exact: true }).click()
  await seen('settings-rules')
  await settings(page).back.click()
}
