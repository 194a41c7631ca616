import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { list } from './pages/list.ts'
import { palette } from './pages/palette.ts'
import { close, expect, test } from './support/fixtures.ts'
import { showHouseholds } from './support/tenant.ts'
import { command, words } from './words.ts'

/** Runs a command by typing its name into the palette. */
async function run(page: Page, title: string) {
  await palette(page).open()
  await page.keyboard.type(title)
  await palette(page).group(words.frame.commands).getByRole('option', { name: title }).click()
  await expect(palette(page).dialog).toBeHidden()
}

/** Returns true if the palette lists the command. */
async function offers(page: Page, title: string) {
  await palette(page).open()
  await page.keyboard.type(title)
  await expect(palette(page).announced).not.toBeEmpty()
  const found = await palette(page).group(words.frame.commands).getByRole('option', { name: title }).count()
  await page.keyboard.press('Escape')
  return found > 0
}

async function openHouseholds(page: Page, url: string) {
  await page.goto(url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await showHouseholds(page)
  const households = grid(page, words.lists.households)
  await households.waitForRows()
  return households
}

async function filterBy(page: Page, text: string) {
  await list(page).filter.click()
  await list(page).form.value().fill(text)
  await list(page).form.apply.click()
  await expect(list(page).chip(`Household contains “${text}”`)).toBeVisible()
  // While the form closes it is still a dialog, and no shortcut works behind one.
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('everything that a list’s buttons do is a command too, listed only while it can be done @campaign', async ({
  page,
  clipboard,
  launch,
  computer,
}) => {
  const { url } = await launch(['--demo'])
  const households = await openHouseholds(page, url)
  const whole = (await households.total()) ?? 0

  const height = async () => (await households.rowAt(0).boundingBox())?.height ?? 0
  const comfortable = await height()
  await run(page, command('list.compact'))
  await expect.poll(height).toBeLessThan(comfortable)
  expect(await offers(page, command('list.compact'))).toBe(false)
  await run(page, command('list.comfortable'))
  await expect.poll(height).toBe(comfortable)

  await run(page, command('list.columns'))
  await list(page).columnShown('Owner').click()
  await page.keyboard.press('Escape')
  await expect(list(page).columnShown('Owner')).toBeHidden()
  await expect(households.header(words.columns.owner)).toHaveCount(0)

  expect(await offers(page, command('list.clear-filters'))).toBe(false)
  await filterBy(page, 'schulist')
  await expect.poll(() => households.total()).toBeLessThan(whole)
  const few = (await households.total()) ?? 0
  await run(page, command('list.select-all'))
  await expect(list(page).said.first()).toContainText(`${few} rows selected.`)
  await run(page, command('list.copy'))
  await expect(list(page).said.first()).toContainText(`Copied ${few} rows.`)
  expect(await clipboard.read()).toMatch(/^Household\tIn estate\tRecorded value/)
  await run(page, command('list.clear-selection'))
  await expect(list(page).said.first()).not.toContainText(words.list.selected)

  await run(page, command('list.export-csv'))
  await expect(page.getByText(words.list.exported(few))).toBeVisible()
  const exported = () => readdirSync(join(computer.folder, 'downloads')).map((name) => name.replace(/.*\./, ''))
  expect(exported()).toEqual(['csv'])
  await run(page, command('list.export-xlsx'))
  await expect.poll(() => exported().toSorted()).toEqual(['csv', 'xlsx'])

  await page.keyboard.press('Control+Shift+S')
  await page.getByRole('textbox', { name: words.fields.name }).fill('The Schulists')
  await page.getByRole('button', { name: words.buttons.save, exact: true }).click()
  await expect(list(page).view).toHaveAccessibleName('View: The Schulists')
  expect(await offers(page, command('list.save-view'))).toBe(false)
  await run(page, command('list.clear-filters'))
  await expect.poll(() => households.total()).toBe(whole)
  await expect(list(page).view).toHaveAccessibleName('View: The Schulists, modified')
  await run(page, command('list.revert-view'))
  await expect.poll(() => households.total()).toBe(few)
  await households.header(words.lists.entities).click()
  await run(page, command('list.save-view'))
  await expect(list(page).view).toHaveAccessibleName('View: The Schulists')
})

test('a restart returns to a list as it was filtered @campaign', async ({ page, launch, computer }) => {
  const first = await launch(['--demo'])
  const households = await openHouseholds(page, first.url)
  await filterBy(page, 'schulist')
  await expect.poll(() => households.total()).toBeLessThan(500)
  const few = await households.total()
  const noted = join(computer.userDataDir, 'last-screen.json')
  await expect.poll(() => readFileSync(noted, 'utf8')).toContain('"query":true')
  await close(first)

  const second = await launch()
  await page.goto(second.url)
  await expect(list(page).chip('Household contains “schulist”')).toBeVisible()
  await expect.poll(() => households.total()).toBe(few)
})

test('what one window keeps, another one shows at once @campaign', async ({ page, context, launch }) => {
  const { url } = await launch(['--demo'])
  const households = await openHouseholds(page, url)
  const opening = context.waitForEvent('page')
  await run(page, command('window.open'))
  const other = await opening
  await grid(other, words.lists.households).waitForRows()

  await filterBy(page, 'schulist')
  const name = page.getByRole('textbox', { name: words.fields.name })
  // Shortcuts only work after the filter's dialog has closed.
  await expect(list(page).view).toHaveAccessibleName(/filtered/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+Shift+S')
  await name.fill('The Schulists')
  await page.getByRole('button', { name: words.buttons.save, exact: true }).click()
  await list(other).view.click()
  await expect(list(other).item('The Schulists')).toBeVisible()
  await other.keyboard.press('Escape')

  const first = households.rowAt(0).getByRole('link').first()
  const title = (await first.innerText()).trim()
  await first.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  const placesIn = (window: Page, name: string) => frame(window).navigation.getByRole('list', { name })
  const places = (name: string) => placesIn(other, name)
  await expect(places(words.frame.recent)).toContainText(title)
  await page.keyboard.press('Control+d')
  await expect(places(words.frame.favourites)).toContainText(title)
  // The same keys undo it once this window knows of the change.
  await expect(placesIn(page, words.frame.favourites)).toContainText(title)
  await page.keyboard.press('Control+d')
  await expect(places(words.frame.favourites)).toHaveCount(0)
})
