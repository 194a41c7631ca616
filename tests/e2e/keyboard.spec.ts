import type { Page } from '@playwright/test'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { command, words } from './words.ts'

/** Presses Tab until the focused element has this name. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press(key)
    const label = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
    })
    if (name.test(label)) return
  }
  throw new Error(`The keyboard does not reach ${name}.`)
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('every task goes without a mouse @campaign', async ({ page, launch }) => {
  const steward = await launch()
  await page.goto(steward.url)
  await page.getByRole('button', { name: words.start.openDemo }).waitFor()
  await tabTo(page, /Open the demo firm/)
  await press(page, 'Enter')
  await expect(frame(page).sync).toContainText(words.frame.upToDate)

  // Open lists with two keys each.
  for (const [key, name] of [
    ['i', words.lists.individuals],
    ['e', words.lists.entities],
    ['v', words.lists.valuations],
    ['d', words.lists.documents],
    ['s', words.lists.summaries],
    ['u', words.lists.users],
    ['h', words.lists.households],
  ] as const) {
    await press(page, 'g', key)
    await grid(page, name).waitForRows()
  }

  // From a row to its record, through a section's link to another record, and back both ways.
  const households = grid(page, words.lists.households)
  await tabTo(page, words.frame.skip, 'Shift+Tab')
  await press(page, 'Enter')
  for (let step = 0; step < 40; step += 1) {
    await press(page, 'Tab')
    if (await households.root.evaluate((root) => root.contains(document.activeElement))) break
  }
  await press(page, 'ArrowDown', 'ArrowDown', 'Enter')
  await record(page).lastChecked.waitFor()
  const household = await record(page).title.innerText()
  await tabTo(page, /^Favorite$/)
  await press(page, 'Space')
  await expect(page.getByRole('button', { name: words.frame.favourite })).toHaveAttribute('aria-pressed', 'true')
  await press(page, 'Control+d')
  await expect(page.getByRole('button', { name: words.frame.favourite })).toHaveAttribute('aria-pressed', 'false')
  const person = await record(page).section(words.record.peopleAny).getByRole('link').first().innerText()
  await tabTo(page, new RegExp(`^${person.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`))
  await press(page, 'Enter')
  await expect(frame(page).crumbs).toContainText(words.lists.individuals)
  await press(page, 'Escape')
  await expect(record(page).title).toHaveText(household)
  await press(page, 'Alt+ArrowRight')
  await expect(frame(page).crumbs).toContainText(words.lists.individuals)
  await press(page, 'Alt+ArrowLeft')
  await expect(record(page).title).toHaveText(household)

  // The balance sheet's asset classes, and the whole book.
  await press(page, 'g', 'b')
  await expect(record(page).table(words.record.balanceSheet)).toBeVisible()
  await tabTo(page, /^Revocable trust$/)
  await press(page, 'Enter')
  await expect(page.locator(':focus')).toHaveAttribute('aria-expanded', 'true')

  // Sync, theme and help through the palette.
  await palette(page).open()
  await page.keyboard.type(command('sync.start'))
  await expect(palette(page).line(/Sync now/)).toBeVisible()
  while ((await palette(page).chosen.innerText()).includes('Sync now') === false) await press(page, 'ArrowDown')
  await press(page, 'Enter')
  await expect(palette(page).dialog).toBeHidden()
  await press(page, '?')
  const sheet = page.getByRole('dialog', { name: words.frame.shortcuts })
  await expect(sheet).toContainText(words.frame.search)

  // Single-character shortcuts can be switched off; the others stay.
  await tabTo(page, /^$/)
  await press(page, 'Space')
  await expect(sheet.getByRole('switch')).not.toBeChecked()
  await press(page, 'Escape')
  await expect(sheet).toBeHidden()
  await press(page, 'g', 'u')
  await expect(frame(page).heading).toContainText(words.frame.wholeBook)
  await palette(page).open()
  await press(page, 'Escape')
})

test('no key does anything while one types, but those held with Ctrl', async ({ page, launch }) => {
  const steward = await launch(['--demo'])
  await page.goto(steward.url)
  await frame(page).link(words.lists.households).click()
  await grid(page, words.lists.households).waitForRows()
  await palette(page).open()
  await page.keyboard.type('gh?gu')
  await expect(palette(page).field).toHaveValue('gh?gu')
  await expect(frame(page).heading).toContainText(words.lists.households)
  await page.keyboard.press('Control+k')
  await expect(palette(page).dialog).toBeHidden()
})

test('what has the focus can be seen, and is never hidden, in either theme and in forced colours @campaign', async ({
  page,
  launch,
}) => {
  const steward = await launch(['--demo'])
  await page.goto(steward.url)
  await frame(page).link(words.lists.households).click()
  await grid(page, words.lists.households).waitForRows()
  for (const media of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }] as const) {
    await page.emulateMedia(media)
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab')
      const seen = await page.evaluate(() => {
        const element = document.activeElement
        // A radio button drawn as a segment shows the focus on its label.
        const drawn = element instanceof HTMLInputElement && element.type === 'radio' ? element.labels?.[0] : element
        if (!drawn) return 'nothing'
        // After the last stop the focus leaves the page for the window's own controls.
        if (drawn === document.body) return 'seen'
        const { width, height, top, left } = drawn.getBoundingClientRect()
        const { outlineStyle, outlineWidth } = getComputedStyle(drawn)
        const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
        if (outlined && width > 0 && height > 0 && top >= -1 && left >= -1) return 'seen'
        return `${outlineStyle} ${outlineWidth} at ${left},${top}: ${drawn.outerHTML.slice(0, 200)}`
      })
      expect(seen, JSON.stringify(media)).toBe('seen')
    }
  }
})

test('the theme is chosen with the arrows, and stays chosen @campaign', async ({ page, launch }) => {
  const steward = await launch(['--demo'])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(steward.url)
  await frame(page).link(words.lists.households).click()
  await grid(page, words.lists.households).waitForRows()
  const drawn = (scheme: 'light' | 'dark') =>
    expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
  const { theme } = frame(page)
  await tabTo(page, words.frame.connection)
  await page.keyboard.press('Enter')
  await expect(theme(words.frame.themes.system)).toBeChecked()
  await drawn('dark')
  await expect(frame(page).inMenu(words.frame.allConnections)).toBeVisible()
  const light = await theme(words.frame.themes.light).elementHandle()
  for (let step = 0; step < 20; step += 1) {
    if (await page.evaluate((item) => item === document.activeElement, light)) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect(theme(words.frame.themes.light)).toBeChecked()
  await drawn('light')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await drawn('dark')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await drawn('light')
  await page.keyboard.press('Escape')
  await expect(frame(page).connectionSwitcher).toBeFocused()
  await page.reload()
  await frame(page).connectionSwitcher.click()
  await expect(theme(words.frame.themes.light)).toBeChecked()
  await drawn('light')
})
