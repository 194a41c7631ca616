import { estate } from './pages/estate.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { record } from './pages/record.ts'
import { start } from './pages/start.ts'
import { close, expect, test } from './support/fixtures.ts'
import { openDemoFirm } from './support/tenant.ts'
import { words } from './words.ts'

test('a newcomer goes from the start screen to a latest valuation of the demo firm', async ({ page, launch }) => {
  const steward = await launch()
  await page.goto(steward.url)
  await start(page).openDemo.click()
  const households = grid(page, words.lists.households)
  await households.waitForRows()
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  expect(await households.total()).toBe(500)

  await households.rowWith('Abel Schulist').first().getByRole('link').click()
  await expect(record(page).title).toHaveText('Abel Schulist')
  await expect(record(page).section(words.record.peopleAny)).toContainText('Schulist')
  await estate(page).show(words.estate.table)
  await record(page).table(words.estate.entities).getByRole('link').first().click()
  await expect(
    record(page)
      .section(/valuation/i)
      .first(),
  ).toContainText(/\$[\d,]+\.\d\d/)
})

test('the demo firm is read again after a restart with its service stopped @campaign', async ({ page, launch }) => {
  const first = await launch(['--demo'])
  await page.goto(first.url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await frame(page).takeDemoOffline()
  await close(first)

  const second = await launch(['--demo-offline'])
  await page.goto(second.url)
  await frame(page).link(words.lists.households).click()
  const households = grid(page, words.lists.households)
  await households.waitForRows()
  expect(await households.total()).toBe(500)
  await expect(frame(page).sync).toContainText(words.frame.offline)
  await expect(page.getByRole('main').getByText(words.frame.lastChecked).first()).toBeVisible()
  await households.rowAt(3).getByRole('link').first().click()
  await expect(record(page).section(words.record.peopleAny)).toBeVisible()
})

test('quick search finds a household by the start of a name, from the keyboard alone @campaign', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await frame(page).search.open()
  await page.keyboard.type('schulist')
  await frame(page)
    .search.hit(/Abel Schulist/)
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await expect(frame(page).search.field).toBeHidden()
  await expect(record(page).title).toContainText('Schulist')
})

test('the keyboard walks a list and opens a record @campaign', async ({ page, launch }) => {
  const steward = await launch(['--demo'])
  await page.goto(steward.url)
  await frame(page).link(words.lists.households).click()
  const households = grid(page, words.lists.households)
  await households.waitForRows()
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await households.cell(0, 0).focus()
  await page.keyboard.press('Control+End')
  await expect(households.rowAt(499)).toBeVisible()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowDown')
  const title = (await households.cell(1, 0).innerText()).trim()
  await page.keyboard.press('Enter')
  await expect(record(page).title).toHaveText(title)
})

test('a reload stays on the same screen @campaign', async ({ page, launch }) => {
  const steward = await launch(['--demo'])
  await page.goto(steward.url)
  await frame(page).link(words.lists.users).click()
  await grid(page, words.lists.users).waitForRows()
  await page.reload()
  await grid(page, words.lists.users).waitForRows()
  await expect(frame(page).heading).toContainText(words.lists.users)
})
