import { readPdf } from '../integration/packs/support/read-pdf.ts'
import { frame } from './pages/frame.ts'
import { lock } from './pages/lock.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { command, words } from './words.ts'

test('a record is printed as it reads, without what surrounds it, and a locked Steward gives no paper @campaign', async ({
  page,
  launch,
  papers,
}) => {
  const steward = await launch(['--demo'])
  await page.goto(steward.url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
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
