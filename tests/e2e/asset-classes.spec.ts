import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { composer } from './pages/composer.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { openDemoFirm } from './support/tenant.ts'
import { command, words } from './words.ts'

test('the directory learns from valuations, takes an id by hand and a colleague’s file, and hands itself on @campaign', async ({
  page,
  computer,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await palette(page).open()
  await page.keyboard.type(command('go.asset-classes'))
  await palette(page).group(words.frame.commands).getByRole('option', { name: words.classes.title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.classes.title)
  const table = record(page).table(words.classes.title)
  await expect(table).toContainText('US Large Cap Equity')
  const learned = await table.locator('tbody tr').count()

  await page.getByRole('button', { name: words.classes.addById }).click()
  const add = page.getByRole('dialog', { name: words.classes.adding })
  await add.getByLabel(words.classes.id).fill('asset class wine')
  await add.getByRole('button', { name: words.buttons.add }).click()
  await expect(add).toContainText('without spaces')
  await add.getByLabel(words.classes.id).fill('asset_class_wine')
  await add.getByLabel(words.fields.name).fill('Wine')
  await page.keyboard.press('Enter')
  await expect(add).toBeHidden()
  await expect(table.getByRole('row').filter({ hasText: 'asset_class_wine' })).toContainText('Not seen yet')

  await page.getByRole('button', { name: words.buttons.importFrom }).click()
  const importing = page.getByRole('dialog', { name: words.classes.importing })
  const text = importing.getByLabel(words.classes.text)
  await text.fill('{"format":"steward-asset-classes-1","service":"x","classes":[{"id":"a b","name":"A"}]}')
  await expect(importing.getByRole('alert')).toContainText('Class 1, id: must be an ID')
  await expect(importing.getByRole('button', { name: words.buttons.import, exact: true })).toBeDisabled()
  const classes = [
    { id: 'asset_class_wine', name: 'Another name' },
    { id: 'asset_class_gold', name: 'Gold' },
  ]
  await text.fill(JSON.stringify({ format: 'steward-asset-classes-1', service: 'https://elsewhere.example', classes }))
  await expect(importing).toContainText('2 classes: 1 new')
  await expect(importing).toContainText('classes are from another service')
  await importing.getByRole('button', { name: words.buttons.import, exact: true }).click()
  await expect(importing).toContainText('Added 1 class; 1 already known.')
  await importing.getByRole('button', { name: words.buttons.close }).last().click()
  await expect(table.locator('tbody tr')).toHaveCount(learned + 2)
  await expect(table.getByRole('row').filter({ hasText: 'asset_class_wine' })).toContainText('Wine')

  await page.getByRole('button', { name: words.buttons.exportTo }).click()
  await expect(page.getByText(/Exported to Asset classes – Demo firm/)).toBeVisible()
  const [name = ''] = readdirSync(join(computer.folder, 'downloads'))
  const written = JSON.parse(readFileSync(join(computer.folder, 'downloads', name), 'utf8'))
  expect(written.classes).toHaveLength(learned + 2)
  expect(written.classes).toContainEqual({ id: 'asset_class_gold', name: 'Gold' })

  await page.getByRole('button', { name: words.classes.remove('Gold') }).click()
  await expect(table.locator('tbody tr')).toHaveCount(learned + 1)
})

test('a valuation finds a class by name or id, its own first, and takes one by its id alone @campaign', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await frame(page).link(words.lists.valuations).click()
  await grid(page, words.lists.valuations).rowAt(2).getByRole('link').first().click()
  await record(page).field(words.fields.entity).getByRole('link').click()
  await composer(page).open.click()
  const { field, addRow, rows, classOption } = composer(page)
  const own = await field(words.valuation.assetClass, 1).inputValue()
  const place = (await rows.count()) + 1
  await addRow.click()
  const chosen = field(words.valuation.assetClass, place)
  await chosen.click()
  await expect(page.getByRole('group', { name: words.classes.ofEntity }).getByRole('option')).toContainText([own])

  await chosen.fill('asset_class_cash')
  await classOption(/asset_class_cash$/).click()
  await expect(chosen).toHaveValue('Cash')
  await chosen.fill('municipal')
  await expect(classOption(/^Municipal/)).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(chosen).toHaveValue('Municipal Bonds')

  await chosen.fill('Beanie babies')
  await page.keyboard.press('Tab')
  await expect(composer(page).table).toContainText('Unknown asset class: choose one.')
  await chosen.fill('asset_class_toys')
  await classOption(words.classes.addOne).click()
  const add = page.getByRole('dialog', { name: words.classes.adding })
  await expect(add.getByLabel(words.classes.id)).toHaveValue('asset_class_toys')
  await add.getByLabel(words.fields.name).fill('Toys')
  await page.keyboard.press('Enter')
  await expect(chosen).toHaveValue('Toys')
})
