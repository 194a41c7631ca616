import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { estate } from './pages/estate.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { close, expect, test } from './support/fixtures.ts'
import { openDemoFirm, showHouseholds } from './support/tenant.ts'
import { words } from './words.ts'

/** Headings of a household without notes, and the links to its sections. */
const briefParts = ['Since the last meeting', 'Open points', 'Next dates', 'Primary clients', 'Sections']

/** Returns a displayed amount in whole cents. */
const centsOf = (text: string) => BigInt(text.replace(/[^\d−]/g, '').replace('−', '-'))

test('a household shows what is owned, how it is held, how old the figures are, and the sums tie', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await palette(page).choose(words.lists.households, 'Abel Schulist')
  await expect(record(page).title).toHaveText('Abel Schulist')

  await expect(estate(page).drawing).toBeVisible()
  const lanes = await estate(page).drawing.locator('[data-total]').allTextContents()
  await estate(page).show(words.estate.table)
  const sheet = record(page).table(words.record.balanceSheet)
  await expect(sheet.getByRole('row').last()).toContainText('Total')
  const total = centsOf(await sheet.getByRole('row').last().getByRole('cell').last().innerText())
  const groups = await sheet.locator('tr:has(th[scope="rowgroup"]) td:last-child').allInnerTexts()
  expect(groups.map(centsOf).reduce((sum, value) => sum + value, 0n)).toBe(total)
  expect(lanes.map(centsOf)).toEqual(groups.map(centsOf))
  const ages = page.getByRole('list', { name: words.record.figuresAge })
  await expect(ages).toContainText(/Oldest value: \d+ (years?|months?) ago/)
  await expect(ages).toContainText(/entit(y|ies)/)

  await estate(page).section.getByText(words.record.barsAsTable).click()
  const together = record(page).table(words.record.bars).locator('td:last-child')
  expect((await together.allInnerTexts()).map(centsOf).reduce((sum, value) => sum + value, 0n)).toBe(total)

  await expect(record(page).people).toContainText('Primary')
  await page.getByRole('main').locator('header').getByText(words.fields.owner).getByRole('link').click()
  await expect(frame(page).crumbs).toContainText(words.lists.users)
})

test('nothing in a household’s brief, nor what is below it, is drawn in one place and then moved to another', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await palette(page).choose(words.lists.households, 'Abel Schulist')
  await expect(record(page).title).toHaveText('Abel Schulist')
  await page.addInitScript((named) => {
    const places: Record<string, number[]> = {}
    const look = () => {
      for (const element of document.querySelectorAll('main h2, main nav')) {
        const name = element.getAttribute('aria-label') ?? element.textContent
        if (!named.includes(name) || !element.checkVisibility({ visibilityProperty: true })) continue
        const { x, y } = element.getBoundingClientRect()
        places[name] = [...new Set([...(places[name] ?? []), x * 10_000 + y])]
      }
      requestAnimationFrame(look)
    }
    look()
    Object.assign(globalThis, { places })
  }, briefParts)
  await page.reload()
  await expect(page.getByRole('list', { name: words.document.missing }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('list', { name: words.record.figuresAge })).toContainText(/checked/)
  await expect(estate(page).drawing).toBeVisible()
  const places = await page.evaluate(() =>
    Object.entries(Reflect.get(globalThis, 'places') as Record<string, number[]>),
  )
  expect(places.map(([name]) => name).toSorted()).toEqual(briefParts.toSorted())
  for (const [name, at] of places) expect(at, name).toHaveLength(1)

  const meet = page.getByRole('button', { name: 'Log today’s meeting' })
  await meet.press('Enter')
  await expect(page.getByText('Meeting noted.')).toBeVisible()
  await expect(page.getByText(/^Last meeting/)).toBeVisible()
  await expect(meet).toBeFocused()
})

test('a household’s note is on the first screen, and its sections stay in view with the one that is read marked @campaign', async ({
  page,
  launch,
}) => {
  const steward = await launch(['--demo'])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(steward.url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await palette(page).choose(words.lists.households, 'Alan Newcomb')
  await expect(record(page).section(words.record.notes)).toContainText(/\w/)
  await expect(record(page).section(words.record.notes)).toBeInViewport({ ratio: 1 })
  const tabs = page.getByRole('navigation', { name: words.record.sections }).getByRole('link')
  const current = page.locator('nav a[aria-current="location"]')
  for (const title of [words.lists.documents, words.record.people]) {
    const tab = tabs.filter({ hasText: title })
    await tab.click()
    await expect(current).toHaveText(new RegExp(`^${title}`))
    await expect(tab).toBeInViewport({ ratio: 1 })
    await expect(
      record(page)
        .section(new RegExp(`^${title}`))
        .getByRole('heading', { level: 2 }),
    ).toBeInViewport()
  }
  await expect(page).toHaveURL(/#people$/)
  await page.goto(`${page.url().split('#')[0]}#summaries`)
  await expect(current).toHaveText(/^Summaries/)
  // A wide window has the brief beside the sections.
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.reload()
  await expect(record(page).section(words.record.notes)).toBeVisible()
  const [notes, estateBox] = await Promise.all([
    record(page).section(words.record.notes).boundingBox(),
    estate(page).section.boundingBox(),
  ])
  expect(notes?.x ?? 0).toBeGreaterThan((estateBox?.x ?? 0) + (estateBox?.width ?? 0))
})

test('the whole book is one address, and its sums tie @campaign', async ({ page, launch }) => {
  await openDemoFirm(page, launch)
  await frame(page).link(words.frame.wholeBook).click()
  const sheet = record(page).table(words.record.balanceSheet)
  await expect(sheet.getByRole('row').last()).toContainText('Total')
  const total = centsOf(await sheet.getByRole('row').last().getByRole('cell').last().innerText())
  const groups = await sheet.locator('tr:has(th[scope="rowgroup"]) td:last-child').allInnerTexts()
  expect(groups.map(centsOf).reduce((sum, value) => sum + value, 0n)).toBe(total)
  await sheet.getByRole('button', { name: 'Revocable trust' }).first().click()
  await expect(sheet).toContainText('Cash')
  await page.reload()
  await expect(record(page).table(words.record.balanceSheet)).toBeVisible()
})

test('back, forward, reload, a new window and a restart all lead to the same record @campaign', async ({
  page,
  context,
  computer,
  launch,
}) => {
  const first = await launch(['--demo'])
  await page.goto(first.url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await showHouseholds(page)
  await grid(page, words.lists.households).rowAt(3).getByRole('link').first().click()
  await record(page).lastChecked.waitFor()
  const title = await record(page).title.innerText()
  await page.goBack()
  await grid(page, words.lists.households).waitForRows()
  await page.goForward()
  await expect(record(page).title).toHaveText(title)
  await page.reload()
  await expect(record(page).title).toHaveText(title)

  const opening = context.waitForEvent('page')
  await record(page).run(words.buttons.openInNewWindow)
  const other = await opening
  await expect(record(other).title).toHaveText(title)
  await other.close()

  await page.getByRole('button', { name: words.frame.favourite }).click()
  await expect(frame(page).navigation.getByRole('list', { name: words.frame.favourites })).toContainText(title)
  const screen = join(computer.userDataDir, 'last-screen.json')
  await expect.poll(() => readFileSync(screen, 'utf8')).toContain(new URL(page.url()).pathname)
  await close(first)

  const second = await launch()
  await page.goto(second.url)
  await expect(record(page).title).toHaveText(title)
  await expect(frame(page).navigation.getByRole('list', { name: words.frame.favourites })).toContainText(title)
})

test('an address of a household’s section shows that section, though the page above it is still growing', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await palette(page).choose(words.lists.households, 'Abel Schulist')
  await expect(record(page).title).toHaveText('Abel Schulist')
  await page.evaluate(() => history.replaceState(history.state, '', '#summaries'))
  await page.reload()
  await expect(estate(page).drawing).toBeAttached()
  const top = () => page.locator('#summaries').evaluate((section) => section.getBoundingClientRect().y)
  // Near the end of the page, it cannot be at the top of the window.
  const height = await page.evaluate(() => innerHeight)
  await expect.poll(top).toBeLessThan(height - 100)
  // The user's own scrolling ends it.
  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, -100_000)
  await expect.poll(top).toBeGreaterThan(height)
})
