import type { Page } from 'playwright'
import { filePanel } from '../pages/file-panel.ts'
import { frame } from '../pages/frame.ts'
import { grid } from '../pages/grid.ts'
import { words } from '../words.ts'
import { goTo } from './alarms.ts'

/** Opens the first document of a type through the URL of the filtered list. */
async function openFirst(page: Page, type: string): Promise<void> {
  const base = new URL(page.url()).pathname.split('/').slice(0, 3).join('/')
  const filters = JSON.stringify([{ column: 'type', operator: 'any_of', values: [type] }])
  await goTo(page, `${base}/documents?filters=${encodeURIComponent(filters)}`)
  await page.getByRole('list', { name: words.list.filters }).waitFor()
  await grid(page, words.lists.documents).waitForRows()
  await grid(page, words.lists.documents).rowAt(0).getByRole('link').first().click()
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

  await frame(page).link(words.lists.summaries).click()
  await grid(page, words.lists.summaries).waitForRows()
  const written = page.getByRole('row').filter({ hasText: words.values.aiGenerated }).first()
  await written.getByRole('link').first().click()
  await files.download.click()
  await files.root.locator('[data-preview]').waitFor()
  await page.getByRole('button', { name: words.file.asPdf }).click()
  await page.getByRole('button', { name: words.file.openPdf }).waitFor()
  await show('summary-beside')
  await page.getByRole('button', { name: words.buttons.edit, exact: true }).click()
  await page
    .getByRole('textbox', { name: words.fields.summary })
    .fill('## In other words\n\n- The trust holds the vineyard.')
  await show('summary-editing')
  await page.getByRole('button', { name: words.buttons.save, exact: true }).click()
  await page.getByRole('button', { name: words.form.markUserEntered }).click()
  await page.getByRole('button', { name: words.form.showOriginal }).click()
  await page.getByRole('region', { name: words.form.original }).waitFor()
  await show('summary-original')

  await frame(page).link(words.lists.documents).click()
  await grid(page, words.lists.documents).waitForRows()
  await show('documents-here')
}
