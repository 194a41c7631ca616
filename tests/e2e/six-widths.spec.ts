import type { Page } from '@playwright/test'
import { editing } from './pages/form.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { list } from './pages/list.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { start } from './pages/start.ts'
import { visitConnectScreens } from './support/connect-screens.ts'
import { visitDateScreens } from './support/date-screens.ts'
import { expect, test } from './support/fixtures.ts'
import { visitHelpScreens } from './support/help-screens.ts'
import { misplaced, windows } from './support/layout.ts'
import { visitStatementScreens } from './support/statement-screens.ts'
import { openDemoFirm, openTenant, showHouseholds } from './support/tenant.ts'
import { visitTextScreens } from './support/text-screens.ts'
import { command, words } from './words.ts'

/** Adds what is wrong with the current screen in each of the windows. */
async function lookAt(page: Page, screen: string, found: string[]) {
  for (const size of windows) {
    await page.setViewportSize(size)
    // Two frames: container queries, then what measures itself.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const problems = [...new Set(await misplaced(page))].slice(0, 5)
    found.push(...problems.map((problem) => `${screen} at ${size.width}: ${problem}`))
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

const lists = [
  words.lists.households,
  words.lists.individuals,
  words.lists.entities,
  words.lists.valuations,
  words.lists.documents,
  words.lists.summaries,
  words.lists.users,
]

test('no list and no record cuts or covers a control or a figure at any width @campaign', async ({ page, launch }) => {
  await openDemoFirm(page, launch)
  const found: string[] = []
  for (const name of lists) {
    await frame(page).navigation.getByRole('link', { name, exact: true }).click()
    await grid(page, name).waitForRows()
    await lookAt(page, `${name}, list`, found)
    await grid(page, name).tick(1).click()
    await grid(page, name).cell(0, 0).focus()
    await page.keyboard.press('Space')
    await list(page).preview.getByRole('heading').first().waitFor()
    await lookAt(page, `${name}, list with a preview and a selected row`, found)
    await page.keyboard.press('Escape')
    await grid(page, name).tick(1).click()
    await grid(page, name).rowAt(1).getByRole('link').first().click()
    await record(page).lastChecked.waitFor()
    await lookAt(page, `${name}, one`, found)
  }
  expect(found).toEqual([])
})

test('no other screen and no form cuts or covers a control or a figure at any width @campaign', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)
  const found: string[] = []
  const links = [
    words.frame.today,
    words.frame.wholeBook,
    words.frame.activity,
    words.frame.changes,
    words.frame.travel,
    words.frame.outbox,
  ]
  for (const name of links) {
    await frame(page).navigation.getByRole('link', { name }).first().click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await lookAt(page, name, found)
  }
  await palette(page).choose(words.frame.commands, command('go.set-aside'))
  await page.getByRole('heading', { level: 1, name: words.frame.unreadable }).waitFor()
  await lookAt(page, words.frame.unreadable, found)
  await frame(page).navigation.getByRole('link', { name: words.lists.households, exact: true }).click()
  await grid(page, words.lists.households).rowAt(1).getByRole('link').first().click()
  await record(page).lastChecked.waitFor()
  const household = page.url()
  const forms = [
    '/individuals/new',
    '/../new',
    '/../../import',
    '/../../asset-classes',
    '/../../../../settings',
    '/../../../../licences',
  ]
  await editing(page).edit.click()
  await page.getByRole('form').waitFor()
  await lookAt(page, 'household form', found)
  await page.keyboard.press('Escape')
  for (const path of forms) {
    await page.goto(new URL(`${new URL(household).pathname}${path}`, household).href)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await lookAt(page, path, found)
  }
  await page.goto(household)
  await record(page).lastChecked.waitFor()
  await visitHelpScreens(page, (screen) => lookAt(page, screen, found))
  await palette(page).open()
  await lookAt(page, 'palette', found)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: words.frame.shortcuts }).waitFor()
  await lookAt(page, 'shortcuts', found)
  await page.keyboard.press('Escape')
  await frame(page).connectionSwitcher.click()
  await page.getByRole('menuitem', { name: words.frame.allConnections }).click()
  await start(page).openDemo.waitFor()
  await lookAt(page, 'start', found)
  await start(page).connectTenant.click()
  await page.getByRole('heading', { level: 1, name: words.start.connect }).waitFor()
  await lookAt(page, 'connect', found)
  expect(found).toEqual([])
})

for (const [title, visit] of [
  ['the search in documents and its settings cut or cover nothing at any width', visitTextScreens],
  ['dates, data quality, rules and their dialogs cut or cover nothing at any width', visitDateScreens],
  ['statements cut or cover nothing at any width', visitStatementScreens],
] as const) {
  test(`${title} @campaign`, async ({ page, launch }) => {
    const found: string[] = []
    await openDemoFirm(page, launch)
    await visit(page, (screen) => lookAt(page, screen, found))
    expect(found).toEqual([])
  })
}

test('no page that connects a firm or edits its connection cuts or covers anything at any width @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const found: string[] = []
  await openTenant({ page, computer, launch, tenant })
  await visitConnectScreens(page, tenant, (screen) => lookAt(page, screen, found))
  expect(found).toEqual([])
})

test('the sidebar cuts no line and keeps the state of the copy in view, at whatever height and wherever it is scrolled @campaign', async ({
  page,
  launch,
}) => {
  const { url } = await launch(['--demo'])
  await page.goto(url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await frame(page).navigation.getByRole('link', { name: words.lists.households, exact: true }).click()
  await grid(page, words.lists.households).waitForRows()
  await list(page).sayWhoIAm('Faith Hilpert')
  await expect(page.getByRole('list', { name: words.list.views })).toBeVisible()
  await grid(page, words.lists.households).rowAt(1).getByRole('link').first().click()
  await page.getByRole('button', { name: words.frame.favourite }).click()
  await expect(page.getByRole('list', { name: words.frame.favourites })).toBeVisible()
  const cut = () =>
    frame(page).navigation.evaluate((navigation) => {
      const { top, bottom } = navigation.getBoundingClientRect()
      return [...navigation.querySelectorAll('a, h2')].flatMap((line) => {
        const { top: from, bottom: to } = line.getBoundingClientRect()
        const isCut = [top, bottom].some((edge) => from < edge - 0.5 && to > edge + 0.5)
        return isCut ? [line.textContent] : []
      })
    })
  for (const height of [800, 700, 613]) {
    await page.setViewportSize({ width: 1280, height })
    await expect(frame(page).sync).toBeInViewport({ ratio: 1 })
    await expect.poll(cut).toEqual([])
    await frame(page).navigation.evaluate((navigation) => navigation.scrollTo({ top: 45 }))
    await expect.poll(cut).toEqual([])
  }
})

test('a narrow window opens its navigation over the screen, and Escape or a choice closes it @campaign', async ({
  page,
  launch,
}) => {
  const steward = await launch(['--demo'])
  await page.goto(steward.url)
  await showHouseholds(page)
  await grid(page, words.lists.households).waitForRows()
  await page.setViewportSize({ width: 700, height: 600 })
  await expect(frame(page).navigation).toBeHidden()
  await page.getByRole('button', { name: words.frame.openNavigation }).click()
  await expect(frame(page).navigation).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(frame(page).navigation).toBeHidden()
  await page.getByRole('button', { name: words.frame.openNavigation }).click()
  await frame(page).link(words.lists.entities).click()
  await grid(page, words.lists.entities).waitForRows()
  await expect(frame(page).navigation).toBeHidden()
})
