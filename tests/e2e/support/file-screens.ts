import type { Page } from 'playwright'
import { filePanel } from '../pages/file-panel.ts'
import { frame } from '../pages/frame.ts'
import { grid } from '../pages/grid.ts'
import { goTo } from './alarms.ts'

/** Opens the first document of a type through the URL of the filtered list. */
async function openFirst(page: Page, type: string): Promise<void> {
  const base = new URL(page.url()).pathname.split('/').slice(0, 3).join('/')
  const filters = JSON.stringify([{ column: 'type', operator: 'any_of', values: [type] }])
  await goTo(page, `${base}/documents?filters=${encodeURIComponent(filters)}`)
  await page.getByRole('list', { name: 'Filters' }).waitFor()
  await grid(page, 'Documents').waitForRows()
  await grid(page, 'Documents').rowAt(0).getByRole('link').first().click()
  await filePanel(page).root.waitFor()
}

/** Downloads one file of each kind in the demo firm and shows every screen on the way. The service must be running. */
export async function visitFileScreens(page: Page, show: (screen: string) => Promise<void>): Promise<void> {
  const files = filePanel(page)
  await openFirst(page, 'WILL')
  await files.download.waitFor()
  await show('document-not-here')
  await files.download.click()
  await files.pdfPage(1).waitFor()
  await show('document-pdf')
  await files.find.click()
  await files.findField.fill('the')
  await files.findCount.getByText(/^1 of \d+$/).waitFor()
  await show('document-find')
  await page.keyboard.press('Escape')

  for (const [type, kind] of [
    ['BALANCE_SHEET', 'csv'],
    ['PASSPORT', 'image'],
    ['TAX_ID_CONFIRMATION', 'text'],
  ] as const) {
    await openFirst(page, type)
    await files.download.click()
    await files.preview(kind).locator('section').waitFor()
    await show(`document-${kind}`)
  }
  await files.saveAs.click()
  await files.showInFolder.waitFor()
  await show('document-saved')

  await frame(page).link('Document summaries').click()
  await grid(page, 'Document summaries').waitForRows()
  const written = page.getByRole('row').filter({ hasText: 'AI-generated' }).filter({ hasText: 'Markdown' }).first()
  await written.getByRole('link').first().click()
  await files.download.click()
  await files.root.locator('[data-preview]').waitFor()
  await page.getByRole('button', { name: 'Download as PDF' }).click()
  await page.getByRole('button', { name: 'Open the PDF' }).waitFor()
  await show('summary-beside')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Summary' }).fill('## In other words\n\n- The trust holds the vineyard.')
  await show('summary-editing')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Mark as user-entered' }).click()
  await page.getByRole('button', { name: 'Show the original' }).click()
  await page.getByRole('region', { name: 'The original' }).waitFor()
  await show('summary-original')

  await frame(page).link('Documents').click()
  await grid(page, 'Documents').waitForRows()
  await show('documents-here')
}
