import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright'
import { browserOptions } from '../../tools/lib/browser.mjs'
import { createSandboxClient } from '../integration/support/sandbox-client.ts'
import { startSandboxProcess } from '../integration/support/sandbox-process.ts'
import { changes } from './pages/changes.ts'
import { connect, signIn } from './pages/connect.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { list } from './pages/list.ts'
import { outbox } from './pages/outbox.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { start } from './pages/start.ts'
import { today } from './pages/today.ts'
import { visitBulkScreens } from './support/bulk-screens.ts'
import { visitDateScreens } from './support/date-screens.ts'
import { visitFileScreens } from './support/file-screens.ts'
import { visitFormScreens } from './support/form-screens.ts'
import { visitHandedScreens } from './support/handed-screens.ts'
import { visitHelpScreens } from './support/help-screens.ts'
import { visitIntakeScreens } from './support/intake-screens.ts'
import { visitLockScreens } from './support/lock-screens.ts'
import { visitManagedScreens } from './support/managed-screens.ts'
import { askAfterOutage, fillOutbox } from './support/outbox-scene.ts'
import { writePolicy } from './support/policy.ts'
import { visitSettingsParts, visitSettingsScreens } from './support/settings-screens.ts'
import { visitStatementScreens } from './support/statement-screens.ts'
import { createComputer, startSteward } from './support/steward.ts'
import { visitTextScreens } from './support/text-screens.ts'
import { visitTravelScreens } from './support/travel-screens.ts'
import { visitValuationScreens } from './support/valuation-screens.ts'
import { command, words } from './words.ts'

/**
 * Takes a picture of every screen of the demo firm, in both themes and two sizes, or in the widths asked for:
 * `npm run screenshots -- --into FOLDER --widths 640,760,1000,1280,1440,1920`.
 */
const { values: options } = parseArgs({
  options: {
    into: { type: 'string', default: 'test-results/screenshots' },
    /** Takes only the first size, in both themes. */
    quick: { type: 'boolean', default: false },
    /** Widths in CSS pixels, separated by commas. */
    widths: { type: 'string', default: '1280,1920' },
  },
})

const usual = { width: 1280, height: 800 }
const widths = options.quick ? [usual.width] : options.widths.split(',').map(Number)
/** The size of an A4 sheet inside its margins, in CSS pixels. */
const paper = { width: 688, height: 1017 }
const themes = ['light', 'dark'] as const

const lists = [
  words.lists.households,
  words.lists.individuals,
  words.lists.entities,
  words.lists.valuations,
  words.lists.documents,
  words.lists.summaries,
  words.lists.users,
] as const

/** Takes a screenshot in every theme and size by emulating the operating system's settings. */
async function shoot(page: Page, name: string) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width >= 1920 ? 1080 : usual.height })
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      await page.screenshot({ path: join(options.into, `${name}-${colorScheme}-${width}.png`) })
    }
  }
  await page.setViewportSize(usual)
}

/** Takes a picture of the printed screen, starting from the dark theme. */
async function shootOnPaper(page: Page, name: string) {
  await page.setViewportSize(paper)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  await page.screenshot({ path: join(options.into, `${name}-paper.png`), fullPage: true })
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize(usual)
}

async function shootLists(page: Page) {
  for (const name of lists) {
    await frame(page).navigation.getByRole('link', { name, exact: true }).click()
    const rows = grid(page, name)
    await rows.waitForRows()
    await shoot(page, `list-${name.toLowerCase().replace(' ', '-')}`)
    if (name === words.lists.households) await shootOnPaper(page, 'list-households')
    await rows.rowAt(0).getByRole('link').first().click()
    await record(page).title.waitFor()
    await record(page).lastChecked.waitFor()
    await shoot(page, `page-${name.toLowerCase().replace(' ', '-')}`)
    if (name === words.lists.households || name === words.lists.documents)
      await shootOnPaper(page, `page-${name.toLowerCase()}`)
  }
}

async function shootTheRest(page: Page) {
  await frame(page).link(words.frame.today).click()
  await today(page).old.waitFor()
  await shoot(page, 'today')
  await frame(page).link(words.frame.changes).click()
  await changes(page).items.first().waitFor()
  await shoot(page, 'changes')
  await palette(page).choose(words.frame.commands, command('go.two-dates'))
  await record(page).table(words.twoDates.steps).waitFor()
  await shoot(page, 'two-dates')
  await visitDateScreens(page, (screen) => shoot(page, screen))
  await frame(page).link(words.lists.entities).click()
  await list(page).view.click()
  await list(page)
    .item(/^Kind$/)
    .click()
  await grid(page, words.lists.entities).rows.first().waitFor()
  await shoot(page, 'list-entities-grouped')
  await palette(page).choose(words.frame.commands, command('go.set-aside'))
  await page.getByRole('heading', { name: words.frame.unreadable }).waitFor()
  await shoot(page, 'set-aside')
  await frame(page).link(words.lists.households).click()
  await grid(page, words.lists.households).waitForRows()
  await palette(page).open()
  await palette(page).group(words.frame.commands).waitFor()
  await shoot(page, 'palette-empty')
  await palette(page).field.fill('trust')
  await palette(page).matches.first().waitFor()
  await shoot(page, 'palette')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: words.frame.shortcuts }).waitFor()
  await shoot(page, 'shortcuts')
  await page.keyboard.press('Escape')
  await visitHelpScreens(page, (screen) => shoot(page, screen))
  await frame(page).link(words.frame.wholeBook).click()
  await record(page).table(words.record.balanceSheet).waitFor()
  await shoot(page, 'book')
  await page.getByText(words.record.barsAsTable).click()
  await page.getByRole('button', { name: 'Revocable trust' }).first().click()
  await shoot(page, 'book-opened')
  await frame(page).takeDemoOffline()
  await frame(page).syncNow.click()
  await frame(page).sync.getByText(words.frame.offline).waitFor()
  await frame(page).syncNow.waitFor({ timeout: 60_000 })
  await shoot(page, 'offline')
}

async function shootConnecting(page: Page) {
  const form = connect(page)
  await form.form.waitFor()
  await shoot(page, 'connect')
  await form.field(words.connect.serviceAddress).fill('http://firm.example.com')
  await form.next.click()
  await form.problemAt(words.connect.serviceAddress).waitFor()
  await shoot(page, 'connect-problems')
  const away = { baseUrl: 'https://127.0.0.1:9', authUrl: 'https://127.0.0.1:9' }
  await form.fillIn(
    { ...away, name: 'A firm out of reach', clientId: 'steward', clientSecret: 'not a secret' },
    'address',
  )
  await form.failure.waitFor({ timeout: 60_000 })
  await shoot(page, 'connect-unreached')
  await page.getByRole('button', { name: words.connect.skip }).click()
  await form.field(words.connect.clientId).fill('steward')
  await form.field(words.connect.clientSecret).fill('not a secret')
  await form.organization.check()
  await shoot(page, 'connect-client')
  await form.next.click()
  await page.getByRole('button', { name: words.connect.skip }).click({ timeout: 60_000 })
  await form.save.click()
  await signIn(page).failure.waitFor({ timeout: 60_000 })
  await shoot(page, 'sign-in-failed')
  await page.getByRole('link', { name: words.frame.allConnections }).click()
  await start(page).openDemo.waitFor()
  await shoot(page, 'start-known')
}

/**
 * Takes pictures of the outbox. It needs a colleague who edits the same fields, so it uses a tenant with an open control port.
 */
async function shootOutbox(page: Page) {
  const tenant = await startSandboxProcess(['--households', '20', '--seed', '11', '--control'])
  const client = createSandboxClient(tenant)
  try {
    await frame(page).connectionSwitcher.click()
    await page.getByRole('menuitem', { name: words.frame.allConnections }).click()
    await start(page).connectTenant.click()
    const { baseUrl, authUrl, clientId, clientSecret, caPath: ca } = tenant
    const firm = { baseUrl, authUrl, clientId, clientSecret, name: 'Larch & Partners' }
    await connect(page).fillIn(firm, 'address')
    await connect(page).failure.waitFor()
    await shoot(page, 'connect-certificate')
    await page.getByRole('link', { name: words.frame.allConnections }).click()
    await start(page).connectTenant.click()
    await connect(page).fillIn({ ...firm, ca })
    await frame(page).sync.getByText(words.frame.upToDate).waitFor({ timeout: 120_000 })
    await outbox(page).link.click()
    await page.getByText(words.outbox.empty).waitFor()
    await shoot(page, 'outbox-empty')
    const { body } = await client.api('/households?limit=5')
    const households = (body as { data: { id: string }[] }).data
    await fillOutbox(
      page,
      tenant,
      households.map(({ id }) => id),
    )
    await shoot(page, 'outbox')
    await outbox(page).decide.first().click()
    await outbox(page).about.saveAndSend.waitFor()
    await shoot(page, 'conflict')
    await outbox(page).about.side(words.fields.notes, words.outbox.sides.both).check()
    await outbox(page).about.side(words.fields.externalId, words.outbox.sides.other).check()
    await outbox(page).about.saveAndSend.scrollIntoViewIfNeeded()
    await shoot(page, 'conflict-decided')
    await outbox(page).link.click()
    await outbox(page).decide.last().click()
    await outbox(page).about.text(words.fields.externalId).waitFor()
    await shoot(page, 'refused')
    await outbox(page).activity.click()
    await page.getByRole('listitem').filter({ hasText: words.outbox.refused }).first().waitFor()
    await shoot(page, 'activity')
    await askAfterOutage(page, tenant, households.at(-1)?.id ?? '')
    await shoot(page, 'outbox-questions')
  } finally {
    await client.close()
    await tenant.stop()
  }
}

async function shootEverything(page: Page) {
  await start(page).openDemo.waitFor()
  await shoot(page, 'start')
  await start(page).connectTenant.click()
  await shootConnecting(page)
  await start(page).openDemo.click()
  await grid(page, words.lists.households).root.waitFor()
  await shoot(page, 'first-sync')
  await frame(page).sync.getByText(words.frame.upToDate).waitFor({ timeout: 120_000 })
  await shootLists(page)
  await visitBulkScreens(page, (screen) => shoot(page, screen))
  await visitFormScreens(page, (screen) => shoot(page, screen))
  await visitIntakeScreens(page, (screen) => shoot(page, screen))
  await visitFileScreens(page, (screen) => shoot(page, screen))
  await visitTextScreens(page, (screen) => shoot(page, screen))
  await visitValuationScreens(page, (screen) => shoot(page, screen))
  await visitStatementScreens(page, (screen) => shoot(page, screen))
  await visitTravelScreens(page, (screen) => shoot(page, screen))
  await visitLockScreens(page, (screen) => shoot(page, screen))
  await visitSettingsScreens(page, (screen) => shoot(page, screen))
  await visitSettingsParts(page, (screen) => shoot(page, screen))
  await visitHandedScreens(page, computer, (screen) => shoot(page, screen))
  await shootTheRest(page)
  await shootOutbox(page)
  await visitManagedScreens(page, computer.folder, (screen) => shoot(page, screen))
}

mkdirSync(options.into, { recursive: true })
// With a keyring of its own, and changes are sent at once: the screens after them are reached.
const computer = createComputer()
computer.variables.STEWARD_POLICY = writePolicy(computer.folder, {})
const steward = await startSteward(computer)
const browser = await chromium.launch(browserOptions())
try {
  const page = await browser.newPage({ viewport: usual })
  page.setDefaultTimeout(15_000)
  page.on('console', (message) => message.type() === 'error' && console.error(`console: ${message.text()}`))
  page.on('pageerror', (error) => console.error(`page: ${error.message}`))
  await page.goto(steward.url)
  try {
    await shootEverything(page)
  } catch (error) {
    await page.screenshot({ path: join(options.into, 'failed.png') })
    throw error
  }
} finally {
  await browser.close()
  await steward.stop()
  computer.remove()
}
