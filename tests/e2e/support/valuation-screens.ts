import type { Page } from 'playwright'
import { composer, history } from '../pages/composer.ts'
import { frame } from '../pages/frame.ts'
import { grid } from '../pages/grid.ts'
import { palette } from '../pages/palette.ts'
import { record } from '../pages/record.ts'

const cells =
  'Description\tAsset class\tMarket value\tAccount #\nVineyard\tReal Estate\t$250,000.25\tX-7\nCellar\tWine\t(12.50)\tX-8'

/** Logs a valuation in the demo firm and shows every screen on the way. The service must be running. */
export async function visitValuationScreens(page: Page, show: (screen: string) => Promise<void>): Promise<void> {
  await frame(page).link('Valuations').click()
  await grid(page, 'Valuations').waitForRows()
  await grid(page, 'Valuations').rowAt(3).getByRole('link').first().click()
  await record(page).field('Entity').getByRole('link').click()
  await composer(page).open.click()
  await composer(page).rows.first().waitFor()
  await show('valuation')

  await composer(page).paste.click()
  const pasting = composer(page).dialog('Paste from a spreadsheet')
  await pasting.getByLabel(/^Cells/).fill(cells)
  await show('valuation-paste')
  await pasting.getByRole('button', { name: 'Update rows' }).click()
  await pasting.waitFor({ state: 'hidden' })
  const cellar = await composer(page).rows.count()
  await composer(page).date.fill('2020-01-01')
  await composer(page).log.click()
  await page.getByText('Not logged').waitFor()
  await show('valuation-problems')

  await composer(page).field('Asset class', cellar).fill('art')
  await composer(page).classOption(/^Art/).waitFor()
  await show('valuation-class')
  await composer(page).classOption(/^Art/).click()
  await page.getByRole('button', { name: 'Remove row 1' }).click()
  await page.getByRole('button', { name: 'Asset classes…' }).click()
  const directory = composer(page).dialog('Asset classes')
  await directory.getByRole('table').waitFor()
  await show('valuation-classes')
  await directory.getByRole('button', { name: 'Close' }).click()
  await directory.waitFor({ state: 'hidden' })

  await composer(page).date.fill('2026-11-20')
  await composer(page).log.click()
  await record(page).section('Latest valuation').getByText('Vineyard').waitFor()
  await history(page).table.getByText('Logged on this device').waitFor()
  await history(page).compare.click()
  await history(page).figure.locator('svg path.recharts-line-curve').first().waitFor({ state: 'attached' })
  await history(page).differences.scrollIntoViewIfNeeded()
  await show('valuation-history')

  await palette(page).open()
  await page.keyboard.type('asset classes')
  await palette(page)
    .group('Commands')
    .getByRole('option', { name: /Asset classes/ })
    .click()
  await record(page).table('Asset classes').waitFor()
  await show('asset-classes')
  await page.getByRole('button', { name: 'Import…' }).click()
  await page.getByLabel(/The file’s text/).fill('{"format":"another"}')
  await composer(page).dialog('Import asset classes').getByRole('alert').waitFor()
  await show('asset-classes-import')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add by id…' }).click()
  await composer(page).dialog('Add an asset class by its id').getByRole('button', { name: 'Add' }).click()
  await show('asset-classes-add')
  await page.keyboard.press('Escape')
}
