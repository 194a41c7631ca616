import type { Locator, Page } from 'playwright'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { help } from './pages/help.ts'
import { imports } from './pages/imports.ts'
import { list } from './pages/list.ts'
import { lock } from './pages/lock.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { words } from './words.ts'

/** Bundles the menus and dialogs, and would load each of them. */
const bundle = 'parts'

/** Refuses these files of the page's code, named without their hash. Returns the function that ends it. */
async function refuse(page: Page, ...names: string[]): Promise<() => Promise<void>> {
  const files = new RegExp(`/assets/(${[bundle, ...names].join('|')})-[^/]*\\.js$`)
  await page.route(files, (route) => route.abort())
  return () => page.unroute(files)
}

/** Holds these files back. Returns the function that lets them pass. */
async function hold(page: Page, ...names: string[]): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(new RegExp(`/assets/(${[bundle, ...names].join('|')})-[^/]*\\.js$`), async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

async function openHouseholds(page: Page, url: string) {
  await page.goto(url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await frame(page).link(words.lists.households).click()
  const households = grid(page, words.lists.households)
  await households.waitForRows()
  return households
}

/** The code that the page asked for and did not get. */
const isRefused = (page: Page, name: string) =>
  page.waitForEvent('requestfailed', (request) => request.url().includes(`/assets/${name}-`))

/** Opens something by its control until it is there: a browser that remembers a failure has to load the window again, which is asked first. */
const openAtLast = (page: Page, control: () => Promise<void>, opened: Locator) =>
  expect(async () => {
    const reload = page.getByRole('button', { name: words.buttons.reload, exact: true })
    if (await reload.isVisible()) await reload.click()
    if (!(await opened.isVisible())) await control()
    await expect(opened).toBeVisible({ timeout: 2_000 })
  }).toPass()

test('code that cannot be loaded leaves the rest of the page as it is', async ({ page, launch }) => {
  const allow = await refuse(page, 'Toasts', 'Hint', 'ViewMenu', 'GridMenus')
  const { url } = await launch(['--demo'])
  const [toasts, hint] = [isRefused(page, 'Toasts'), isRefused(page, 'Hint')]
  const households = await openHouseholds(page, url)
  await toasts
  await list(page).view.click()
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText(/could not be loaded\. Try again\.$/)
  await expect(list(page).view).toBeFocused()
  await expect(households.rowAt(0)).toBeVisible()
  await households.cell(0, 1).focus()
  await page.keyboard.press('Shift+F10')
  await expect(alert).toHaveCount(2)
  await expect(households.cell(0, 1)).toBeFocused()
  await households.rowAt(0).getByRole('link').first().click()
  await hint
  await record(page).lastChecked.waitFor()
  await page.goBack()
  await households.waitForRows()
  await allow()
  const menu = page.getByRole('menu')
  await openAtLast(page, () => list(page).view.click(), menu)
  // On a slow computer the menu is drawn before it has the keyboard.
  await menu.press('Escape')
  await expect(menu).toBeHidden()
  await openAtLast(
    page,
    async () => {
      await households.cell(0, 1).focus()
      await page.keyboard.press('Shift+F10')
    },
    menu,
  )
})

test('code that the browser remembers as missing does not take a chosen file along: reloading is asked', async ({
  page,
  launch,
}) => {
  const allow = await refuse(page, 'ShortcutDialog')
  await openHouseholds(page, (await launch(['--demo'])).url)
  await imports(page).open.click()
  await imports(page).choose('households', { name: 'families.csv', buffer: Buffer.from('Household\nOkafor\n') })
  const slot = imports(page).slot('households')
  await expect(slot).toContainText('1 row')
  const sheet = page.getByRole('dialog', { name: words.frame.shortcuts })
  const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
  const press = async () => {
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
  }
  await press()
  await expect(alert).toBeVisible()
  await allow()
  await press()
  const reload = page.getByRole('button', { name: words.buttons.reload, exact: true })
  await expect(reload.or(sheet)).toBeVisible()
  await expect(slot).toContainText('families.csv')
  await openAtLast(page, press, sheet)
})

test('Help and the lock screen that cannot be loaded say so in their places, and are loaded by Try again', async ({
  page,
  launch,
}) => {
  const allowHelp = await refuse(page, 'HelpPanel')
  const allowLock = await refuse(page, 'LockScreen')
  const households = await openHouseholds(page, (await launch(['--demo'])).url)
  const name = await households.rowAt(0).getByRole('link').first().innerText()
  await households.cell(0, 1).focus()
  await page.keyboard.press('F1')
  await expect(help(page).panel.getByRole('alert')).toBeVisible()
  await expect(households.rowAt(0)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help(page).panel).toBeHidden()
  await expect(households.cell(0, 1)).toBeFocused()
  await page.keyboard.press('F1')
  await help(page).panel.getByRole('alert').waitFor()
  await allowHelp()
  await help(page).panel.getByRole('button', { name: words.buttons.tryAgain }).click()
  await openAtLast(
    page,
    async () => {
      if (await help(page).panel.isHidden()) await page.keyboard.press('F1')
    },
    help(page).title,
  )
  await expect(help(page).field).toBeFocused()
  await help(page).close()
  await lock(page).keys()
  await lock(page).title.waitFor()
  await expect(page.getByRole('alert')).toBeVisible()
  expect((await page.content()) + (await page.title())).not.toContain(name)
  await allowLock()
  await page.getByRole('button', { name: words.buttons.tryAgain }).click()
  await lock(page).unlock.click()
  await households.waitForRows()
})

test('a screen that cannot be loaded says so in its place, and is loaded by Try again @campaign', async ({
  page,
  launch,
}) => {
  const allow = await refuse(page, 'ActivityPage')
  await openHouseholds(page, (await launch(['--demo'])).url)
  await frame(page).link(words.frame.activity).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('This screen could not be loaded')
  await expect(frame(page).navigation).toBeVisible()
  await allow()
  await alert.getByRole('button', { name: words.buttons.tryAgain }).click()
  await page.getByRole('heading', { level: 1, name: words.frame.activity }).waitFor()
})

test('keys that are pressed while code is loaded belong to what was opened @campaign', async ({ page, launch }) => {
  const arrive = {
    palette: await hold(page, 'PaletteDialog'),
    grid: await hold(page, 'GridMenus'),
    list: await hold(page, 'ViewMenu', 'ColumnsDialog'),
  }
  const households = await openHouseholds(page, (await launch(['--demo'])).url)
  const menu = page.getByRole('menu')
  const cell = households.cell(0, 1)
  await cell.focus()
  for (const key of ['Shift+F10', 'Enter', 'ArrowDown', 'x', 'Escape']) await page.keyboard.press(key)
  await expect(cell).toBeFocused()
  await expect(households.rowAt(0)).toHaveAttribute('aria-selected', 'false')
  const menus = page.waitForResponse(/\/assets\/GridMenus-/)
  arrive.grid()
  await menus
  await list(page).view.click()
  await expect(list(page).view).toHaveAttribute('aria-busy', 'true')
  await list(page).view.click()
  await expect(list(page).view).toHaveAttribute('aria-busy', 'true')
  await list(page).columns.click()
  await expect(list(page).view).not.toHaveAttribute('aria-busy')
  arrive.list()
  const columns = page.getByRole('dialog', { name: words.list.columns })
  await expect(columns).toBeVisible()
  await expect(menu).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(columns).toBeHidden()
  await cell.focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('schulisx')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('t')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(cell).toBeFocused()
  arrive.palette()
  await expect(record(page).title).toContainText('Schulist')
  await expect(palette(page).dialog).toBeHidden()
})
