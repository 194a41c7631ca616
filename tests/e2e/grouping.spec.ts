import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { list } from './pages/list.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { command, words } from './words.ts'

/** Opens the demo firm's entities once they are complete, and groups them. */
async function groupedEntities(page: Page, url: string, by: RegExp) {
  await page.goto(url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await frame(page).navigation.getByRole('link', { name: words.lists.entities, exact: true }).click()
  const entities = grid(page, words.lists.entities)
  await entities.waitForRows()
  await groupBy(page, by)
  await expect(entities.headings.first()).toBeVisible()
  return entities
}

async function groupBy(page: Page, by: RegExp) {
  await list(page).view.click()
  await list(page).item(by).click()
  // No shortcut works behind an open menu.
  await expect(page.getByRole('menu')).toHaveCount(0)
}

test('a list is grouped by a column, and its groups are closed and opened by pointer and keyboard @campaign', async ({
  page,
  launch,
}) => {
  const entities = await groupedEntities(page, (await launch(['--demo'])).url, /^Estate$/)
  await expect(page).toHaveURL(/group=in_estate_status/)
  await expect(entities.heading(0)).toHaveAttribute('aria-expanded', 'true')
  await expect(entities.rowAt(0)).toContainText(/^In estate\s*[\d,]+\s*\$[\d,.]+$/)
  const lines = (await entities.total()) ?? 0
  const first = Number((await entities.heading(0).innerText()).match(/[\d,]+/)?.[0].replaceAll(',', ''))

  await entities.heading(0).click()
  await expect(entities.heading(0)).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(() => entities.total()).toBe(lines - first)
  await expect(entities.heading(1)).toContainText('Out of estate')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await expect(entities.heading(1)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowRight')
  await expect(entities.heading(1)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(entities.cell(2, 0)).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(list(page).said.first()).toContainText('2 rows selected.')
  await page.keyboard.press('Escape')

  const title = (await entities.cell(3, 0).getByRole('link').innerText()).trim()
  await page.keyboard.press('Enter')
  await expect(record(page).title).toHaveText(title)
  await page.goBack()
  await expect(entities.cell(3, 0)).toBeFocused()
  await expect(entities.heading(0)).toHaveAttribute('aria-expanded', 'false')
})

test('commands close and open all groups, and views, addresses and exports keep them @campaign', async ({
  page,
  launch,
  computer,
}) => {
  const { url } = await launch(['--demo'])
  const entities = await groupedEntities(page, url, /^Kind$/)
  const lines = (await entities.total()) ?? 0
  const run = (title: string) => palette(page).choose(words.frame.commands, title)
  await run(command('list.close-groups'))
  await expect.poll(() => entities.total()).toBeLessThan(30)
  const groups = (await entities.total()) ?? 0
  await run(command('list.open-groups'))
  await expect.poll(() => entities.total()).toBe(lines)

  await page.keyboard.press('Control+Shift+S')
  await page.getByRole('textbox', { name: words.fields.name }).fill('By kind')
  await page.getByRole('button', { name: words.buttons.save, exact: true }).click()
  await expect(list(page).view).toHaveAccessibleName('View: By kind')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).not.toHaveURL(/group=/)
  await expect.poll(() => entities.total()).toBe(lines)
  await run(command('list.ungroup'))
  await expect(page).toHaveURL(/group=none/)
  await expect.poll(() => entities.total()).toBe(lines - groups)
  await expect(list(page).view).toHaveAccessibleName('View: By kind, modified')
  await run(command('list.group'))
  await list(page)
    .item(/^Kind$/)
    .click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(list(page).view).toHaveAccessibleName('View: By kind')

  await list(page).exportAs.click()
  await list(page).choose(words.list.csv)
  await expect(page.getByText(words.list.exported(lines - groups))).toBeVisible()
  const downloads = join(computer.folder, 'downloads')
  const file = readdirSync(downloads).find((name) => name.endsWith('.csv'))
  const rows = readFileSync(join(downloads, file ?? ''), 'utf8')
    .split('\n')
    .map((line) => line.replace(/"[^"]*"/g, '').split(','))
  const header = rows.findIndex((cells) => cells.includes('Kind'))
  const kinds = rows.slice(header + 1).map((cells) => cells[rows[header]?.indexOf('Kind') ?? 0])
  expect(kinds.length).toBeGreaterThan(1000)
  expect(kinds.filter((one, at) => at === 0 || one !== kinds[at - 1]).length).toBeLessThan(kinds.length / 3)
})
