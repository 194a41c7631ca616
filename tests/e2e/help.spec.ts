import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { editing, form } from './pages/form.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { help } from './pages/help.ts'
import { lock } from './pages/lock.ts'
import { palette } from './pages/palette.ts'
import { presenter } from './pages/presenter.ts'
import { record } from './pages/record.ts'
import { start } from './pages/start.ts'
import { connectionOf } from './support/canaries.ts'
import { expect, test } from './support/fixtures.ts'
import { words } from './words.ts'

const manual = 'docs/manual'
const topics = readdirSync(manual)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(join(manual, name), 'utf8') }))
const titleOf = (topic: string) => /^# (.*)$/m.exec(readFileSync(join(manual, `${topic}.md`), 'utf8'))?.[1] ?? ''

async function openDemo(page: Page, url: string): Promise<string> {
  await page.goto(url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  return connectionOf(page)
}

async function openFirstHousehold(page: Page) {
  await frame(page).link(words.lists.households).click()
  await grid(page, words.lists.households).rowAt(1).getByRole('link').first().click()
  await record(page).lastChecked.waitFor()
}

test('F1 opens Help beside a form under way, finds a word and leads to a screen @campaign', async ({
  page,
  launch,
}) => {
  const steward = await launch(['--demo'])
  await openDemo(page, steward.url)
  await openFirstHousehold(page)
  await editing(page).edit.click()
  const typed = form(page, words.records.household).text(words.fields.notes)
  await typed.fill('Half a sentence')
  await help(page).open()
  await expect(help(page).title).toHaveText(titleOf('meeting'))
  await expect(typed).toHaveValue('Half a sentence')

  await page.keyboard.type('colleague same field')
  await expect(help(page).results.first().locator('mark').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(help(page).title).toHaveText(titleOf('conflict'))
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(help(page).title).toHaveText(titleOf('meeting'))
  await page.keyboard.press('Escape')
  await expect(help(page).panel).toHaveCount(0)
  await expect(typed).toBeFocused()
  await expect(typed).toHaveValue('Half a sentence')

  await page.keyboard.press('Escape')
  await editing(page).button(words.form.discardChanges).click()
  await help(page).open()
  await help(page).link('Whole book').click()
  await expect(page.getByRole('heading', { level: 1, name: words.frame.wholeBook })).toBeVisible()
  await expect(help(page).panel).toBeVisible()
})

/** Addresses within a connection, with a word for the record's part, and the topic of each. */
const screens: Readonly<Record<string, string>> = {
  '': 'today',
  today: 'today',
  households: 'lists',
  'households/new': 'edit',
  individuals: 'lists',
  entities: 'lists',
  valuations: 'lists',
  documents: 'documents',
  'document-summaries': 'documents',
  users: 'lists',
  'asset-classes': 'valuation',
  intake: 'documents',
  import: 'lists',
  statements: 'statements',
  'bulk/households': 'lists',
  book: 'meeting',
  changes: 'today',
  outbox: 'conflict',
  travel: 'travel',
  activity: 'edit',
  'set-aside': 'states',
}

const outside: Readonly<Record<string, string>> = {
  '/connect': 'connect',
  '/settings': 'computer',
  '/licences': 'it',
}

/** Screens of the manual's links that belong to no connection. */
const withoutConnection: ReadonlyMap<string, string> = new Map([
  ['start', '/'],
  ['connect', '/connect'],
  ['settings', '/settings'],
])

const recordLists = {
  households: 'meeting',
  individuals: 'edit',
  entities: 'valuation',
  valuations: 'valuation',
  documents: 'documents',
  'document-summaries': 'documents',
  users: 'lists',
} as const

/** Opens Help by F1, checks its topic, and that F1 closes it again. */
async function expectTopic(page: Page, topic: string, where: string) {
  await page.locator('#main').first().waitFor()
  await help(page).open()
  await expect(help(page).title, where).toHaveText(titleOf(topic))
  await expect(help(page).field, where).toBeFocused()
  await page.keyboard.press('F1')
  await expect(help(page).panel, where).toHaveCount(0)
}

test('F1 opens the topic of every screen, offline, beside a dialog, while presenting, locked and at the start @campaign', async ({
  page,
  launch,
}) => {
  const steward = await launch(['--demo'])
  const home = await openDemo(page, steward.url)
  await frame(page).takeDemoOffline()
  const at = (path: string) => page.goto(new URL(path, page.url()).href)
  for (const [path, topic] of Object.entries(screens)) {
    await at(`${home}/${path}`)
    await expectTopic(page, topic, path)
  }
  for (const [path, topic] of Object.entries(recordLists)) {
    await at(`${home}/${path}`)
    await page.getByRole('grid').getByRole('row').nth(2).getByRole('link').first().click()
    await record(page).lastChecked.waitFor()
    await expectTopic(page, topic, `a record of ${path}`)
  }
  for (const [path, topic] of Object.entries(outside)) {
    await at(path)
    await expectTopic(page, topic, path)
  }

  await at(`${home}/households`)
  await openFirstHousehold(page)
  await record(page).run(words.form.deleteAny)
  await page.getByRole('dialog').waitFor()
  await expectTopic(page, 'meeting', 'beside a dialog')
  await help(page).open()
  const scrolled = () => help(page).title.evaluate((title) => title.parentElement?.scrollTop ?? 0)
  await help(page).title.hover()
  await page.mouse.wheel(0, 300)
  await expect.poll(scrolled).toBeGreaterThan(100)
  await help(page).field.focus()
  await page.keyboard.press('Escape')
  await expect(help(page).panel).toHaveCount(0)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await palette(page).open()
  await expectTopic(page, 'meeting', 'beside the palette')
  await page.keyboard.press('Escape')

  await presenter(page).keys()
  await presenter(page).mark.waitFor()
  await expectTopic(page, 'meeting', 'while presenting')
  await presenter(page).keys()
  await presenter(page).mark.waitFor({ state: 'hidden' })

  await help(page).open()
  await help(page).field.fill('a client’s name')
  await lock(page).keys()
  await lock(page).title.waitFor()
  await expect(help(page).field).toHaveValue('')
  await help(page).close()
  await expectTopic(page, 'computer', 'locked')
  await help(page).open()
  await help(page).field.fill('passphrase')
  await page.keyboard.press('Enter')
  await expect(help(page).panel).toContainText('It cannot be recovered')
  await help(page).close()
  await lock(page).unlock.click()
  await record(page).lastChecked.waitFor()
})

test('Help opens from the palette, the menu of connections and the start screen @campaign', async ({
  page,
  launch,
}) => {
  const steward = await launch(['--demo'])
  await openDemo(page, steward.url)
  const expectOpened = async () => {
    await expect(help(page).panel).toBeVisible()
    await help(page).close()
  }
  await palette(page).open()
  await page.keyboard.type('manual')
  await palette(page)
    .line(/^Help F1/)
    .click()
  await expectOpened()
  await frame(page).connectionSwitcher.click()
  await page.getByRole('menuitem', { name: /^Help/ }).click()
  await expectOpened()
  await frame(page).connectionSwitcher.click()
  await page.getByRole('menuitem', { name: words.frame.allConnections }).click()
  await start(page).openDemo.waitFor()
  await page.getByRole('button', { name: /^Help/ }).click()
  await expectOpened()
  await expectTopic(page, 'connect', 'the start screen')
})

test('a topic of Help is printed alone @campaign', async ({ page, launch }) => {
  const steward = await launch(['--demo'])
  await openDemo(page, steward.url)
  await openFirstHousehold(page)
  await help(page).open()
  const onPaper = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('#main, #help h2, #help button, #help input')]
        .filter((element) => element.checkVisibility())
        .map((element) => element.id || element.textContent),
    )
  await page.evaluate(() => {
    window.print = () =>
      document.documentElement.setAttribute('data-asked', document.documentElement.dataset.printing ?? '')
  })
  await help(page).panel.getByRole('button', { name: words.help.print }).click()
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'help')
  await expect(page.locator('html')).not.toHaveAttribute('data-printing', 'help')
  await page.emulateMedia({ media: 'print' })
  expect(await onPaper()).toEqual(['main'])
  await page.evaluate(() => document.documentElement.setAttribute('data-printing', 'help'))
  const printed = await onPaper()
  expect(printed).toContain(titleOf('meeting'))
  expect(printed).not.toContain('main')
  expect(printed).not.toContain('Help')
})

test('every link and picture of the manual works, in a wide and in a narrow window @campaign', async ({
  page,
  launch,
}) => {
  const steward = await launch(['--demo'])
  const home = await openDemo(page, steward.url)
  const failed: string[] = []
  // Leaving a page cancels its requests.
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') failed.push(request.url())
  })
  for (const width of [1280, 700]) {
    await page.setViewportSize({ width, height: 800 })
    for (const { name, text } of topics) {
      const links = [...text.matchAll(/(?<!!)\[([^\]]+)\]\(screen:([a-z/-]+)(#[\w-]+)?\)/g)]
      for (const [, label = '', screen = '', hash = ''] of links) {
        await page.goto(new URL(`${home}/users`, page.url()).href)
        await grid(page, words.lists.users).waitForRows()
        await help(page).open()
        await help(page).contents.click()
        if (name !== 'README.md')
          await help(page)
            .link(titleOf(name.replace('.md', '')))
            .click()
        await help(page).link(label).first().click()
        const path = withoutConnection.get(screen) ?? `${home}/${screen}`
        await expect(page, `${label} in ${name}`).toHaveURL((url) => url.pathname === path && url.hash === hash)
        await expect(page.locator('#main h1').first()).toBeVisible()
        await expect(page.getByText('Screen not found')).toHaveCount(0)
        if (hash !== '') await expect(page.locator(hash)).toBeVisible()
        await expect(help(page).panel).toHaveCount(width > 1100 ? 1 : 0)
      }
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(new URL(`${home}/users`, page.url()).href)
  await grid(page, words.lists.users).waitForRows()
  await help(page).open()
  for (const { name } of topics.filter(({ text }) => text.includes('!['))) {
    await help(page).contents.click()
    await help(page)
      .link(titleOf(name.replace('.md', '')))
      .click()
    const picture = help(page).panel.getByRole('img').first()
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(400)
  }
  await help(page).panel.getByRole('img').first().click()
  await expect(page.getByRole('dialog').locator('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(help(page).panel).toBeVisible()
  expect(failed).toEqual([])
})
