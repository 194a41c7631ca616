import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { list } from './pages/list.ts'
import { record } from './pages/record.ts'
import { close, expect, test } from './support/fixtures.ts'
import { words } from './words.ts'

/** Opens one of the demo firm's lists once it is complete. */
async function openList(page: Page, url: string, name: string) {
  await page.goto(url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await frame(page).navigation.getByRole('link', { name, exact: true }).click()
  const rows = grid(page, name)
  await rows.waitForRows()
  return rows
}

/** Returns the texts of a column in the rows that are drawn. */
const texts = async (rows: ReturnType<typeof grid>, column: number) =>
  rows.rows.locator(`[aria-colindex="${column + 1}"]`).allInnerTexts()

test('filters narrow a list to an exact count, in words, and go one by one', async ({ page, launch }) => {
  const { url } = await launch(['--demo'])
  const entities = await openList(page, url, words.lists.entities)
  const whole = (await entities.total()) ?? 0
  expect(whole).toBeGreaterThan(1000)

  await list(page).filter.click()
  await list(page).form.column.selectOption({ label: 'Kind' })
  await list(page).form.choices.click()
  await list(page).form.option('SLAT').click()
  await list(page).form.option('GRAT').click()
  await page.keyboard.press('Escape')
  await list(page).form.apply.click()
  await expect(list(page).chip('Kind is SLAT or GRAT')).toBeVisible()
  await expect.poll(() => entities.total()).toBeLessThan(whole)
  const kinds = (await entities.total()) ?? 0
  expect(new Set(await texts(entities, 1))).toEqual(new Set(['SLAT', 'GRAT']))
  await expect(list(page).count).toContainText(`${kinds.toLocaleString('en-US')} of ${whole.toLocaleString('en-US')}`)

  await list(page).filter.click()
  await list(page).form.column.selectOption({ label: 'Directly held' })
  await list(page).form.condition.selectOption({ label: 'is at least' })
  await list(page).form.value().fill('1,000,000')
  await list(page).form.apply.click()
  await expect(list(page).chips).toHaveCount(2)
  await expect.poll(() => entities.total()).toBeLessThan(kinds)

  await page.goBack()
  await expect(list(page).chips).toHaveCount(1)
  await expect.poll(() => entities.total()).toBe(kinds)
  await page.reload()
  await expect(list(page).chip('Kind is SLAT or GRAT')).toBeVisible()
  await expect.poll(() => entities.total()).toBe(kinds)

  await list(page).removeFilter('Kind is SLAT or GRAT').click()
  await expect(list(page).chips).toHaveCount(0)
  await expect.poll(() => entities.total()).toBe(whole)
})

test('a filter that lacks its value says so, and nothing is asked of the list', async ({ page, launch }) => {
  const { url } = await launch(['--demo'])
  await openList(page, url, words.lists.entities)
  await list(page).filter.click()
  await list(page).form.column.selectOption({ label: 'Directly held' })
  await list(page).form.value().fill('a lot')
  await list(page).form.apply.click()
  await expect(list(page).form.root.getByRole('alert')).toHaveText('Enter a number.')
  await expect(list(page).chips).toHaveCount(0)
})

test('a list is sorted by its headers, from the pointer and from the keyboard', async ({ page, launch }) => {
  const { url } = await launch(['--demo'])
  const households = await openList(page, url, words.lists.households)
  await households.header(words.lists.entities).click()
  await expect(households.header(words.lists.entities)).toHaveAttribute('aria-sort', 'ascending')
  const inOrder = async (by: 1 | -1) => {
    const counts = (await texts(households, 5)).map(Number)
    return counts.every((count, at) => at === 0 || (count - (counts[at - 1] ?? 0)) * by >= 0)
  }
  await expect.poll(() => inOrder(1)).toBe(true)
  await households.cell(0, 5).click()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(households.header(words.lists.entities)).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => inOrder(-1)).toBe(true)
})

test('columns stay as they were left over a reload, and can be set back', async ({ page, launch }) => {
  const { url } = await launch(['--demo'])
  const households = await openList(page, url, words.lists.households)
  await list(page).columns.click()
  await list(page).columnShown('Owner').click()
  await list(page).columnShown('Created').click()
  await page.keyboard.press('Escape')
  await expect(households.header('Owner')).toHaveCount(0)
  await households.header(words.fields.externalId).click({ button: 'right' })
  await list(page).choose(words.list.pinLeft)
  await expect(households.header(words.fields.externalId)).toHaveAttribute('aria-colindex', '1')
  await page.reload()
  await households.waitForRows()
  await expect(households.header(words.fields.externalId)).toHaveAttribute('aria-colindex', '1')
  await expect(households.header('Owner')).toHaveCount(0)
  await expect(households.header('Created')).toHaveCount(1)
  await list(page).columns.click()
  await page.getByRole('button', { name: words.list.resetColumns }).click()
  await expect(households.header('Owner')).toHaveCount(1)
})

test('a saved view survives a restart, and says when it was changed', async ({ page, launch }) => {
  const first = await launch(['--demo'])
  const individuals = await openList(page, first.url, words.lists.individuals)
  await list(page).filter.click()
  await list(page).form.column.selectOption({ label: 'Born' })
  await list(page).form.condition.selectOption({ label: 'has no value' })
  await list(page).form.apply.click()
  await expect(list(page).chip('Born has no value')).toBeVisible()
  await list(page).view.click()
  await list(page).choose(words.list.saveAsView)
  await page.getByRole('textbox', { name: words.fields.name }).fill('Ages to ask for')
  await page.getByRole('button', { name: words.buttons.save, exact: true }).click()
  await expect(list(page).view).toHaveAccessibleName('View: Ages to ask for')
  const kept = await individuals.total()
  await close(first)

  const second = await launch(['--demo'])
  await openList(page, second.url, words.lists.individuals)
  await list(page).view.click()
  await list(page).choose('Ages to ask for')
  await expect(list(page).chip('Born has no value')).toBeVisible()
  await expect.poll(() => individuals.total()).toBe(kept)
  await individuals.header(words.fields.email).click()
  await expect(list(page).view).toHaveAccessibleName('View: Ages to ask for, modified')
  await list(page).view.click()
  await list(page).choose('Delete “Ages to ask for”')
  await expect(list(page).view).toHaveAccessibleName('View: All individuals')
})

test('“My households” asks once who one is, and then shows their households', async ({ page, launch }) => {
  const { url } = await launch(['--demo'])
  const households = await openList(page, url, words.lists.households)
  await list(page).view.click()
  await list(page).choose(words.list.myHouseholds)
  await page.getByRole('dialog').getByLabel(words.list.youAre).first().click()
  await page.getByRole('option', { name: 'Faith Hilpert' }).click()
  await page.getByRole('button', { name: words.list.showMyHouseholds }).click()
  await expect(list(page).view).toHaveAccessibleName('View: My households')
  await expect.poll(async () => new Set(await texts(households, 2))).toEqual(new Set(['Faith Hilpert']))
  await page.reload()
  await expect(list(page).view).toHaveAccessibleName('View: My households')
})

test('cells and rows are copied as a spreadsheet takes them', async ({ page, launch, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { url } = await launch(['--demo'])
  const households = await openList(page, url, words.lists.households)
  await households.cell(1, 3).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Control+c')
  await expect(list(page).said.first()).toContainText('Copied 4 cells.')
  const ids = await texts(households, 3)
  const people = await texts(households, 4)
  const block = [1, 2].map((row) => [ids[row]?.replace('—', ''), people[row]].join('\t')).join('\n')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(block)

  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+a')
  await expect(list(page).said.first()).toContainText('500 rows selected.')
  await page.keyboard.press('Control+c')
  await expect(list(page).said.first()).toContainText('Copied 500 rows.')
  const rows = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  expect(rows[0]).toBe('Household\tPrimary clients\tOwner\tExternal ID\tPeople\tEntities\tDocuments\tUpdated')
  expect(rows.length).toBeGreaterThanOrEqual(501)
})

test('an export holds the filtered rows with the columns that are shown', async ({ page, launch, computer }) => {
  const { url } = await launch(['--demo'])
  const households = await openList(page, url, words.lists.households)
  await list(page).filter.click()
  await list(page).form.value().fill('schulist')
  await list(page).form.apply.click()
  await expect(list(page).chip('Household contains “schulist”')).toBeVisible()
  await expect.poll(() => households.total()).toBeLessThan(500)
  const count = (await households.total()) ?? 0
  await list(page).exportAs.click()
  await list(page).choose(words.list.csv)
  await expect(page.getByText(words.list.exported(count))).toBeVisible()
  const downloads = join(computer.folder, 'downloads')
  const file = readdirSync(downloads).find((name) => name.endsWith('.csv'))
  const text = readFileSync(join(downloads, file ?? ''), 'utf8')
  expect(text).toContain('Household,Primary clients,Owner,External ID,People,Entities,Documents,Updated')
  expect(text.split('\n').filter((line) => /schulist/i.test(line) && !/contains/.test(line))).toHaveLength(count)
})

test('a list is filtered, walked, marked and left with the keyboard alone', async ({ page, launch }) => {
  const { url } = await launch(['--demo'])
  const households = await openList(page, url, words.lists.households)
  await page.keyboard.press('Control+f')
  await expect(list(page).form.root).toBeVisible()
  await expect(list(page).form.column).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ab')
  await page.keyboard.press('Enter')
  await expect(list(page).chip('Household contains “ab”')).toBeVisible()
  await expect.poll(() => households.total()).toBeLessThan(500)
  await expect(list(page).filter).toBeFocused()
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab')
    if (await households.cell(0, 0).evaluate((cell) => cell === document.activeElement)) break
  }
  await expect(households.cell(0, 0)).toBeFocused()
  await page.keyboard.press('Control+ArrowDown')
  await page.keyboard.press('Space')
  await expect(list(page).said.first()).toContainText('1 row selected.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(households.cell(0, 0)).toBeFocused()
  const title = await households.cell(0, 0).innerText()
  await page.keyboard.press('Enter')
  await expect(record(page).title).toHaveText(title)
  await page.goBack()
  await expect(households.cell(0, 0)).toBeFocused()
})
