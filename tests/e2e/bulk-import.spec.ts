import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { activity } from './pages/activity.ts'
import { bulk } from './pages/bulk.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { imports } from './pages/imports.ts'
import { list } from './pages/list.ts'
import { outbox } from './pages/outbox.ts'
import { palette } from './pages/palette.ts'
import { expect, test } from './support/fixtures.ts'
import { words } from './words.ts'

/** Opens one of the demo firm's lists once it is complete. */
async function openList(page: Page, url: string, name: string) {
  await page.goto(url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await frame(page).navigation.getByRole('link', { name, exact: true }).click()
  const rows = grid(page, name)
  await rows.waitForRows()
  return rows
}

/** Waits until the outbox is empty. */
async function everythingIsSent(page: Page) {
  await frame(page).navigation.getByRole('link', { name: words.outbox.link }).click()
  await expect(page.getByText(words.outbox.empty)).toBeVisible()
}

/** Filters the list by a text in its first column. */
async function filterBy(page: Page, text: string) {
  await list(page).filter.click()
  await list(page).form.value().fill(text)
  await list(page).form.apply.click()
  await expect(list(page).chips).toHaveCount(1)
}

test('marked people move together: seen before it is saved, then in the list and at the service @campaign', async ({
  page,
  launch,
}) => {
  const { url } = await launch(['--demo'])
  const people = await openList(page, url, words.lists.individuals)
  await filterBy(page, 'schulist')
  await expect.poll(() => people.total()).toBeLessThan(500)
  await people.cell(0, 1).focus()
  for (const key of ['x', 'ArrowDown', 'x']) await page.keyboard.press(key)
  const names = [await people.cell(0, 0).innerText(), await people.cell(1, 0).innerText()]
  await page.getByRole('button', { name: words.bulk.editSelected(2) }).click()
  await expect(frame(page).heading).toHaveText('Edit 2 people')
  await expect(bulk(page).save).toBeDisabled()

  await bulk(page).field(words.fields.state).fill('n')
  await expect(page.getByText('Must be the two letters of a state or province.')).toBeVisible()
  await bulk(page).field(words.fields.state).fill('ny')
  await bulk(page).field(words.fields.addressLine1).fill('2 New Street')
  await bulk(page).field(words.fields.city).fill('Ithaca')
  await expect(bulk(page).counts).toHaveText('2 will change · 0 already set · 0 cannot be changed')
  for (const name of names) await expect(bulk(page).preview).toContainText(name)
  await expect(bulk(page).preview).toContainText('becomes Ithaca')
  await page.keyboard.press('Control+s')
  await expect(bulk(page).said).toHaveText('2 people saved on this computer, to be sent from the outbox.')
  await expect(bulk(page).outcome.getByText(words.form.saved)).toHaveCount(2)

  await bulk(page)
    .outcome.getByRole('link', { name: names[0] ?? '', exact: true })
    .click()
  await expect(page.getByText('2 New Street')).toBeVisible()
  await everythingIsSent(page)
  await outbox(page).activity.click()
  await expect(activity(page).changes).toHaveCount(1)
  await expect(activity(page).changes).toContainText('of 2 people')
  await activity(page).line(0).press('ArrowRight')
  await expect(activity(page).changes).toHaveCount(3)
})

test('a list as filtered is edited whole, less a row that was unmarked @campaign', async ({ page, launch }) => {
  const { url } = await launch(['--demo'])
  const households = await openList(page, url, words.lists.households)
  await filterBy(page, 'schulist')
  await expect.poll(() => households.total()).toBeLessThan(500)
  const total = (await households.total()) ?? 0
  await expect(bulk(page).open).toHaveCount(0)
  await households.cell(0, 1).focus()
  await page.keyboard.press('Control+a')
  await expect(page.getByRole('button', { name: words.bulk.editAll(total) })).toBeVisible()
  await page.keyboard.press('x')
  await palette(page).open()
  await palette(page).field.fill('edit the selected')
  await page.keyboard.press('Enter')
  await expect(frame(page).heading).toHaveText(`Edit ${total - 1} households`)
  await bulk(page).choice(words.fields.owner).click()
  await bulk(page).option('Faith Hilpert').click()
  await expect(bulk(page).counts).toContainText('0 cannot be changed')
  const [will = 0, already = 0] = ((await bulk(page).counts.innerText()).match(/\d+/g) ?? []).map(Number)
  expect(will + already).toBe(total - 1)
  await bulk(page).save.click()
  await expect(bulk(page).outcome.getByText(words.form.saved, { exact: true })).toHaveCount(will)
  await page.getByRole('link', { name: words.bulk.backToList }).click()
  await households.waitForRows()
  await filterBy(page, 'schulist')
  await expect
    .poll(
      async () =>
        (await households.rows.locator('[aria-colindex="2"]').allInnerTexts()).filter((one) => one === 'Faith Hilpert')
          .length,
    )
    .toBeGreaterThanOrEqual(total - 1)
})

test('without chosen rows the page says what to do @campaign', async ({ page, launch }) => {
  const { url } = await launch(['--demo'])
  const documents = await openList(page, url, words.lists.documents)
  await documents.cell(0, 1).focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: /^Edit all/ }).click()
  await expect(frame(page).heading).toHaveText(/^Edit [\d,]+ documents$/)
  await page.reload()
  await expect(page.getByText(words.bulk.noRows)).toBeVisible()
})

const householdFile = [
  'Kennung;Family;Advisor;Notes',
  'NEW-001;Müller;Faith Hilpert;Referred by a friend',
  'NEW-001;Müller again;;',
  'NEW-002;Baker;nobody@example.com;=1+1',
].join('\r\n')

const peopleFile = [
  'Household,First Name,Last Name,DOB,E-mail,State',
  'MULLER,Jörg,Müller,30/4/1961,jorg@example.com,New York',
  'MULLER,Jorg,Muller,30/4/1961,,',
  'Baker,Bo,Baker,,,',
  'NEW-001,Eve,Müller,31/31/1961,eve,',
].join('\n')

test('households and people come from files: checked, mended columns, imported, sent', async ({
  page,
  launch,
  computer,
}) => {
  const { url } = await launch(['--demo'])
  await openList(page, url, words.lists.households)
  await imports(page).open.click()
  await expect(frame(page).heading).toHaveText(words.buttons.import)
  await expect(imports(page).check).toBeDisabled()
  // Encoded as Western spreadsheet programs save it: one byte per character.
  await imports(page).choose('households', { name: 'families.csv', buffer: Buffer.from(householdFile, 'latin1') })
  await expect(imports(page).slot('households')).toContainText('3 rows')
  await expect(imports(page).encoding('households')).toHaveValue('Windows-1252 (Western)')
  await imports(page).columnIs('Kennung').selectOption({ label: words.fields.externalId })
  await imports(page).choose('individuals', { name: 'people.csv', buffer: Buffer.from(`\ufeff${peopleFile}`) })
  await expect(imports(page).encoding('individuals')).toHaveValue('UTF-8')
  await imports(page).columnIs('Last Name').selectOption({ label: words.imports.leftOut })
  await expect(imports(page).problems).toContainText('No column is mapped to “Last name”.')
  await expect(imports(page).check).toBeDisabled()
  await imports(page).columnIs('Last Name').selectOption({ label: words.fields.lastName })
  await imports(page).owner.click()
  await imports(page).option('Faith Hilpert').click()
  await imports(page).check.click()

  await expect(imports(page).rows('households')).toContainText(
    'Kennung “NEW-001”: Row 2 has the same external ID. Remove one of the two rows.',
  )
  await expect(imports(page).rows('households')).toContainText(
    'Advisor “nobody@example.com”: This is not one of the firm’s users.',
  )
  const people = imports(page).rows('individuals')
  await expect(people).toContainText('Row 2 is the same person in the same household.')
  await expect(people).toContainText('Its household is in row 4, which was rejected.')
  await expect(people).toContainText('DOB “31/31/1961”: This is not a calendar date.')
  await expect(people).toContainText('E-mail “eve”: This is not an email address.')
  await imports(page).saveRefused('households').click()
  await expect(page.getByText('2 rows, with reasons, are in')).toBeVisible()
  const folder = join(computer.folder, 'downloads')
  const file = readdirSync(folder).find((name) => name.startsWith('Households not imported'))
  expect(readFileSync(join(folder, file ?? ''), 'utf8')).toContain(`NEW-002,Baker,nobody@example.com,'=1+1,4,`)

  await imports(page).start.click()
  await expect(imports(page).said).toHaveText(/^2 rows saved on this computer/)
  await everythingIsSent(page)
  await frame(page).navigation.getByRole('link', { name: words.lists.individuals, exact: true }).click()
  await filterBy(page, 'jörg')
  await expect(grid(page, words.lists.individuals).rowWith('Jörg Müller')).toContainText('Apr 30, 1961')
})

test('a file that is no table is refused by name, and the mapping of a shape is remembered @campaign', async ({
  page,
  launch,
}) => {
  const { url } = await launch(['--demo'])
  await openList(page, url, words.lists.households)
  await imports(page).open.click()
  await imports(page).choose('households', { name: 'empty.csv', buffer: Buffer.from('External id,Owner\n') })
  await expect(imports(page).slot('households')).toContainText('The file has names of columns and no rows under them.')
  const shape = { name: 'shape.csv', buffer: Buffer.from('Kennung,Wer\nK-1,Alpha\n') }
  await imports(page).choose('households', shape)
  await page.getByLabel('Which row contains the names of the columns?').selectOption('1')
  await imports(page).columnIs('Kennung').selectOption({ label: words.fields.externalId })
  await imports(page).owner.click()
  await imports(page).option('Faith Hilpert').click()
  await imports(page).check.click()
  await expect(imports(page).rows('households')).toContainText('Valid')
  await page.reload()
  await imports(page).choose('households', shape)
  await expect(page.getByText('Same as last time for a file with these headers.')).toBeVisible()
  await expect(imports(page).columnIs('Kennung')).toHaveValue('external_id')
})

test('a large file that is dropped is imported as far as it is let, and then the rest @campaign', async ({
  page,
  launch,
}) => {
  const rows = 10_000
  const { url } = await launch(['--demo'])
  await openList(page, url, words.lists.households)
  await outbox(page).link.click()
  await outbox(page).holdAll.click()
  await expect(outbox(page).held).toBeVisible()
  await palette(page).open()
  await palette(page).field.fill('import from csv')
  await page.keyboard.press('Enter')
  const dropped = await page.evaluateHandle((count) => {
    const lines = Array.from({ length: count }, (_, at) => `BULK-${at},Faith Hilpert`)
    const transfer = new DataTransfer()
    transfer.items.add(new File([['External id,Owner', ...lines].join('\n')], 'large.csv'))
    return transfer
  }, rows)
  await imports(page).slot('households').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(imports(page).slot('households')).toContainText('10,000 rows')
  await imports(page).check.click()
  await imports(page).start.click()
  await expect(page.getByText(words.imports.importing)).toBeVisible()
  await page.getByRole('button', { name: words.buttons.stop }).click()
  await expect(page.getByText(words.imports.notReached)).toBeVisible()
  const rest = page.getByRole('button', { name: words.imports.startOther })
  expect(Number((await rest.innerText()).replace(/\D/g, ''))).toBeLessThan(rows)
  await rest.click()
  await expect(page.getByText('10,000 rows saved on this computer, to be sent from the outbox.')).toBeVisible()
  await expect(outbox(page).link).toContainText('10,000')
})
