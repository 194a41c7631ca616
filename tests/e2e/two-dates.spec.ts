import { frame } from './pages/frame.ts'
import { palette } from './pages/palette.ts'
import { presenter } from './pages/presenter.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { openDemoFirm } from './support/tenant.ts'
import { words } from './words.ts'

/** Returns a displayed amount in whole cents; a dash is none. */
const centsOf = (text: string) => BigInt(text.replace(/[^\d−]/g, '').replace('−', '-') || '0')

test('a household is compared with a year ago from the keyboard, and every step from one sum to the other ties', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await palette(page).choose(words.lists.households, 'Abel Schulist')
  await expect(record(page).title).toHaveText('Abel Schulist')

  await page.getByRole('link', { name: words.twoDates.link }).first().focus()
  await page.keyboard.press('Enter')
  await expect(frame(page).heading).toHaveText('Abel Schulist at two dates')
  const steps = record(page).table(words.twoDates.steps)
  const entities = record(page).table(words.twoDates.entities)
  const check = async () => {
    const sums = (await steps.locator('tr td:last-child').allInnerTexts()).map(centsOf)
    const [before = 0n, ...differences] = sums
    const after = differences.pop()
    expect(differences.reduce((sum, difference) => sum + difference, before)).toBe(after)
    const rows = await entities
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
      .all()
    const columns = await Promise.all(rows.map((row) => row.getByRole('cell').allInnerTexts()))
    const sum = (at: number) => columns.reduce((total, cells) => total + centsOf(cells[at] ?? ''), 0n)
    expect([sum(1), sum(2), sum(3)]).toEqual([before, after, (after ?? 0n) - before])
  }
  await expect(steps).toBeVisible()
  await check()

  await page.getByRole('button', { name: words.twoDates.startOfYear }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=\d{4}-01-01/)
  await expect(steps).toContainText('Jan 1, ')
  await check()

  // A day that cannot be compared is refused in words, and the sums stay.
  await page.getByLabel('From', { exact: true }).fill('2999-01-01')
  await expect(page.getByText(/“From” must be before .+ Choose an earlier day\./)).toBeVisible()
  await expect(page).toHaveURL(/from=\d{4}-01-01/)
  await check()
  await page.getByRole('button', { name: words.twoDates.startOfYear }).click()
  await expect(page.getByText(/must be before/)).toHaveCount(0)

  // The compared household is the one that is presented.
  await presenter(page).keys()
  await expect(presenter(page).mark).toBeVisible()
  // What became of each value tells of the amounts, so nothing of it is shown.
  await expect(page.getByRole('main')).toContainText('$••••')
  for (const table of [steps, entities]) await expect(table).toHaveCount(0)
  await expect(frame(page).heading).toHaveText('Abel Schulist at two dates')
  await presenter(page).leave.click()
  for (const table of [steps, entities]) await expect(table).toBeVisible()
  await check()
  await page.goBack()
  await expect(record(page).title).toHaveText('Abel Schulist')
})
