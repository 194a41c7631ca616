import type { Page } from '@playwright/test'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { words } from './words.ts'

/** Opens the demo firm's individuals once the list is complete. */
async function openIndividuals(page: Page, url: string) {
  await page.goto(url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await frame(page).link(words.lists.individuals).click()
  const list = grid(page, words.lists.individuals)
  await list.waitForRows()
  return list
}

test('a list goes to its very end and back without reading what lies between', async ({ page, launch }) => {
  const list = await openIndividuals(page, (await launch(['--demo'])).url)
  const total = (await list.total()) ?? 0
  expect(total).toBeGreaterThan(2000)
  await expect(page.getByRole('main')).toContainText(total.toLocaleString('en-US'))
  await list.cell(0, 0).focus()
  await page.keyboard.press('Control+End')
  const lastColumn = (await list.root.getByRole('columnheader').count()) - 1
  await expect(list.cell(total - 1, lastColumn)).toBeFocused()
  await expect(list.rowAt(total - 1)).not.toHaveAttribute('aria-busy')
  await page.keyboard.press('Home')
  await expect(list.cell(total - 1, 0)).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(list.cell(total - 1, 0)).not.toBeFocused()
  await page.keyboard.press('Control+Home')
  await expect(list.cell(0, 0)).toBeFocused()
  expect(await list.root.getByRole('row').count()).toBeLessThan(100)
})

test('a header sorts by click and by key, and says how @campaign', async ({ page, launch }) => {
  const list = await openIndividuals(page, (await launch(['--demo'])).url)
  await expect(list.header(words.fields.name)).toHaveAttribute('aria-sort', 'ascending')
  await list.header(words.columns.born).click()
  await expect(list.header(words.columns.born)).toHaveAttribute('aria-sort', 'ascending')
  await expect(list.header(words.fields.name)).toHaveAttribute('aria-sort', 'none')
  await expect.poll(async () => descends((await years(page)).reverse())).toBe(true)
  const [oldest = 0] = await years(page)
  await list.header(words.columns.born).focus()
  await page.keyboard.press('Enter')
  await expect(list.header(words.columns.born)).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => descends(await years(page)) && ((await years(page))[0] ?? 0) > oldest).toBe(true)
})

/** Returns true if there are years, and none is later than the one above it. */
function descends(years: readonly number[]): boolean {
  return years.length > 0 && years.every((year, at) => at === 0 || year <= (years[at - 1] ?? 0))
}

/** Returns the years of birth in view, from top to bottom, of individuals that have one. */
async function years(page: Page): Promise<number[]> {
  const list = grid(page, words.lists.individuals)
  const column = await list.header(words.columns.born).getAttribute('aria-colindex')
  const cells = list.root.locator(`[role="gridcell"][aria-colindex="${column}"]`)
  const texts = (await cells.allInnerTexts()).slice(0, 20)
  return texts.flatMap((text) => (/\d{4}$/.test(text) ? [Number(text.slice(-4))] : []))
}

test('back returns to the row that was opened', async ({ page, launch }) => {
  const list = await openIndividuals(page, (await launch(['--demo'])).url)
  await list.cell(0, 0).focus()
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('PageDown')
  const row = await page
    .locator(':focus')
    .evaluate((cell) => Number(cell.closest('[data-line]')?.getAttribute('data-line')))
  expect(row).toBeGreaterThan(100)
  const title = (await list.cell(row, 0).getByRole('link').innerText()).trim()
  await page.keyboard.press('Enter')
  await expect(record(page).title).toHaveText(title)
  await page.goBack()
  await expect(list.cell(row, 0)).toBeFocused()
  await expect(list.rowAt(row)).toBeInViewport()
})

test('a list keeps its place while the service is checked again @campaign', async ({ page, launch }) => {
  const list = await openIndividuals(page, (await launch(['--demo'])).url)
  await list.root.evaluate((element) => element.scrollTo({ top: 20_000 }))
  const row = list.rowAt(640)
  await expect(row).not.toHaveAttribute('aria-busy')
  const before = await row.boundingBox()
  await frame(page).syncNow.click()
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await expect(row).not.toHaveAttribute('aria-busy')
  expect(await row.boundingBox()).toEqual(before)
})

test('columns fill the window, whatever its width @campaign', async ({ page, launch }) => {
  const list = await openIndividuals(page, (await launch(['--demo'])).url)
  for (const width of [1280, 1920, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(async () => {
        const box = await list.rowAt(0).boundingBox()
        return Math.round((box?.x ?? 0) + (box?.width ?? 0))
      })
      .toBe(width)
  }
})

test('rows that pass too quickly to be read show their names, and all of it once they rest @campaign', async ({
  page,
  launch,
}) => {
  const { root: list } = await openIndividuals(page, (await launch(['--demo'])).url)
  const fewest = await list.evaluate(async (grid) => {
    let cells = Number.POSITIVE_INFINITY
    let place = 0
    let before = performance.now()
    for (let step = 1; step <= 40; step += 1) {
      // Scrolls as far as a steadily moving hand would since the last step, however long a frame takes here, and back from the
      // end.
      const now = performance.now()
      const way = Math.max(1, Math.min(10, (now - before) / 16.7)) * 120 * 32
      before = now
      place = (place + way) % (grid.scrollHeight - grid.clientHeight)
      grid.scrollTop = place
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
      for (const line of grid.querySelectorAll('[data-line]')) {
        cells = Math.min(cells, line.querySelectorAll('[role="gridcell"]').length)
      }
    }
    return cells
  })
  expect(fewest).toBe(1)
  const columns = Number(await list.getAttribute('aria-colcount'))
  const whole = () =>
    list
      .locator('[data-line]')
      .evaluateAll((lines) => Math.min(...lines.map((line) => line.querySelectorAll('[role="gridcell"]').length)))
  await expect.poll(whole).toBe(columns)
})
