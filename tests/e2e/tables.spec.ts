import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { sheet, workbook } from '../doubles/workbook.ts'
import { composer } from './pages/composer.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { imports } from './pages/imports.ts'
import { record } from './pages/record.ts'
import type { Clipboard } from './support/clipboard.ts'
import { expect, test } from './support/fixtures.ts'
import { keyboardOn } from './support/keyboard-on.ts'
import { words } from './words.ts'

// Tables as advisors have them, from the keyboard alone: pasted into a valuation, and imported from files.

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, control: Locator) {
  for (let steps = 0; steps < 120; steps += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
}

/** Chooses an option of a list in the way of a keyboard: by typing its beginning. */
async function answer(page: Page, question: Locator, beginning: string) {
  await tabTo(page, question)
  await page.keyboard.type(beginning)
}

const table = (...values: string[]) =>
  `Name\tValue\n${values.map((value, at) => `Asset ${at + 1}\t${value}`).join('\n')}`
const decimals = ['1,234.56', '12,345.00']

/** Cells, the values that the rows get, the answer to the question if there is one, and words that the dialog must have. */
const pastes: [
  cells: string,
  values: string[],
  more?: { answers?: [question: RegExp, beginning: string]; said?: string },
][] = [
  [table('1,234.56', '12,345.00'), decimals],
  [table('1.234,56', '12.345,00'), decimals],
  [table('1\u00a0234,56', '12\u202f345,00'), decimals],
  [table("1'234.56", '12’345.00'), decimals],
  [table('(1,234.00)', '1,234.50-', '$ -', '-$5.25'), ['-1,234.00', '-1,234.50', '0.00', '-5.25']],
  [table('500.00 CR', '250.00 DR'), ['500.00', '-250.00'], { answers: [/marked DR/, 'They are owed'] }],
  [table('750.000', '12.500'), ['750,000.00', '12,500.00'], { answers: [/can be read in two ways/, 'Comma'] }],
  [
    table('60%', '1.5E+05', '7.00'),
    ['60%', '1.5E+05', '7.00'],
    { answers: [/written with an exponent/, 'They are rounded'], said: '2 rows have no readable value' },
  ],
  [
    readFileSync('tests/fixtures/statements/one-account.csv', 'utf8'),
    ['121,919.49', '58,292.40', '-1,230.00', '19,968.11'],
    { said: '6 rows: 4 taken (0 existing, 4 new), 0 refused, 2 left out.“Account Total” is the sum of the rows.' },
  ],
  [
    readFileSync('tests/fixtures/statements/account-column.csv', 'utf8'),
    ['10,342.20'],
    { answers: [/2 accounts/, 'Z'], said: '1 taken' },
  ],
]

/** Opens the composer of an entity of the demo firm. */
async function openComposer(page: Page) {
  await frame(page).link(words.lists.valuations).click()
  await grid(page, words.lists.valuations).waitForRows()
  await grid(page, words.lists.valuations).rowAt(2).getByRole('link').first().click()
  await record(page).field(words.fields.entity).getByRole('link').click()
  await composer(page).open.click()
  await keyboardOn(composer(page).field(words.list.value, 1))
}

async function paste(page: Page, clipboard: Clipboard, [cells, values, more = {}]: (typeof pastes)[number]) {
  const before = await composer(page).rows.count()
  await clipboard.write(cells)
  await page.keyboard.press('Control+v')
  const dialog = composer(page).dialog(words.valuation.pasting)
  const take = dialog.getByRole('button', { name: words.valuation.replace })
  if (more.answers) {
    const [question, beginning] = more.answers
    // The keyboard is on the question, and rows are not taken before its answer.
    await keyboardOn(dialog.getByLabel(question))
    await expect(dialog).toContainText('Answer the questions above first.')
    await answer(page, dialog.getByLabel(question), beginning)
  } else {
    await keyboardOn(dialog.getByRole('button', { name: words.valuation.update }))
  }
  if (more.said) await expect(dialog).toContainText(more.said)
  // Nothing of the last paste stays: those rows are new, and are left out.
  await tabTo(page, dialog.getByRole('radio', { name: words.valuation.updating }))
  await page.keyboard.press('ArrowDown')
  await tabTo(page, take)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  const rows = values.map((_, at) => composer(page).field(words.list.value, at + 1))
  for (const [at, value] of values.entries()) await expect(rows[at] ?? page.locator('none')).toHaveValue(value)
  expect(await composer(page).rows.count()).toBeGreaterThanOrEqual(Math.min(before, values.length))
}

test('amounts of every notation and a custodian’s file are pasted from the keyboard, and asked about where they are unclear', async ({
  page,
  launch,
  clipboard,
}) => {
  const { url } = await launch(['--demo'])
  await page.goto(url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await openComposer(page)
  for (const one of pastes) await test.step(one[0].slice(0, 60), () => paste(page, clipboard, one))
})

const header = ['Household', 'First name', 'Last name', 'Date of birth', 'Zip', 'State']
const clients = workbook({
  Cover: sheet([['Larch and Partners'], ['Client list']]),
  Clients: sheet([
    ['Clients as of November'],
    header,
    ['Baker', 'Ada', 'Acorn', ':1:22401', ':2:2134', 'MA'],
    ['Baker', 'Bob', 'Birch', '30.4.1961', ':0:2134', 'MA'],
  ]),
  Archive: sheet([header, ['Old', 'Cy', 'Cedar', '3/4/1961', '', '']]),
})

/** Damaged files: their bytes, how many rows are taken, refused and left out, and what is said of them. */
const damaged: readonly [name: string, bytes: string | Uint8Array, counts: string, said: string, checked: string][] = [
  [
    'a lost quotation mark.csv',
    'Household,First name,Last name\nBaker,Bo,Baker\nBaker,Cy,"Baker\nBaker,Di,Baker\n',
    '3 rows: 2 to check, 1 refused, 0 left out',
    'A quotation mark is in the wrong place, so it is not certain where this row ends.',
    'Di Baker',
  ],
  [
    'a stray byte.csv',
    Buffer.concat([
      Buffer.from('Household,First name,Last name\nBaker,Zoë,Baker\nBaker,Jos'),
      Buffer.from([0xe9]),
      Buffer.from(',Baker\n'),
    ]),
    '2 rows: 2 to check, 0 refused, 0 left out',
    'Line 3 contains a byte that is no text in this encoding. Cells with it are refused.',
    'The cell contains a character that cannot be read.',
  ],
  [
    'cells too many.csv',
    'Household,First name,Last name,Email\nBaker,Bo,Baker,bo@x.example,more\nBaker,Di,Baker,\n',
    '2 rows: 1 to check, 1 refused, 0 left out',
    'The row has 5 cells, and the header names 4.',
    'Di Baker',
  ],
  [
    'broken by Excel.csv',
    'Household,First name,Last name,DOB\nBaker,Bo,Baker,########\nBaker,#N/A,Baker,1/31/1960\n',
    '2 rows: 2 to check, 0 refused, 0 left out',
    '',
    '########',
  ],
]

/** Opens the system's dialog of a file from the keyboard, and chooses one. */
async function chooseFile(page: Page, name: string, bytes: string | Uint8Array) {
  const slot = imports(page).slot('individuals')
  await tabTo(page, slot.getByRole('button', { name: words.imports.chooseFile }))
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(bytes as Uint8Array) })
  await expect(slot).toContainText(name)
  await expect(slot.getByRole('status')).toHaveText(/^\d+ rows?: /)
}

test('a workbook of three sheets and damaged files are imported from the keyboard: every row is checked, refused or left out', async ({
  page,
  launch,
}) => {
  const { url } = await launch(['--demo'])
  await page.goto(url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await imports(page).open.click()
  const slot = imports(page).slot('individuals')
  const rows = imports(page).rows('individuals')
  await chooseFile(page, 'Clients.xlsx', clients)
  await tabTo(page, slot.getByRole('combobox', { name: words.imports.sheet }))
  await expect(slot.getByRole('combobox', { name: words.imports.sheet })).toHaveValue('Clients')
  await expect(slot.getByRole('status')).toHaveText('3 rows: 2 to check, 0 refused, 1 left out')
  await expect(slot).toContainText('Row 2 names the columns')
  const first = slot.getByRole('button', { name: words.imports.header(1) })
  const second = slot.getByRole('button', { name: words.imports.header(2) })
  await tabTo(page, first)
  await page.keyboard.press('Enter')
  await expect(slot).toContainText('Row 1 names the columns')
  await expect(first).toHaveAttribute('aria-pressed', 'true')
  await expect(first).toBeFocused()
  await tabTo(page, second)
  await page.keyboard.press(' ')
  await expect(second).toHaveAttribute('aria-pressed', 'true')
  await tabTo(page, imports(page).check)
  await page.keyboard.press('Enter')
  await expect(rows).toContainText('Ada Acorn')
  await expect(rows).toContainText('Bob Birch')
  // The other sheet has the same columns, and a question of its own.
  await tabTo(page, slot.getByRole('combobox', { name: words.imports.sheet }))
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(slot.getByRole('status')).toHaveText('1 row: 1 to check, 0 refused, 0 left out')
  await expect(imports(page).check).toBeDisabled()
  const dates = slot.getByLabel(/can be read in two ways/)
  await answer(page, dates, 'Month')
  await expect(dates).toBeFocused()
  await tabTo(page, imports(page).columnIs('Zip'))
  await page.keyboard.press('Home')
  await expect(imports(page).columnIs('Zip')).toHaveValue('')
  await expect(imports(page).columnIs('Zip')).toBeFocused()
  await expect(imports(page).check).toBeEnabled()

  for (const [name, bytes, counts, said, checked] of damaged) {
    await test.step(name, async () => {
      await chooseFile(page, name, bytes)
      await expect(slot.getByRole('status')).toHaveText(counts)
      for (const one of await slot
        .locator('summary')
        .filter({ hasText: /refused|left out/ })
        .all()) {
        await tabTo(page, one)
        await page.keyboard.press('Enter')
      }
      await expect(slot).toContainText(said)
      await tabTo(page, imports(page).check)
      await page.keyboard.press('Enter')
      await imports(page).show('individuals', /^All/).waitFor()
      await tabTo(
        page,
        page
          .getByRole('radiogroup', { name: words.imports.rowsShown('individuals') })
          .getByRole('radio', { checked: true }),
      )
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await expect(rows).toContainText(checked)
    })
  }
})
