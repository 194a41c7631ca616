import { filePanel } from './pages/file-panel.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { openDemoFirm } from './support/tenant.ts'
import { words } from './words.ts'

test('a household shows its documents by kind, with a picture once the file is here, and what is not on file @campaign', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await palette(page).choose(words.lists.households, 'Abel Schulist')
  await expect(record(page).title).toHaveText('Abel Schulist')
  const documents = record(page).section(words.document.section)
  const kind = documents.getByRole('list').first()
  await expect(kind.getByRole('listitem').first()).toBeVisible()
  await expect(documents.locator('svg').first()).toBeVisible()
  await expect(page.getByRole('list', { name: words.document.missing }).getByRole('listitem').first()).toBeVisible()

  const household = page.url()
  const wills = documents.getByRole('list', { name: words.document.will, exact: true })
  const will = wills.getByRole('link').first()
  const name = await will.innerText()
  await will.click()
  await expect(record(page).title).toHaveText(name)

  // The page begins with the file and what to do next.
  await expect(record(page).field(words.document.type)).toHaveText(words.document.will)
  await expect(record(page).field(words.document.added)).toBeVisible()
  // The file is beside it, with the action in its own bar.
  await expect(record(page).next(words.document.download)).toBeHidden()
  // A file that is not here leaves most of the window to the record, and then takes more than half of it.
  const shareOfFile = () =>
    filePanel(page).root.evaluate((panel) => {
      const main = panel.closest('main')
      return main ? panel.getBoundingClientRect().width / main.getBoundingClientRect().width : 0
    })
  expect(await shareOfFile()).toBeLessThan(0.35)
  await filePanel(page).download.click()
  await expect.poll(shareOfFile).toBeGreaterThan(0.5)
  await filePanel(page).pdfPage(1).waitFor()
  await expect(record(page).field(words.document.size)).toHaveText(/\d/)
  await expect(filePanel(page).open).toBeVisible()

  await page.setViewportSize({ width: 800, height: 700 })
  await expect(record(page).next(words.document.open)).toBeVisible()
  const views = page.getByRole('radiogroup', { name: words.document.views })
  await page.getByRole('button', { name: words.document.showFile }).click()
  await expect(filePanel(page).pdfPage(1)).toBeVisible()
  await views.getByText(words.document.record, { exact: true }).click()
  await expect(page.getByRole('button', { name: words.document.showFile })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.goto(household)
  await expect(wills.locator('img').first()).toBeVisible()
})

test('a document opens with the first sentences of its summary, and leads to all of it @campaign', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await frame(page).link(words.lists.summaries).click()
  const list = grid(page, words.lists.summaries)
  await list.waitForRows()
  await list.rowAt(0).getByRole('link').first().click()
  const summary = await record(page).title.innerText()
  await record(page).field(words.document.ofSummary).getByRole('link').click()
  const opening = record(page).section(words.document.opening)
  await expect(opening).toContainText(/[.…]/)
  await opening.getByRole('link', { name: words.document.readSummary }).click()
  await expect(record(page).title).toHaveText(summary)
})
