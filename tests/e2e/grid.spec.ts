import type { Page } from '@playwright/test'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { list as lists } from './pages/list.ts'
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

test('a click anywhere on a row opens it once, and the second press of a double click presses nothing', async ({
  page,
  launch,
  context,
}) => {
  const list = await openIndividuals(page, (await launch(['--demo'])).url)
  const title = (await list.cell(3, 0).getByRole('link').innerText()).trim()
  const before = await page.evaluate(() => history.length)
  await list.cell(3, 1).dblclick()
  await expect(record(page).title).toHaveText(title)
  expect(await page.evaluate(() => history.length)).toBe(before + 1)
  await page.goBack()
  await expect(list.cell(3, 0)).toBeFocused()
  // That the browser opens the link's own address is the browser's business: such a window sometimes never tells its address here.
  const link = list.cell(3, 0).getByRole('link')
  await expect(link).toHaveAttribute('href', /\/individuals\/./)
  const opening = context.waitForEvent('page')
  await link.click({ modifiers: ['ControlOrMeta'] })
  await opening
  await expect(list.root).toBeVisible()
})

test('text of a row is selected by dragging and copied, and opens nothing', async ({ page, launch, clipboard }) => {
  const list = await openIndividuals(page, (await launch(['--demo'])).url)
  const text = (await list.cell(4, 1).innerText()).trim()
  const drawn = await list.cell(4, 1).evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { left, right, top, height } = range.getBoundingClientRect()
    return { left, right, middle: top + height / 2 }
  })
  await page.mouse.move(drawn.left + 1, drawn.middle)
  await page.mouse.down()
  await page.mouse.move(drawn.right + 2, drawn.middle, { steps: 5 })
  await page.mouse.up()
  await page.keyboard.press('Control+c')
  expect((await clipboard.read()).trim()).toBe(text)
  await page.mouse.click(drawn.left + 1, drawn.middle)
  await expect(list.root).toBeVisible()
  await page.mouse.click(drawn.left + 1, drawn.middle)
  await expect(list.root).toHaveCount(0)
})

test('ticking rows moves none, and what floats over the list covers neither its last row nor a tick box', async ({
  page,
  launch,
}) => {
  const list = await openIndividuals(page, (await launch(['--demo'])).url)
  const total = (await list.total()) ?? 0
  for (const size of [
    { width: 640, height: 600 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    // Columns follow a new width of the window a moment later; a page that is read again begins with it.
    await page.reload()
    await list.waitForRows()
    const before = await list.rowAt(2).boundingBox()
    for (const row of [1, 4, 6]) {
      await list.tick(row).click()
      expect(await list.rowAt(2).boundingBox()).toEqual(before)
    }
    await expect(lists(page).selection).toBeVisible()
    await list.cell(0, 0).focus()
    await page.keyboard.press('Control+End')
    const last = list.rowAt(total - 1)
    await expect(last).not.toHaveAttribute('aria-busy')
    const bar = await lists(page).selection.boundingBox()
    const edge = await last.boundingBox()
    expect((edge?.y ?? 0) + (edge?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    await list.tick(total - 1).click()
    await expect(lists(page).selection).toContainText('4 rows selected.')
    await list.root.locator('[tabindex="0"]').focus()
    await page.keyboard.press('Tab')
    await expect(lists(page).selection.getByRole('button').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(lists(page).selection).toHaveCount(0)
    await expect(list.root.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Control+Home')
    await expect(list.cell(0, 0)).toBeFocused()
  }
})

test('Back from a filtered list shows the list before at its place', async ({ page, launch }) => {
  const list = await openIndividuals(page, (await launch(['--demo'])).url)
  await list.header(words.columns.born).click()
  await list.cell(0, 0).focus()
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('PageDown')
  const active = list.root.locator(':focus')
  const row = Number(await active.evaluate((cell) => cell.closest('[data-line]')?.getAttribute('data-line')))
  await expect(list.rowAt(row)).not.toHaveAttribute('aria-busy')
  const name = await list.cell(row, 0).innerText()
  const before = await list.rowAt(row).boundingBox()
  await page.keyboard.press('f')
  await lists(page).form.column.selectOption({ label: words.fields.name })
  await lists(page).form.value().fill('schulist')
  await lists(page).form.apply.click()
  await expect.poll(() => list.total()).toBeLessThan(100)
  // A change in the service: the list is read again when it is shown again.
  await frame(page).syncNow.click()
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await page.goBack()
  await expect.poll(() => list.total()).toBeGreaterThan(2000)
  await expect(list.header(words.columns.born)).toHaveAttribute('aria-sort', 'ascending')
  await expect(list.cell(row, 0)).toHaveText(name)
  expect(await list.rowAt(row).boundingBox()).toEqual(before)
  await expect(list.cell(row, 0)).toHaveAttribute('tabindex', '0')
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
