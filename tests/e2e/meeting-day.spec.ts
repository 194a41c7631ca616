import { editing, form } from './pages/form.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { list } from './pages/list.ts'
import { pack } from './pages/pack.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { travel } from './pages/travel.ts'
import { expect, test } from './support/fixtures.ts'
import { command, words } from './words.ts'

test('the morning before a meeting goes with keys alone, and a second window of the household follows @campaign', async ({
  page,
  context,
  launch,
}) => {
  const { url } = await launch(['--demo'])
  await page.goto(url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  const { keyboard } = page
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body && document.hasFocus())
  const run = async (name: string) => {
    await keyboard.press('Control+k')
    await keyboard.type(name)
    await expect(palette(page).chosen).toContainText(name)
    await keyboard.press('Enter')
    await expect(palette(page).dialog).toBeHidden()
  }

  // The estates of a size, narrowed as one says it; the way back leads here.
  await keyboard.press('f')
  await expect(list(page).form.column).toBeFocused()
  await keyboard.type('Recorded value')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await expect(list(page).form.value()).toBeFocused()
  await keyboard.type('$13.99m')
  await keyboard.press('Enter')
  await expect(list(page).chip('Recorded value is at least $13,990,000')).toBeVisible()
  const households = grid(page, words.lists.households)
  await expect.poll(() => households.total()).toBeLessThan(100)
  const narrowed = await households.total()

  await run('Haverford')
  await expect(record(page).title).toContainText('Haverford')
  const name = await record(page).title.innerText()
  for (const section of [words.record.notes, words.changes.sinceMeeting, words.record.openPoints])
    await expect(record(page).section(section).first()).toBeInViewport()

  const opening = context.waitForEvent('page')
  await run(command('window.open'))
  const other = await opening
  await expect(record(other).title).toHaveText(name)
  await page.bringToFront()

  await editing(page).edit.waitFor()
  await keyboard.press('e')
  const household = form(page, words.records.household)
  await household.root.waitFor()
  for (let step = 0; step < 20; step += 1) {
    if (await household.text(words.fields.notes).evaluate((field) => field === document.activeElement)) break
    await keyboard.press('Tab')
  }
  await expect(household.text(words.fields.notes)).toBeFocused()
  await keyboard.press('Control+End')
  await keyboard.type(' Ask about the foundation.')
  await keyboard.press('Control+s')
  await expect(household.root).toBeHidden()
  expect(await hasFocus(), 'the focus after Save').toBe(true)
  for (const window of [page, other])
    await expect(record(window).section(words.record.notes).first()).toContainText('Ask about the foundation.')

  await keyboard.press('p')
  await expect(travel(page).verdict).toContainText(words.travel.ready)
  await expect(travel(other).verdict).toContainText(words.travel.ready)
  expect(await hasFocus(), 'the focus after pinning').toBe(true)

  await run(command('household.pack'))
  await expect(pack(page).dialog).toBeVisible()
  await keyboard.press('Escape')
  await expect(pack(page).dialog).toBeHidden()
  expect(await hasFocus(), 'the focus after the pack').toBe(true)

  await keyboard.press('Alt+ArrowLeft')
  await expect(list(page).chip('Recorded value is at least $13,990,000')).toBeVisible()
  await expect.poll(() => households.total()).toBe(narrowed)
  expect(await hasFocus(), 'the focus after Back').toBe(true)
})

test('every list with amounts is narrowed by them as people say them @campaign', async ({ page, launch }) => {
  const { url } = await launch(['--demo'])
  await page.goto(url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  for (const [name, column] of [
    [words.lists.households, 'Recorded value'],
    [words.lists.households, 'In estate, $'],
    [words.lists.entities, 'Directly held'],
    [words.lists.valuations, 'Directly held'],
    [words.lists.valuations, 'Total value'],
  ] as const) {
    await frame(page).navigation.getByRole('link', { name, exact: true }).click()
    const rows = grid(page, name)
    await rows.waitForRows()
    const whole = (await rows.total()) ?? 0
    for (const [typed, said] of [
      ['14M', '$14,000,000'],
      ['$13.99m', '$13,990,000'],
      ['250k', '$250,000'],
    ] as const) {
      await list(page).filter.click()
      await list(page).form.column.selectOption({ label: column })
      await list(page).form.value().fill(typed)
      await page.keyboard.press('Enter')
      await expect(list(page).chip(`is at least ${said}`)).toBeVisible()
      // Nearly every household has more than the last one.
      if (typed !== '250k') await expect.poll(() => rows.total()).toBeLessThan(whole)
      await list(page).clearAll.click()
      await expect.poll(() => rows.total()).toBe(whole)
    }
  }
})
