import type { Page } from '@playwright/test'
import { createSandboxClient, type SandboxClient } from '../integration/support/sandbox-client.ts'
import { composer, history } from './pages/composer.ts'
import { estate } from './pages/estate.ts'
import { editing } from './pages/form.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { openDemoFirm, openTenant } from './support/tenant.ts'
import { words } from './words.ts'

type Asset = { display_name: string; value: number; asset_class: { id: string; display_name: string } }
type Valuation = { id: string; effective_date: string; directly_held_assets: Asset[] }

/** Returns a displayed amount in whole cents. */
const centsOf = (text: string) => (/\d/.test(text) ? BigInt(text.replace(/[^\d−]/g, '').replace('−', '-')) : 0n)

/** Returns an entity that has a valuation of several assets, and that valuation. */
async function valuedEntity(client: SandboxClient): Promise<{ id: string; valuation: Valuation }> {
  const { body } = await client.api('/entities?limit=100')
  for (const { id } of (body as { data: { id: string }[] }).data) {
    const answer = await client.api(`/entities/${id}/valuation`)
    const valuation = answer.body as Valuation
    if (answer.status === 200 && valuation.directly_held_assets.length > 1) return { id, valuation }
  }
  throw new Error('No entity has a valuation of several assets.')
}

async function openEntity(page: Page, id: string): Promise<void> {
  const base = new URL(page.url()).pathname.split('/').slice(0, 3).join('/')
  await page.evaluate((to) => {
    window.history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `${base}/entities/${id}`)
  await record(page).lastChecked.waitFor()
}

test('what the service showed over time is kept with its assets, drawn, and compared to the cent @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const client = createSandboxClient(tenant)
  const { id, valuation } = await valuedEntity(client)
  await openTenant({ page, computer, launch, tenant })
  await openEntity(page, id)
  await expect(history(page).table.locator('tbody tr')).toHaveCount(1)

  const [first, ...others] = valuation.directly_held_assets
  if (!first) throw new Error('It has assets.')
  const asset = ({ asset_class, display_name, value }: Asset) => ({
    asset_class_id: asset_class.id,
    display_name,
    value,
  })
  const later = {
    effective_date: '2026-11-01',
    directly_held_assets: [
      { ...asset(first), value: first.value + 0.01 },
      ...others.slice(1).map(asset),
      { asset_class_id: first.asset_class.id, display_name: 'A new holding', value: 1234.5 },
    ],
  }
  expect((await client.api(`/entities/${id}/valuation`, { method: 'POST', json: later })).status).toBe(201)
  await client.close()
  await record(page).checkNow.click()
  await expect(page.getByRole('main').getByText('Value checked just now')).toBeVisible()
  await expect(page.getByRole('main').getByText(words.frame.lastChecked)).toHaveCount(1)
  await expect(history(page).table.locator('tbody tr')).toHaveCount(2)
  await expect(history(page).table.locator('tbody tr').first()).toContainText('Nov 1, 2026')
  await expect(record(page).section(words.valuation.history)).toContainText('Observed on this computer since')
  await expect(history(page).figure.locator('svg polyline').first()).toBeAttached()

  await history(page).compare.click()
  const { differences } = history(page)
  const line = (name: string) => differences.getByRole('row').filter({ hasText: name })
  await expect(line(first.display_name).getByRole('cell').nth(3)).toHaveText('+$0.01')
  await expect(line(first.display_name).getByRole('cell').last()).toHaveText('+<0.1%')
  await expect(line('A new holding').getByRole('cell')).toContainText([
    '',
    'Not there',
    '$1,234.50',
    '+$1,234.50',
    'Added',
  ])
  const [gone] = others
  if (!gone) throw new Error('It has several assets.')
  await expect(line(gone.display_name).getByRole('cell').last()).toHaveText('Gone')
  const newest = history(page).table.locator('tbody tr').first().getByRole('cell')
  const total = centsOf((await differences.locator('tfoot tr > *').nth(4).innerText()) ?? '')
  const [change = '', percent] = (await newest.nth(2).innerText()).split(/\s/)
  expect(centsOf(change)).toBe(total)
  expect(percent).toMatch(/^\([+−].*%\)$/)
  const column = async (place: number) =>
    (await differences.locator(`tbody tr > :nth-child(${place})`).allInnerTexts()).map(centsOf)
  const totals = await differences.locator('tfoot tr > *').allInnerTexts()
  for (const place of [3, 4, 5]) {
    const sum = (await column(place)).reduce((total, cents) => total + cents, 0n)
    expect(sum).toBe(centsOf(totals[place - 1] ?? ''))
  }
})

test('a valuation is typed and pasted from a spreadsheet, and what was typed waits as a draft', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await frame(page).link(words.lists.valuations).click()
  await page
    .getByRole('grid', { name: words.lists.valuations })
    .locator('[data-line="2"]')
    .getByRole('link')
    .first()
    .click()
  await record(page).field(words.fields.entity).getByRole('link').click()
  await composer(page).open.click()
  const { field, rows, total, difference } = composer(page)
  await expect(difference).toContainText('no difference')
  const before = centsOf(await total.innerText())
  const count = await rows.count()

  // Adds a value with the keyboard alone, and adds and removes a row.
  const value = field(words.list.value, 1)
  await expect(value).toBeFocused()
  const was = centsOf(`$${await value.inputValue()}`)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('(1,234.50)')
  for (let row = 0; row < count; row += 1) await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(count + 1)
  await expect(field(words.fields.name, count + 1)).toBeFocused()
  await page.keyboard.press('Control+Shift+Backspace')
  await expect(rows).toHaveCount(count)
  await expect(value).toHaveValue('-1,234.50')
  await expect.poll(async () => centsOf(await total.innerText())).toBe(before - was - 123_450n)

  // Pastes rows: an existing asset, a new one and their total.
  const name = await field(words.fields.name, 1).inputValue()
  const chosen = await field(words.valuation.assetClass, 1).inputValue()
  const cells = `Asset\tClass\tValue\tReference\n${name}\t${chosen}\t$10.00\t\nGold bars\tCash\t1,000.05\tX-9\nTotal\t\t1,010.05`
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, cells)
  const dialog = composer(page).dialog(words.valuation.pasting)
  await expect(dialog).toContainText('3 rows: 2 taken (1 existing, 1 new), 0 refused, 1 left out.')
  await expect(dialog).toContainText('“Total” is the sum of the rows.')
  await dialog.getByRole('button', { name: words.valuation.update }).click()
  await expect(rows).toHaveCount(count + 1)
  await expect(value).toHaveValue('10.00')
  await expect(field(words.valuation.assetClass, count + 1)).toHaveValue('Cash')
  await expect(field(words.fields.externalId, count + 1)).toHaveValue('X-9')
  await expect.poll(async () => centsOf(await total.innerText())).toBe(before - was + 1_000n + 100_005n)

  // An earlier date shows a warning; leaving asks first, and the draft is there afterwards.
  await composer(page).date.fill('2001-01-01')
  await expect(composer(page).form).toContainText('it may keep showing that one')
  await field(words.fields.name, 1).focus()
  await page.keyboard.press('Escape')
  await composer(page).dialog(words.valuation.leave).getByRole('button', { name: words.form.keepDraft }).click()
  await composer(page).open.click()
  await expect(rows).toHaveCount(count + 1)
  await expect(composer(page).date).toHaveValue('2001-01-01')
  await page.reload()
  await expect(rows).toHaveCount(count + 1)
  await expect(composer(page).date).toHaveValue('2001-01-01')

  // One row is undone, the other removed; the rest is unchanged.
  await page.getByRole('button', { name: words.valuation.undoRow(1) }).click()
  await page.getByRole('button', { name: words.valuation.removeRow(count + 1) }).click()
  await expect(difference).toContainText('no difference')
})

test('a valuation logged offline counts at once, says that it waits, and lands @campaign', async ({ page, launch }) => {
  await openDemoFirm(page, launch)
  await frame(page).link(words.lists.valuations).click()
  const list = grid(page, words.lists.valuations)
  await list.rowAt(2).getByRole('link').first().click()
  const link = record(page).field(words.fields.entity).getByRole('link')
  const entity = await link.innerText()
  await link.click()
  await expect(record(page).title).toHaveText(entity)
  const entityPage = page.url()
  const toHousehold = () => record(page).household.click()
  const sheetTotal = async () =>
    centsOf(await record(page).table(words.record.balanceSheet).locator('tfoot td').last().innerText())
  await toHousehold()
  await estate(page).show(words.estate.table)
  const before = await sheetTotal()
  await page.goBack()
  await expect(record(page).title).toHaveText(entity)
  await history(page).table.waitFor()
  const observed = await history(page).table.locator('tbody tr').count()
  await frame(page).takeDemoOffline()

  await composer(page).open.click()
  const { field, difference, addRow, rows } = composer(page)
  const place = (await rows.count()) + 1
  await addRow.click()
  await field(words.fields.name, place).fill('Vineyard')
  await field(words.valuation.assetClass, place).fill('real')
  await composer(page)
    .classOption(/^Real Estate/)
    .click()
  await field(words.list.value, place).fill('$250,000.25')
  await expect(difference).toHaveText('+$250,000.25')
  await page.keyboard.press('Control+S')
  const review = composer(page).review.dialog
  await expect(review).toContainText('+$250,000.25')
  await page.keyboard.press('Escape')
  await expect(review).toBeHidden()
  await expect(field(words.list.value, place)).toHaveValue('250,000.25')
  await page.keyboard.press('Control+S')
  await expect(review).toBeVisible()
  await page.keyboard.press('Enter')

  await expect(record(page).title).toHaveText(entity)
  const latest = record(page).section(words.valuation.latest)
  await expect(latest).toContainText('Vineyard')
  await expect(editing(page).pending).toContainText(words.form.notSent)
  await expect(history(page).table.locator('tbody tr')).toHaveCount(observed)
  await toHousehold()
  await expect.poll(sheetTotal).toBe(before + 25_000_025n)
  await frame(page).link(words.lists.valuations).click()
  await expect(list.rowWith(entity).filter({ hasText: words.form.notSent })).toHaveCount(1)

  await frame(page).bringDemoBack.click()
  await frame(page).bringDemoBack.waitFor({ state: 'hidden' })
  await page.goto(entityPage)
  await expect(history(page).table.locator('tbody tr')).toHaveCount(observed + 1)
  await expect(history(page).table.locator('tbody tr').first()).toContainText(words.valuation.loggedHere)
  await expect(latest).toContainText('Vineyard')
  await expect(editing(page).pending).toBeHidden()
  await toHousehold()
  await expect.poll(sheetTotal).toBe(before + 25_000_025n)
})
