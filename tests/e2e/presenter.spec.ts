import type { Page } from 'playwright'
import { estate } from './pages/estate.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { lock } from './pages/lock.ts'
import { palette } from './pages/palette.ts'
import { presenter } from './pages/presenter.ts'
import { record } from './pages/record.ts'
import { connectionOf, type Lookout, leaksIn, lookoutFor, openOwn, readAll } from './support/canaries.ts'
import { expect, test } from './support/fixtures.ts'
import { openTenant } from './support/tenant.ts'
import { words } from './words.ts'

test.use({ tenantOptions: ['--canaries'] })

/** The texts on the page that must not be shown, read once the page is still. */
async function leaks(page: Page, lookout: Lookout, shown: { amounts?: boolean } = {}): Promise<string[]> {
  return leaksIn(await readAll(page), lookout, shown)
}

test('one key hides amounts, contact details and other households in every window, and one key shows them again', async ({
  page,
  context,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const lookout = await lookoutFor(tenant)
  await openOwn(page, lookout)
  await expect.poll(async () => (await leaks(page, lookout)).length).toBeGreaterThan(10)
  const [other] = await Promise.all([context.waitForEvent('page'), record(page).run(words.buttons.openInNewWindow)])
  await record(other).lastChecked.waitFor()
  // A window behind another one may get no keys.
  await page.bringToFront()

  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('data-part') ?? document.activeElement?.localName)
  await estate(page).parts.nth(1).focus()
  const part = await focused()
  await presenter(page).keys()
  await expect.poll(focused).toBe(part)
  for (const window of [page, other]) {
    await expect(presenter(window).mark).toBeVisible()
    await record(window).people.waitFor()
    await expect(frame(window).sync).toBeHidden()
    await expect(window.getByRole('main').getByRole('button', { name: words.buttons.more, exact: true })).toHaveCount(0)
    await expect(window.getByRole('main').getByText(words.frame.lastChecked)).toHaveCount(0)
    await expect(window.getByRole('main').getByRole('alert')).toHaveCount(0)
    await expect(window.getByRole('main').locator('[data-ago]')).toHaveCount(0)
    expect(await leaks(window, lookout)).toEqual([])
  }

  // The household's parts, by keys too; nothing else leads away.
  await page.keyboard.press('4')
  await expect(record(page).section(/^Documents/)).toBeInViewport()
  await presenter(page).place('Estate').click()
  await expect(record(page).section(/^Estate/)).toBeInViewport()
  expect(await presenter(page).places.allInnerTexts()).toEqual(['Overview', 'Estate', 'People', 'Documents', 'Dates'])

  // A reload, and a lock, change nothing.
  await page.reload()
  await record(page).people.waitFor()
  expect(await leaks(page, lookout)).toEqual([])
  await lock(page).keys()
  await lock(page).unlock.click()
  await record(page).people.waitFor()
  await expect(presenter(page).mark).toBeVisible()
  expect(await leaks(page, lookout)).toEqual([])

  // A document has no file beside it, and no key leads out of the household.
  await record(page)
    .section(/^Documents/)
    .getByRole('link')
    .first()
    .click()
  await expect(record(page).field('Type')).toBeVisible()
  await expect(page.getByRole('main').getByText(words.frame.notShown)).toHaveCount(0)
  const address = page.url()
  for (const key of ['y', 'w', 'l', 'h']) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
  }
  expect(page.url()).toBe(address)
  for (const screen of ['today', 'changes', 'dates']) {
    await page.goto(new URL(`${connectionOf(page)}/${screen}`, page.url()).href)
    await expect(presenter(page).notShown).toBeVisible()
  }

  // The lists have the presented household alone; so does the search.
  await page.goto(new URL(`${connectionOf(page)}/households`, page.url()).href)
  await grid(page, words.lists.households).waitForRows()
  await expect.poll(() => grid(page, words.lists.households).total()).toBe(1)
  expect(await leaks(page, lookout)).toEqual([])
  await palette(page).open()
  await page.keyboard.type('cnryname')
  await expect(
    palette(page)
      .line(/cnryname/)
      .first(),
  ).toBeVisible()
  expect(await leaks(page, lookout)).toEqual([])
  await page.keyboard.press('Escape')
  await page.goto(new URL(`${connectionOf(page)}/households/${lookout.another.id}`, page.url()).href)
  await expect(page.getByRole('main').getByText(words.frame.notShown)).toBeVisible()
  expect(await leaks(page, lookout)).toEqual([])

  await openOwn(page, lookout)
  await presenter(page).amounts.focus()
  await page.keyboard.press('Enter')
  await expect(presenter(page).amounts).toHaveAttribute('aria-pressed', 'true')
  await expect(presenter(page).amounts).toBeFocused()
  await expect.poll(async () => (await leaks(page, lookout)).length).toBeGreaterThan(3)
  expect(await leaks(page, lookout, { amounts: true })).toEqual([])

  await presenter(page).leave.focus()
  await presenter(page).keys()
  await expect(presenter(page).mark).toBeHidden()
  await expect.poll(focused).toBe('h1')
  await expect.poll(async () => (await leaks(page, lookout)).length).toBeGreaterThan(10)
  await expect(presenter(other).mark).toBeHidden()
  await expect.poll(async () => (await leaks(other, lookout)).length).toBeGreaterThan(10)
})
