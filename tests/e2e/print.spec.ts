import type { Page } from '@playwright/test'
import { readPdf } from '../integration/packs/support/read-pdf.ts'
import { changes } from './pages/changes.ts'
import { dates } from './pages/dates.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { lock } from './pages/lock.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { today } from './pages/today.ts'
import { expect, test } from './support/fixtures.ts'
import { openDemoFirm } from './support/tenant.ts'
import { command, words } from './words.ts'

test('a record is printed as it reads, without what surrounds it, and a locked Steward gives no paper @campaign', async ({
  page,
  launch,
  papers,
}) => {
  await openDemoFirm(page, launch)
  await palette(page).choose(words.lists.households, 'Abel Schulist')
  await expect(record(page).title).toHaveText('Abel Schulist')
  await expect(record(page).section(/^Documents/)).toBeVisible()

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(frame(page).heading).toHaveText('Abel Schulist')
  await expect(frame(page).heading).toBeVisible()
  await expect(record(page).section(/^Documents/)).toBeVisible()
  await expect(frame(page).navigation).toBeHidden()
  await expect(frame(page).sync).toBeHidden()
  const ink = () => frame(page).heading.evaluate((title) => getComputedStyle(title).color)
  expect((await ink()).match(/\d+/g)?.every((part) => Number(part) < 100)).toBe(true)
  const sheet = await readPdf(await page.pdf())
  const paper = sheet.pages.join(' ')
  expect(paper).toContain('Abel Schulist')
  for (const control of ['Show all', 'Edit all', words.changes.met]) expect(paper).not.toContain(control)
  await page.emulateMedia({ media: 'screen' })

  await palette(page).open()
  await page.keyboard.type('print this')
  await page.getByRole('option', { name: command('screen.print') }).click()
  await expect.poll(papers).toBe(1)
  await page.keyboard.press('ControlOrMeta+p')
  await expect.poll(papers).toBe(2)
  await lock(page).keys()
  await expect(lock(page).title).toBeVisible()
  await page.keyboard.press('ControlOrMeta+p')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Abel Schulist')).toHaveCount(0)
  expect(await papers()).toBe(2)
})

const paperOf = async (page: Page) => readPdf(await page.pdf())

test('lists on paper say how many are left out, begin on the first page, and fit its width @campaign', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)

  await frame(page).link(words.frame.today).click()
  await today(page).old.waitFor()
  // A letter pair that is drawn as one ends with a blank.
  const overview = (await paperOf(page)).pages.join(' ')
  expect(overview).toMatch(/ \d+ in all; the fi ?rst 3 are shown/)
  expect(overview).not.toContain('Show all')

  await frame(page).link(words.dates.title).click()
  await dates(page).lines.first().waitFor()
  expect((await paperOf(page)).lines.at(-1)?.at(-1)).toMatch(/^\d+ in all; the fi ?rst 100 are shown$/)

  await frame(page).link(words.frame.changes).click()
  await changes(page).items.first().waitFor()
  const [first = []] = (await paperOf(page)).lines
  expect(first.length).toBeGreaterThan(10)

  await palette(page).choose(words.frame.commands, command('go.two-dates'))
  await record(page).table(words.twoDates.steps).waitFor()
  expect((await paperOf(page)).lines[0]).not.toContain('→')

  await frame(page).link(words.lists.entities).click()
  await grid(page, words.lists.entities).waitForRows()
  await grid(page, words.lists.entities).rowAt(0).getByRole('link').first().click()
  const chart = page.getByRole('main').locator('figure svg').first()
  await chart.waitFor()
  // Printing lays the page out at the width of the paper and draws nothing again.
  const width = await chart.evaluate((drawing) => {
    const main = drawing.closest('main')
    main?.setAttribute('style', 'width: 680px')
    const { width: drawn } = drawing.getBoundingClientRect()
    main?.removeAttribute('style')
    return drawn
  })
  expect(width).toBeLessThanOrEqual(680)
})
