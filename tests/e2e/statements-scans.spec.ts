import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readStatementPage, scanPdf, turned } from '../scans/pages.ts'
import { frame } from './pages/frame.ts'
import { dragFiles } from './pages/intake.ts'
import { statements } from './pages/statements.ts'
import { judge } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'
import { openTenant } from './support/tenant.ts'
import { words } from './words.ts'

test('a scanned statement is read, and confirmed figure by figure from the keyboard, and goes on after a reload', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  test.slow()
  await openTenant({ page, computer, launch, tenant })
  const screen = statements(page)
  mkdirSync(join(computer.folder, 'statements'), { recursive: true })
  const path = join(computer.folder, 'statements', 'october.pdf')
  writeFileSync(path, scanPdf([turned(await readStatementPage(), 0.7)], { as: 'bits' }))
  const drag = await dragFiles(page, [path])
  await drag.over()
  await expect(screen.overlay).toBeVisible()
  await drag.drop()
  await expect(frame(page).heading).toHaveText(words.statements.title)
  await expect(screen.notRead).toContainText('This PDF is a scan: its pages are pictures.')

  await page.getByRole('button', { name: words.statements.readScan('october.pdf') }).press('Enter')
  const progress = page.getByText(/^\d+ of 21 figures and names confirmed$/)
  await expect(screen.files.filter({ hasText: '0 of 21 figures and names confirmed' })).toBeVisible({ timeout: 60_000 })
  await screen.files.getByRole('link', { name: 'october.pdf' }).press('Enter')
  await expect(progress).toHaveText('0 of 21 figures and names confirmed')
  await expect(screen.onPage(/^Account on page 1 of october.pdf, its place marked$/)).toBeVisible()

  const account = page.getByRole('textbox', { name: 'Account', exact: true })
  await account.focus()
  await page.keyboard.press('Enter')
  await expect(progress).toHaveText('1 of 21 figures and names confirmed')
  // The date, and the name of the column of values.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Identifier, Symbol' })).toBeFocused()
  await expect(progress).toHaveText('3 of 21 figures and names confirmed')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await expect(progress).toHaveText('13 of 21 figures and names confirmed')

  const name = page.getByRole('textbox', { name: 'Name, Description' })
  await page.keyboard.press('Enter')
  await expect(name).toBeFocused()
  await page.keyboard.type('OAK')
  await page.keyboard.press('Escape')
  await expect(name).toHaveValue(/^OAK BOND FUND CLASS/)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('OAK BOND FUND CLASS I')
  await page.keyboard.press('Enter')
  await expect(progress).toHaveText('15 of 21 figures and names confirmed')
  await expect(page.getByText('read as OAK BOND FUND CLASS')).toBeVisible()
  expect(await judge(page, 'statement-scan')).toEqual([])
  // The picture and the field are seen together in the smallest window.
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: 640, height: 600 })
  await page.keyboard.press('Shift+Tab')
  await page.getByRole('textbox', { name: 'Quantity' }).focus()
  await expect(screen.onPage(/^Quantity on page 1 /)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(size)
  await page.keyboard.press('Escape')
  await expect(frame(page).heading).toHaveText(words.statements.title)
  await expect(screen.files.filter({ hasText: '15 of 21 figures and names confirmed' })).toBeVisible()
  await expect(screen.account('7QX-004412')).toHaveCount(0)

  await page.reload()
  await screen.files.getByRole('link', { name: 'october.pdf' }).press('Enter')
  await expect(progress).toHaveText('15 of 21 figures and names confirmed')
  await expect(screen.onPage(/ on page 1 of october.pdf, its place marked$/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Quantity' }).focus()
  for (let row = 0; row < 3; row += 1) await page.keyboard.press('Shift+Enter')
  await expect(page.getByText('Every figure of this scan is confirmed. Its accounts are on the review.')).toBeVisible()
  await screen.link.press('Enter')
  await expect(screen.account('7QX-004412')).toContainText('Ties to the cent')
  await expect(screen.approveAll).toHaveCount(0)
})
