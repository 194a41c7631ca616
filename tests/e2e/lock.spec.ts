import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { editing, form } from './pages/form.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { lock, lockSettings } from './pages/lock.ts'
import { record } from './pages/record.ts'
import { settings } from './pages/settings.ts'
import { start } from './pages/start.ts'
import { close, control, expect, test } from './support/fixtures.ts'
import { secretsInKeyring } from './support/steward.ts'
import { openTenant, showHouseholds } from './support/tenant.ts'
import { command, words } from './words.ts'

/** Returns which of these names can still be read from a page: in its document, its title or its screen reader announcements. */
async function readable(page: Page, names: readonly string[]): Promise<string[]> {
  const told = [await page.content(), await page.title(), await page.locator('html').ariaSnapshot()]
  return names.filter((name) => told.some((text) => text.includes(name)))
}

/** Returns the amounts of money in a page's document. */
const amounts = async (page: Page): Promise<readonly string[]> =>
  (await page.content()).match(/[$€£]\s?\d[\d.,]*/g) ?? []

/** Records every one of these names that is ever in the document, from its first moment on. */
const watchFor = (page: Page, names: readonly string[]) =>
  page.addInitScript((canaries) => {
    const flashed: string[] = []
    Object.assign(window, { flashed })
    new MutationObserver(() => {
      const text = document.documentElement.textContent + document.title
      flashed.push(...canaries.filter((canary) => text.includes(canary)))
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }, names)
const flashed = (page: Page) => page.evaluate(() => (window as unknown as { flashed: string[] }).flashed)

test('a lock leaves no name on any window, outlives a reload, and gives back the screen with what was typed', async ({
  page,
  context,
  computer,
  launch,
  tenant,
  electron,
}) => {
  await openTenant({ page, computer, launch, tenant })
  await grid(page, words.lists.households).rowAt(2).getByRole('link').first().click()
  await record(page).lastChecked.waitFor()
  const name = await record(page).title.innerText()
  const people = await record(page).section(words.record.people).getByRole('link').allInnerTexts()
  const names = [name, ...people]
  await expect.poll(async () => (await amounts(page)).length).toBeGreaterThan(5)
  const [other] = await Promise.all([context.waitForEvent('page'), record(page).run(words.buttons.openInNewWindow)])
  await expect(record(other).title).toHaveText(name)
  await editing(page).edit.click()
  await form(page, words.records.household).text(words.fields.notes).fill('only typed')
  const address = page.url()
  // Browsers save titles in their history.
  const title = `${electron === null ? words.records.household : name} – Steward`
  await expect(page).toHaveTitle(title)

  // Locking and unlocking do not need the service.
  await control(tenant, 'offline')
  await lock(page).keys()
  for (const window of [page, other]) {
    await expect(lock(window).title).toBeVisible()
    expect(await readable(window, [...names, 'only typed'])).toEqual([])
    expect(await amounts(window)).toEqual([])
    expect(await window.title()).toBe('Steward')
  }
  await expect(lock(page).unlock).toBeFocused()

  await watchFor(page, names)
  await page.reload()
  await expect(lock(page).title).toBeVisible()
  expect(await flashed(page)).toEqual([])
  await expect(lock(page).unlock).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(form(page, words.records.household).text(words.fields.notes)).toHaveValue('only typed')
  await expect(form(page, words.records.household).said).toHaveText('1 field changed')
  await expect(page).toHaveTitle(title)
  expect(page.url()).toBe(address)
  await expect(record(other).title).toHaveText(name)
  await expect(other).toHaveTitle(title)
})

test('a passphrase opens Steward, after a restart too, and nothing else does @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const first = await openTenant({ page, computer, launch, tenant })
  await grid(page, words.lists.households).rowAt(2).getByRole('link').first().click()
  await record(page).lastChecked.waitFor()
  const name = await record(page).title.innerText()
  const household = page.url()
  await page.keyboard.press('ControlOrMeta+,')
  await lockSettings(page).setPassphrase.click()
  await lockSettings(page).field(words.lock.newPassphrase).fill('short')
  await lockSettings(page).set.click()
  await expect(page.getByRole('dialog')).toContainText('At least 6 characters')
  await lockSettings(page).field(words.lock.newPassphrase).fill('correct horse')
  await lockSettings(page).field(words.lock.onceMore).fill('correct horse')
  await lockSettings(page).set.click()
  await expect(page.getByRole('button', { name: words.buttons.change })).toBeVisible()
  await settings(page).back.click()
  await expect(record(page).title).toHaveText(name)

  // An open dialog does not prevent locking.
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: words.frame.shortcuts }).waitFor()
  await lock(page).keys()
  await expect(lock(page).passphrase).toBeFocused()
  await page.keyboard.type('battery staple')
  await page.keyboard.press('Enter')
  await expect(lock(page).problem).toContainText('Wrong passphrase')
  await expect(lock(page).passphrase).toHaveValue('')
  await page.keyboard.type('correct horse')
  await page.keyboard.press('Enter')
  await expect(record(page).title).toHaveText(name)
  await expect.poll(() => page.url()).toBe(household)
  const noted = join(computer.userDataDir, 'last-screen.json')
  await expect.poll(() => readFileSync(noted, 'utf8')).toContain(new URL(household).pathname)
  await close(first)

  const again = await launch()
  await watchFor(page, [name])
  await page.goto(again.url)
  await expect(lock(page).title).toBeVisible()
  await expect(page.getByRole('main')).toContainText('It starts locked')
  expect(await flashed(page)).toEqual([])
  for (let tries = 0; tries < 5; tries += 1) {
    await lock(page).passphrase.fill('battery staple')
    await page.keyboard.press('Enter')
    await expect(lock(page).passphrase).toHaveValue('')
  }
  await expect(lock(page).waiting).toContainText(/Try again in \d+ seconds/)
  await expect(lock(page).unlock).toBeDisabled()
  await expect(lock(page).waiting).toBeHidden()
  await lock(page).passphrase.fill('correct horse')
  await page.keyboard.press('Enter')
  // Unlocking leads to the same screen as a start without a lock.
  await expect(record(page).title).toHaveText(name)
})

test('everything is removed by words typed out: no file, no secret, and Steward ends @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const steward = await openTenant({ page, computer, launch, tenant })
  await control(tenant, 'offline')
  await grid(page, words.lists.households).rowAt(2).getByRole('link').first().click()
  await record(page).lastChecked.waitFor()
  await editing(page).edit.click()
  await form(page, words.records.household).text(words.fields.externalId).fill('UNSENT-1')
  await form(page, words.records.household).save.click()
  await expect(editing(page).pending).toBeVisible()
  await page.keyboard.press('ControlOrMeta+,')
  await lockSettings(page).removeEverything.click()
  await expect(lockSettings(page).here).toHaveText('Larch & Partners: 1 unsent change')
  await lockSettings(page).words.fill('remove everything')
  await expect(lockSettings(page).remove).toBeDisabled()
  await lockSettings(page).mayBeLost.check()
  await lockSettings(page).words.fill('remove every thing')
  await expect(lockSettings(page).remove).toBeDisabled()
  await lockSettings(page).words.fill('remove everything')
  await lockSettings(page).remove.click()
  await expect(lock(page).removed).toBeVisible()
  await expect(lock(page).problem).toBeHidden()
  await steward.ended
  expect(readdirSync(computer.userDataDir)).toEqual([])
  expect(await secretsInKeyring(computer)).toEqual([])

  const again = await launch()
  await page.goto(again.url)
  await expect(start(page).openDemo).toBeVisible()
  await expect(page.getByText(words.start.connections)).toBeHidden()
})

test('a user who forgot the passphrase can only remove everything, and sees no name @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const steward = await openTenant({ page, computer, launch, tenant })
  await page.keyboard.press('ControlOrMeta+,')
  await lockSettings(page).setPassphrase.click()
  await lockSettings(page).field(words.lock.newPassphrase).fill('correct horse')
  await lockSettings(page).field(words.lock.onceMore).fill('correct horse')
  await lockSettings(page).set.click()
  await expect(page.getByRole('button', { name: words.buttons.change })).toBeVisible()
  await lock(page).keys()
  await lock(page).forgotten.click()
  await lock(page).removeEverything.click()
  await expect(lockSettings(page).here).toHaveText('Connection 1: everything is in the service')
  expect(await readable(page, ['Larch'])).toEqual([])
  await lockSettings(page).words.fill('remove everything')
  await page.keyboard.press('Enter')
  await expect(lock(page).removed).toBeVisible()
  await steward.ended
  expect(readdirSync(computer.userDataDir)).toEqual([])
  expect(await secretsInKeyring(computer)).toEqual([])
})

test('the connection’s menu and the palette lock it, too @campaign', async ({ page, launch }) => {
  const steward = await launch(['--demo'])
  await page.goto(steward.url)
  await showHouseholds(page)
  await grid(page, words.lists.households).waitForRows()
  await frame(page).connectionSwitcher.click()
  await page.getByRole('menuitem', { name: words.frame.lock }).click()
  await expect(lock(page).title).toBeVisible()
  await lock(page).unlock.click()
  await grid(page, words.lists.households).waitForRows()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(command('steward.lock'))
  await expect(page.getByRole('option', { selected: true })).toContainText(words.frame.lock)
  await page.keyboard.press('Enter')
  await expect(lock(page).title).toBeVisible()
})
