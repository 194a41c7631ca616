import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from './pages/connect.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { palette } from './pages/palette.ts'
import { settings, settingsFile } from './pages/settings.ts'
import { start } from './pages/start.ts'
import { close, expect, test } from './support/fixtures.ts'
import { openTenant, showHouseholds } from './support/tenant.ts'
import { command, words } from './words.ts'

const tenantFields = {
  name: 'Larch & Partners',
  base_url: 'https://larch.example',
  auth_url: 'https://auth.larch.example',
  client_id: 'steward',
  flow: 'client_credentials',
}

test('settings are reached from the first screen and from everywhere else, and left to where one was @campaign', async ({
  page,
  launch,
}) => {
  const steward = await launch()
  await page.goto(steward.url)
  await page.getByRole('link', { name: words.settings.title }).click()
  await expect(settings(page).heading).toBeVisible()
  await expect(settings(page).part(words.settings.managed)).toContainText('Your firm manages no settings')
  await settings(page).back.click()
  await start(page).openDemo.click()
  await showHouseholds(page)
  await grid(page, words.lists.households).waitForRows()
  await page.keyboard.press('ControlOrMeta+,')
  await expect(settings(page).heading).toBeVisible()
  await page.keyboard.press('Alt+ArrowLeft')
  await grid(page, words.lists.households).waitForRows()
  await palette(page).open()
  await page.keyboard.type(command('help.about'))
  await expect(palette(page).chosen).toContainText(words.settings.about)
  await page.keyboard.press('Enter')
  await expect(settings(page).part(words.settings.about)).toBeInViewport()
  await expect(settings(page).part(words.settings.about)).toContainText(/SQLite\s*3\.\d+/)
  await page.reload()
  await expect(settings(page).part(words.settings.about)).toBeInViewport()
})

test('a part of the settings is shown without moving the window @campaign', async ({ page, launch }) => {
  const steward = await launch(['--demo'])
  await page.goto(steward.url)
  await showHouseholds(page)
  await grid(page, words.lists.households).waitForRows()
  await page.keyboard.press('ControlOrMeta+,')
  await settings(page).parts.getByRole('link', { name: words.settings.about }).click()
  await expect(settings(page).part(words.settings.about)).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollTop)).toBe(0)
})

test('settings are searched by what is on screen and by other names, and an address shows what a search hid @campaign', async ({
  page,
  launch,
}) => {
  const steward = await launch(['--demo'])
  await page.goto(steward.url)
  await showHouseholds(page)
  await grid(page, words.lists.households).waitForRows()
  await page.keyboard.press('ControlOrMeta+,')
  const { search, part, parts, count, heading } = settings(page)
  await expect(heading).toBeVisible()
  await page.keyboard.press('ControlOrMeta+f')
  await expect(search).toBeFocused()
  await page.keyboard.type('dark mode')
  await expect(count).toHaveText('1 section')
  await expect(parts.getByRole('link')).toHaveText(['Appearance'])
  await expect(settings(page).theme).toBeVisible()
  await expect(part(words.settings.about)).toBeHidden()
  await search.fill('passphr')
  await expect(parts.getByRole('link')).toHaveText([words.settings.lock])
  await expect(settings(page).theme).toBeHidden()
  await search.fill('nothing like it')
  await expect(page.getByText(words.settings.nothing)).toBeVisible()
  await expect(parts.getByRole('link')).toHaveCount(0)
  await page.getByRole('button', { name: words.settings.showAll }).press('Enter')
  await expect(part(words.settings.about)).toBeVisible()
  await expect(search).toHaveValue('')

  await search.fill('passphr')
  await expect(settings(page).theme).toBeHidden()
  await page.evaluate(() => {
    location.hash = 'about'
  })
  await expect(part(words.settings.about)).toBeInViewport()
  await expect(search).toHaveValue('')
  await search.fill('pass')
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
  await expect(settings(page).theme).toBeVisible()
})

test('what is chosen holds at once in every window, and after a restart @campaign', async ({
  page,
  launch,
  context,
}) => {
  const first = await launch(['--demo'])
  await page.goto(first.url)
  await showHouseholds(page)
  await grid(page, words.lists.households).waitForRows()
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    palette(page)
      .open()
      .then(() => page.keyboard.type(command('window.open')))
      .then(() => expect(palette(page).chosen).toContainText('new window'))
      .then(() => page.keyboard.press('Enter')),
  ])
  await grid(other, words.lists.households).waitForRows()
  await page.keyboard.press('ControlOrMeta+,')
  await settings(page).theme.getByText(words.frame.themes.dark).click()
  await expect(page.locator('html[data-mantine-color-scheme="dark"]')).toBeVisible()
  await expect(other.locator('html[data-mantine-color-scheme="dark"]')).toBeVisible()
  const height = async () => (await grid(other, words.lists.households).rowAt(0).boundingBox())?.height ?? 0
  const comfortable = await height()
  await settings(page).rows.getByText(words.settings.compact).click()
  await expect.poll(height).toBeLessThan(comfortable)
  await settings(page).singleKeys.press('Space')
  await expect(settings(page).singleKeys).not.toBeChecked()
  await page.getByRole('combobox', { name: words.settings.demoFiles }).selectOption('500 MB')
  await expect(page.getByRole('combobox', { name: words.settings.demoFiles })).toHaveValue('500000000')
  await other.close()
  await close(first)
  const second = await launch(['--demo'])
  await page.goto(second.url)
  await showHouseholds(page)
  await grid(page, words.lists.households).waitForRows()
  await page.keyboard.press('ControlOrMeta+,')
  await expect(page.locator('html[data-mantine-color-scheme="dark"]')).toBeVisible()
  await expect(settings(page).singleKeys).not.toBeChecked()
  await expect(settings(page).rows.getByRole('radio', { name: words.settings.compact })).toBeChecked()
  await expect(page.getByRole('combobox', { name: words.settings.demoFiles })).toHaveValue('500000000')
})

test('settings go to a file without a secret, and come back from it after a look @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  await page.keyboard.press('ControlOrMeta+,')
  await settings(page).export.click()
  await expect(page.getByText('Exported to Steward settings.json')).toBeVisible()
  const folder = join(computer.folder, 'downloads')
  expect(await readdir(folder)).toEqual(['Steward settings.json'])
  const text = await readFile(join(folder, 'Steward settings.json'), 'utf8')
  expect(text).toContain(tenant.baseUrl)
  expect(text).not.toContain(tenant.clientSecret)
  const exported = JSON.parse(text)
  await settings(page).file.setInputFiles(settingsFile(exported))
  await expect(settings(page).import).toContainText('Everything in this file is already set')
  await settings(page).import.getByRole('button', { name: words.buttons.close }).last().click()

  const [{ user: _user, ...known }] = exported.connections
  const added = { ...known, name: 'Second desk', user: 'second@firm.example' }
  const changed = {
    ...exported,
    preferences: { theme: 'dark', idle_minutes: 30 },
    connections: [...exported.connections, added],
  }
  await settings(page).file.setInputFiles(settingsFile(changed))
  await expect(settings(page).import.getByRole('row', { name: /Theme/ })).toContainText('dark')
  await expect(settings(page).import).toContainText('30 minutes')
  await expect(settings(page).import).toContainText('Here already')
  await expect(settings(page).import).toContainText('its own certificate authority')
  await settings(page).import.getByRole('button', { name: words.settings.import }).click()
  await expect(page.locator('html[data-mantine-color-scheme="dark"]')).toBeVisible()
  await settings(page).part(words.settings.connections).getByRole('link', { name: 'Second desk', exact: true }).click()

  const secret = connect(page).field(words.connect.clientSecret)
  await secret.fill(' spaced')
  await page.getByRole('button', { name: words.connect.save }).click()
  await expect(page.getByText('begins or ends with a space')).toBeVisible()
  await secret.fill('wrong')
  await page.getByRole('button', { name: words.connect.save }).click()
  await expect(frame(page).error.filter({ hasText: 'The client ID or secret is wrong' })).toBeVisible()
  await secret.fill(tenant.clientSecret)
  await page.getByRole('button', { name: words.connect.save }).click()
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
})

test('a settings file that is wrong names what is, and changes nothing @campaign', async ({ page, launch }) => {
  const steward = await launch()
  await page.goto(steward.url)
  await page.getByRole('link', { name: words.settings.title }).click()
  await settings(page).file.setInputFiles(
    settingsFile({
      steward_settings: 1,
      preferences: { theme: 'blue', density: 'compact' },
      connections: [tenantFields, { ...tenantFields, client_id: 'other', client_secret: 'canary-secret' }],
    }),
  )
  await expect(settings(page).wrong).toContainText('preferences.theme This must be "system", "light" or "dark".')
  await expect(settings(page).wrong).toContainText('connections.1.client_secret')
  await expect(page.locator('body')).not.toContainText('canary-secret')
  await expect(settings(page).import.getByRole('button', { name: words.settings.import })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(settings(page).rows.getByRole('radio', { name: words.settings.comfortable })).toBeChecked()
  await expect(settings(page).part(words.settings.connections)).toContainText('None yet')
  await settings(page).file.setInputFiles({
    name: 'large.json',
    mimeType: 'application/json',
    buffer: Buffer.alloc(600_001, 32),
  })
  await expect(page.getByText('larger than 600 KB')).toBeVisible()
})

test('the licences of others are there, and found by their words @campaign', async ({ page, launch }) => {
  const steward = await launch()
  await page.goto(steward.url)
  await page.getByRole('link', { name: words.settings.title }).click()
  await settings(page).licences.click()
  await expect(settings(page).packages.first()).toBeVisible()
  await expect(settings(page).packages).toHaveCount(50)
  await page.getByRole('button', { name: words.buttons.showMoreAny }).click()
  await expect(settings(page).packages).toHaveCount(100)
  await settings(page).find.fill('better-sqlite3-multiple')
  await expect(settings(page).packages).toHaveCount(1)
  await settings(page).packages.getByText('better-sqlite3-multiple').click()
  await expect(settings(page).packages).toContainText('Permission is hereby granted')
  await settings(page).find.fill('nothing has these words')
  await expect(page.getByText('No matching packages')).toBeVisible()
})
