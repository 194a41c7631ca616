import type { Page } from 'playwright'
import { composer, history } from '../pages/composer.ts'
import { frame } from '../pages/frame.ts'
import { grid } from '../pages/grid.ts'
import { palette } from '../pages/palette.ts'
import { record } from '../pages/record.ts'
import { command, words } from '../words.ts'

const cells =
  'Description\tAsset class\tMarket value\tAccount #\nVineyard\tReal Estate\t$250,000.25\tX-7\nCellar\tWine\t(12.50)\tX-8'

const unclearCells = 'Name\tValue\tCurrency\nHouse\t750.000\tEUR\nBoat\t12.500\tUSD\nTotal\t762.500\t'

/** Logs a valuation in the demo firm and shows every screen on the way. The service must be running. */
export async function visitValuationScreens(page: Page, show: (screen: string) => Promise<void>): Promise<void> {
  await frame(page).link(words.lists.valuations).click()
  await grid(page, words.lists.valuations).waitForRows()
  await grid(page, words.lists.valuations).rowAt(3).getByRole('link').first().click()
  await record(page).field(words.fields.entity).getByRole('link').click()
  await composer(page).open.click()
  await composer(page).rows.first().waitFor()
  await show('valuation')

  await composer(page).paste.click()
  const pasting = composer(page).dialog(words.valuation.pasting)
  await pasting.getByLabel(words.valuation.cells).fill(cells)
  await show('valuation-paste')
  await pasting.getByLabel(words.valuation.cells).fill(unclearCells)
  await pasting.getByText('in EUR').waitFor()
  for (const summary of await pasting.locator('details > summary').all()) await summary.click()
  await show('valuation-paste-questions')
  await pasting.getByLabel(words.valuation.cells).fill(cells)
  await pasting.getByRole('button', { name: words.valuation.update }).click()
  await pasting.waitFor({ state: 'hidden' })
  const cellar = await composer(page).rows.count()
  await composer(page).date.fill('2020-01-01')
  await composer(page).log.click()
  await page.getByText(words.valuation.notLogged).waitFor()
  await show('valuation-problems')

  await composer(page).field(words.valuation.assetClass, cellar).fill('art')
  await composer(page).classOption(/^Art/).waitFor()
  await show('valuation-class')
  await composer(page).classOption(/^Art/).click()
  await page.getByRole('button', { name: words.valuation.removeRow(1) }).click()
  await page.getByRole('button', { name: words.classes.open }).click()
  const directory = composer(page).dialog(words.classes.title)
  await directory.getByRole('table').waitFor()
  await show('valuation-classes')
  await directory.getByRole('button', { name: words.buttons.close }).click()
  await directory.waitFor({ state: 'hidden' })

  await composer(page).date.fill('2026-11-20')
  await composer(page).log.click()
  await composer(page).review.dialog.waitFor()
  await show('valuation-review')
  await composer(page).review.confirm.click()
  await record(page).section(words.valuation.latest).getByText('Vineyard').waitFor()
  await history(page).table.getByText(words.valuation.loggedHere).waitFor()
  await history(page).compare.click()
  await history(page).figure.locator('svg polyline').first().waitFor({ state: 'attached' })
  await history(page).differences.scrollIntoViewIfNeeded()
  await show('valuation-history')

  await palette(page).open()
  await page.keyboard.type(command('go.asset-classes'))
  await palette(page).group(words.frame.commands).getByRole('option', { name: words.classes.title }).click()
  await record(page).table(words.classes.title).waitFor()
  await show('asset-classes')
  await page.getByRole('button', { name: words.buttons.importFrom }).click()
  await page.getByLabel(words.classes.text).fill('{"format":"another"}')
  await composer(page).dialog(words.classes.importing).getByRole('alert').waitFor()
  await show('asset-classes-import')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: words.classes.addById }).click()
  await composer(page).dialog(words.classes.adding).getByRole('button', { name: words.buttons.add }).click()
  await show('asset-classes-add')
  await page.keyboard.press('Escape')
}
