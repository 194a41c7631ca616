import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dateBefore } from '../../shared/domain/days.ts'
import { dates } from './pages/dates.ts'
import { editing, form } from './pages/form.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { dragFiles, intake } from './pages/intake.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { today } from './pages/today.ts'
import { expect, test } from './support/fixtures.ts'
import { openDemoFirm } from './support/tenant.ts'
import { command, words } from './words.ts'

const nextYear = new Date().getFullYear() + 1

test('the end of a GRAT is added to an entity, found by kind and year, done, undone and snoozed, by keys alone', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await frame(page).link(words.lists.entities).click()
  await grid(page, words.lists.entities).waitForRows()
  await grid(page, words.lists.entities).rowAt(0).getByRole('link').first().click()
  await record(page).lastChecked.waitFor()
  const name = await record(page).title.innerText()

  await page.keyboard.press('n')
  await page.keyboard.press('t')
  await expect(dates(page).kindOfOwn).toBeFocused()
  await dates(page).chooseKindOfOwn(words.dates.gratEnd)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(`0514${nextYear}`)
  await page.keyboard.press('Enter')
  await expect(dates(page).form).toBeHidden()
  const added = dates(page).own.filter({ hasText: words.dates.gratEnd })
  await expect(added).toContainText(`May 14, ${nextYear}`)

  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await expect(frame(page).heading).toHaveText(words.dates.title)
  await page.keyboard.press('f')
  await expect(dates(page).period).toBeFocused()
  await dates(page).chooseYear(nextYear)
  await dates(page).chooseKind(/^GRAT term ends/)
  const line = dates(page).line(/^GRAT term ends, /)
  await expect(dates(page).lines).toHaveCount(1)
  await expect(line).toContainText(name)

  await line.focus()
  await page.keyboard.press('d')
  await expect(line).toHaveCount(0)
  await dates(page).toast(words.dates.marked.done).getByRole('button', { name: words.buttons.undo }).press('Enter')
  await expect(line).toBeVisible()
  await line.focus()
  await page.keyboard.press('s')
  await expect(dates(page).snooze.locator('input')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dates(page).snooze).toBeHidden()
  await expect(line).toHaveCount(0)
  await dates(page).openState.focus()
  await page.keyboard.press('ArrowRight')
  await expect(line).toContainText(words.dates.snoozedUntil)
})

test('a recorded death brings its dates to the household and to Dates, and one rule is left out with a reason and applied again @campaign', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await palette(page).choose(words.lists.households, 'Abel Schulist')
  await expect(record(page).title).toHaveText('Abel Schulist')
  const household = page.url()
  await expect(dates(page).next).not.toContainText(words.dates.valuationDate)
  const name = await record(page).people.getByRole('link').first().innerText()
  await record(page).people.getByRole('link').first().press('Enter')
  // A household is called like its first person.
  await page.waitForURL(/\/individuals\//)
  await expect(record(page).title).toHaveText(name)
  await editing(page).edit.waitFor()
  await page.keyboard.press('e')
  const person = form(page, words.records.individual)
  await person.date(words.fields.dateOfDeath).fill(dateBefore(Date.now(), 20))
  await person.flag(words.fields.deceased).press('Space')
  await page.keyboard.press('Control+s')
  await expect(person.root).toBeHidden()

  await page.goto(household)
  const derived = dates(page).next.getByRole('listitem').filter({ hasText: words.dates.valuationDate })
  await expect(derived).toContainText(name)
  await palette(page).open()
  await page.keyboard.type(command('go.dates'))
  await expect(palette(page).chosen).toHaveText(new RegExp(`^${command('go.dates')}`))
  await page.keyboard.press('Enter')
  await dates(page).chooseKind(/^Alternate valuation date/)
  const line = dates(page).line(new RegExp(`^Alternate valuation date, ${name}, `))
  await expect(line).toHaveCount(1)

  await page.goto(household)
  await derived.locator('summary').press('Enter')
  await derived.getByRole('button', { name: words.rules.exceptOf }).press('Enter')
  await expect(dates(page).exception.getByRole('textbox', { name: words.rules.reason })).toBeFocused()
  await page.keyboard.type('The executor does not elect it.')
  await page.keyboard.press('Enter')
  await expect(dates(page).exception).toBeHidden()
  await expect(derived).toHaveCount(0)
  await dates(page).left.press('Enter')
  await expect(page.getByText('The executor does not elect it.')).toBeVisible()
  await dates(page).applyAgain.press('Enter')
  await expect(dates(page).left).toHaveCount(0)
  await expect(derived).toHaveCount(1)
})

test('a missing Crummey letter of 2023 is found by its rule, dropped on its trust, typed and filed, and is missing no more @campaign', async ({
  page,
  computer,
  launch,
}) => {
  const trust = 'Abernathy 2016 Irrevocable Life Insurance Trust'
  await openDemoFirm(page, launch)
  const file = async (year: number) => {
    // The name alone proposes a type. It is chosen whatever the proposal is.
    const name = `${trust} letter ${year}.txt`
    writeFileSync(join(computer.folder, name), `Notice of the right to withdraw, ${year}`)
    await record(page).lastChecked.waitFor()
    const drag = await dragFiles(page, [join(computer.folder, name)])
    await drag.over()
    await drag.drop()
    const tray = intake(page)
    await expect(tray.rows).toHaveCount(1)
    await expect(tray.reading).toHaveCount(0)
    await tray.cell(words.fields.type, name).press('Enter')
    await tray.list(words.fields.type, name).fill('crummey')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(tray.cell(words.fields.type, name)).toContainText('Crummey letter')
    await tray.upload.press('Enter')
    await expect(tray.rows).toHaveCount(0)
    await expect(frame(page).sync).toContainText(words.frame.upToDate)
  }
  const findOnToday = async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('y')
    const { missing } = today(page)
    await missing.getByRole('button', { name: words.today.lettersCounted }).press('Enter')
    const households = missing.getByRole('list', { name: words.today.householdsWithout })
    await households.getByRole('listitem').first().waitFor()
    const all = households.locator('xpath=following-sibling::button')
    if ((await all.count()) > 0) await all.press('Enter')
    return households.getByRole('listitem').filter({ hasText: trust })
  }

  await palette(page).open()
  await page.keyboard.type(trust)
  await expect(palette(page).chosen).toContainText(trust)
  await page.keyboard.press('Enter')
  await expect(record(page).title).toHaveText(trust)
  await file(2022)
  const before = await findOnToday()
  await expect(before).toContainText('2023')
  await before.getByRole('link', { name: trust }).press('Enter')
  await expect(record(page).title).toHaveText(trust)
  await file(2023)
  await expect((await findOnToday()).filter({ hasText: '2023' })).toHaveCount(0)
})

test('each count of Data quality opens a list with as many rows, of which one is left out by keys alone @campaign', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await palette(page).choose(words.frame.commands, command('go.quality'))
  await expect(dates(page).counts).not.toHaveCount(0)
  for (let at = 0, all = await dates(page).counts.count(); at < all; at += 1) {
    const link = dates(page).counts.nth(at)
    const [count = ''] = (await link.innerText()).split(' of ')
    await link.press('Enter')
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(Number(count.replaceAll(',', '')) + 1))
    await page.goBack()
    await expect(frame(page).heading).toHaveText(words.rules.quality)
  }

  const [rule = ''] = ((await dates(page).counts.first().getAttribute('aria-label')) ?? '').split(': ')
  const counts = page.getByRole('listitem').filter({ hasText: rule }).getByRole('link')
  const before = Number((await counts.first().innerText()).replaceAll(',', '').split(' of ')[0])
  await counts.first().press('Enter')
  const found = page.getByRole('grid')
  await found.locator('[role="row"][aria-rowindex="2"] [aria-colindex="1"]').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: words.rules.leaveOut }).press('Enter')
  await expect(dates(page).exception.getByRole('textbox', { name: words.rules.reason })).toBeFocused()
  await page.keyboard.type('It is known.')
  await page.keyboard.press('Enter')
  await expect(dates(page).exception).toBeHidden()
  await expect(found).toHaveAttribute('aria-rowcount', String(before))
  await page.goBack()
  await expect(counts.first()).toHaveText(new RegExp(`^${(before - 1).toLocaleString('en-US')} of `))
  await expect(counts.last()).toHaveText(words.rules.leftOut)
  await dates(page).left.press('Enter')
  await dates(page).applyAgain.press('Enter')
  await expect(counts).toHaveCount(1)
  await expect(counts).toHaveText(new RegExp(`^${before.toLocaleString('en-US')} of `))
})
