import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { record } from './pages/record.ts'
import { start } from './pages/start.ts'
import { today } from './pages/today.ts'
import { judge } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'
import { words } from './words.ts'

test('Today starts with the advisor’s own households, and one click leads to old figures', async ({ page, launch }) => {
  const { url } = await launch(['--demo'])
  await page.goto(url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await frame(page).link(words.frame.today).click()
  await expect(frame(page).heading).toHaveText(words.frame.today)
  await today(page).chooseMe.click()
  await page.getByRole('dialog').getByLabel(words.list.youAre).first().click()
  await page.getByRole('option', { name: 'Faith Hilpert' }).click()
  await page.getByRole('button', { name: words.list.showMyHouseholds }).click()
  await expect(today(page).chooseMe).toHaveCount(0)

  await expect(today(page).lines(today(page).old).first()).toContainText(/\$[\d,]+\.\d\d/)
  const mine = await today(page).old.getByRole('heading').innerText()
  for (const section of [today(page).birthdays, today(page).summaries, today(page).missing]) {
    await expect(today(page).lines(section).first()).toBeVisible()
  }
  await today(page).whose(words.today.firm).click()
  await expect(today(page).old.getByRole('heading')).not.toHaveText(mine)
  await today(page).whose(words.today.mine).click()
  await expect(today(page).old.getByRole('heading')).toHaveText(mine)

  const line = today(page).lines(today(page).old).first().getByRole('link').first()
  const name = await line.innerText()
  await line.click()
  await expect(record(page).title).toHaveText(name)
  await page.goBack()
  await today(page).old.getByRole('link', { name: 'All these values' }).click()
  await grid(page, words.lists.valuations).waitForRows()

  // Today is where a connection opens.
  await frame(page).connectionSwitcher.click()
  await page.getByRole('menuitem', { name: words.frame.allConnections }).click()
  await start(page).connection('Demo firm').click()
  await expect(frame(page).heading).toHaveText(words.frame.today)
})

test('Today is accessible in both themes, and names what is wrong in the user’s rules @campaign', async ({
  page,
  computer,
  launch,
}) => {
  const rules = {
    format: 'steward-rules-1',
    rules: [{ kind: 'document', id: 'passport', name: 'Passport', each: 'primary', types: ['PASPORT'] }],
  }
  const { url } = await launch(['--demo'])
  writeFileSync(join(computer.userDataDir, 'rules.json'), JSON.stringify(rules))
  await page.goto(url)
  await frame(page).link(words.frame.today).click()
  await expect(page.getByRole('alert')).toContainText('rules.0.types.0')
  await expect(today(page).lines(today(page).missing).first()).toBeVisible()
  expect(await judge(page, 'today')).toEqual([])

  const mended = { ...rules, rules: [{ ...rules.rules[0], types: ['PASSPORT'] }] }
  writeFileSync(join(computer.userDataDir, 'rules.json'), JSON.stringify(mended))
  await page.reload()
  await expect(today(page).missing).toContainText('Passport')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('AI summaries are reviewed one after the other by keys, and the counts on Today and on the household follow @campaign', async ({
  page,
  launch,
}) => {
  const { url } = await launch(['--demo'])
  await page.goto(url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await frame(page).link(words.frame.today).click()
  const summaries = today(page).summaries
  const before = Number((await summaries.getByRole('heading').innerText()).replace(/\D/g, ''))
  const [first, second] = await today(page)
    .lines(summaries)
    .getByRole('link')
    .filter({ hasNotText: 'Review' })
    .allInnerTexts()
  await summaries.getByRole('link', { name: words.today.review }).first().click()
  await expect(record(page).title).toHaveText(first ?? '')
  await page.keyboard.press('r')
  await expect(page.getByText(words.today.reviewed)).toBeVisible()
  await page.keyboard.press('j')
  await expect(record(page).title).not.toHaveText(first ?? '')
  await expect(page.getByText(words.today.notReviewed)).toBeVisible()
  await page.keyboard.press('k')
  await expect(record(page).title).not.toHaveText(second ?? '')
  await page.goBack()
  await expect(summaries.getByRole('heading')).toContainText((before - 1).toLocaleString('en-US'))
  await page.reload()
  await expect(summaries.getByRole('heading')).toContainText((before - 1).toLocaleString('en-US'))
})

test('a rule that is switched off is counted nowhere, and the list of the rest is copied, drafted and saved @campaign', async ({
  page,
  launch,
}) => {
  const { url } = await launch(['--demo'])
  await page.goto(url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await frame(page).link(words.frame.today).click()
  const { missing } = today(page)
  await expect(missing.getByRole('switch', { name: words.today.will })).toBeChecked()
  await missing.getByRole('button', { name: words.today.counted }).first().click()
  const household = missing.getByRole('list', { name: words.today.householdsWithout }).getByRole('link').first()
  const name = await household.innerText()
  await household.click()
  await expect(record(page).title).toHaveText(name)
  const listed = page.getByRole('list', { name: words.today.missingTitle })
  await expect(listed).toContainText('Will')

  // “Edit rules” leads to the switches.
  await page.getByRole('link', { name: words.today.editRules }).click()
  await expect(missing.getByRole('switch', { name: words.today.will })).toBeInViewport()
  await missing.getByRole('switch', { name: words.today.will }).press(' ')
  await expect(missing.getByRole('switch', { name: words.today.will })).not.toBeChecked()
  await expect(missing.getByText('Off', { exact: true })).toBeVisible()

  await missing.getByRole('button', { name: words.today.send }).click()
  const dialog = page.getByRole('dialog', { name: words.today.missingTitle })
  const text = dialog.getByRole('textbox')
  await expect(text).toHaveValue(/^Possibly missing: [\d,]+ documents of \d+ households\nNot on file in Steward as of /)
  await expect(text).not.toHaveValue(/(: |, )Will(,|$)/m)
  await expect(dialog).toContainText('An e-mail draft holds about 2,000 characters')
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(record(page).title).toHaveText(name)
  await page.getByRole('button', { name: words.today.send }).click()
  await expect(dialog.getByRole('link', { name: words.today.draft })).toHaveAttribute('href', /^mailto:\?subject=/)
})
