import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { openDemoFirm } from './support/tenant.ts'
import { words } from './words.ts'

test.beforeEach(async ({ page, launch }) => {
  await openDemoFirm(page, launch)
})

test('the best hit is chosen as one types, marked, counted, and opened by Enter at once', async ({ page }) => {
  await palette(page).open()
  await expect(palette(page).field).toBeFocused()
  await page.keyboard.type('Abel Schulist')
  await expect(palette(page).chosen).toContainText('Schulist')
  await expect(palette(page).matches.first()).toBeVisible()
  await expect(palette(page).announced).toContainText(/results?$/)
  const chosen = await palette(page).chosen.locator('bdi').first().innerText()
  await page.keyboard.press('Enter')
  await expect(palette(page).dialog).toBeHidden()
  await expect(record(page).title).toContainText(chosen)
})

test('Ctrl-K opens it on a Cyrillic keyboard, and Ctrl-A there selects a list @campaign', async ({ page }) => {
  const press = (key: string, code: string) =>
    page.evaluate((init) => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init)), {
      key,
      code,
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    })
  const households = grid(page, 'Households')
  await households.waitForRows()
  await households.cell(0, 1).focus()
  await press('ф', 'KeyA')
  await expect(households.rowAt(0)).toHaveAttribute('aria-selected', 'true')
  await press('л', 'KeyK')
  await expect(palette(page).field).toBeFocused()
})

test('Enter before the hits are there opens the best one once they are @campaign', async ({ page }) => {
  await palette(page).open()
  await page.keyboard.insertText('schulist')
  await page.keyboard.press('Enter')
  await expect(record(page).title).toContainText('Schulist')
})

test('the arrow keys choose, in a circle, and the field points at what is chosen @campaign', async ({ page }) => {
  await palette(page).open()
  await page.keyboard.type('schulist')
  await expect(palette(page).chosen).toContainText('Schulist')
  const first = await palette(page).chosen.getAttribute('id')
  await page.keyboard.press('ArrowDown')
  const second = await palette(page).chosen.getAttribute('id')
  expect(second).not.toBe(first)
  await expect(palette(page).field).toHaveAttribute('aria-activedescendant', second ?? '')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(palette(page).dialog.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
})

test('the palette lists recent records and favourites, and runs commands by their names @campaign', async ({
  page,
}) => {
  const households = grid(page, words.lists.households)
  await households.rowAt(2).getByRole('link').first().click()
  await record(page).lastChecked.waitFor()
  const title = await record(page).title.innerText()
  await page.keyboard.press('Control+d')
  await expect(page.getByRole('button', { name: words.frame.favourite })).toHaveAttribute('aria-pressed', 'true')
  await palette(page).open()
  await expect(palette(page).group(words.frame.recent).getByRole('option').first()).toContainText(title)
  await expect(palette(page).group(words.frame.favourites).getByRole('option')).toContainText([title])
  await page.keyboard.type('theme dark')
  await expect(palette(page).line(/Theme: dark/)).toBeVisible()
  await palette(page)
    .line(/Theme: dark/)
    .click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('Ctrl+Enter opens the chosen record in a window of its own @campaign', async ({ page, context }) => {
  await palette(page).open()
  await page.keyboard.type('schulist')
  await expect(palette(page).chosen).toContainText('Schulist')
  const opening = context.waitForEvent('page')
  await page.keyboard.press('Control+Enter')
  const other = await opening
  await expect(record(other).title).toContainText('Schulist')
  await expect(frame(page).heading).toContainText(words.lists.households)
})

test('a search without a hit says so, and Escape gives the focus back @campaign', async ({ page }) => {
  const cell = grid(page, words.lists.households).cell(1, 0)
  await cell.focus()
  await palette(page).open()
  await page.keyboard.type('zzqqxxyyzz')
  await expect(palette(page).dialog).toContainText('No matches. Amounts and dates of records are not searched.')
  await expect(palette(page).announced).toContainText('No matches')
  await page.keyboard.press('Escape')
  await expect(palette(page).dialog).toBeHidden()
  await expect(cell).toBeFocused()
})

test('“missing” and Enter open the list of what is missing, of the household on screen where there is one', async ({
  page,
}) => {
  const list = page.getByRole('dialog', { name: 'Possibly missing documents' })
  const openList = async () => {
    await palette(page).open()
    await page.keyboard.type('missing')
    await expect(palette(page).chosen).toContainText('Missing documents…')
    await page.keyboard.press('Enter')
  }
  await openList()
  await expect(list.getByRole('textbox', { name: 'The list as text' })).toHaveValue(/documents of \d+ households/)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await palette(page).choose(words.lists.households, 'Abel Schulist')
  await expect(record(page).title).toHaveText('Abel Schulist')
  await expect(page.getByRole('button', { name: 'Copy or send…' })).toBeVisible()
  await openList()
  await expect(list.getByRole('textbox', { name: 'The list as text' })).toHaveValue(/of Abel Schulist\n/)
})
