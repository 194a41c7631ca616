import { changes } from './pages/changes.ts'
import { connect } from './pages/connect.ts'
import { estate } from './pages/estate.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { list } from './pages/list.ts'
import { outbox } from './pages/outbox.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { settings } from './pages/settings.ts'
import { start } from './pages/start.ts'
import { judge, tooSmall } from './support/accessibility.ts'
import { visitBulkScreens } from './support/bulk-screens.ts'
import { visitConnectScreens } from './support/connect-screens.ts'
import { visitDateScreens } from './support/date-screens.ts'
import { visitFileScreens } from './support/file-screens.ts'
import { expect, test } from './support/fixtures.ts'
import { visitFormScreens } from './support/form-screens.ts'
import { visitHandedScreens } from './support/handed-screens.ts'
import { visitHelpScreens } from './support/help-screens.ts'
import { visitIntakeScreens } from './support/intake-screens.ts'
import { visitLockScreens } from './support/lock-screens.ts'
import { askAfterOutage, fillOutbox } from './support/outbox-scene.ts'
import { strictPolicy, writePolicy } from './support/policy.ts'
import { visitSettingsScreens } from './support/settings-screens.ts'
import { visitStatementScreens } from './support/statement-screens.ts'
import { atService, openDemoFirm, openTenant, showHouseholds } from './support/tenant.ts'
import { visitTextScreens } from './support/text-screens.ts'
import { visitTravelScreens } from './support/travel-screens.ts'
import { visitValuationScreens } from './support/valuation-screens.ts'
import { command, words } from './words.ts'

const lists = [
  words.lists.households,
  words.lists.individuals,
  words.lists.entities,
  words.lists.valuations,
  words.lists.documents,
  words.lists.summaries,
  words.lists.users,
]

test('no list and no record has an accessibility finding in either theme, nor anything too small to be clicked @campaign', async ({
  page,
  launch,
}) => {
  const steward = await launch(['--demo'])
  const found: string[] = []
  const look = async (screen: string) => {
    found.push(...(await judge(page, screen)), ...(await tooSmall(page, screen)))
  }
  await page.goto(steward.url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  for (const name of lists) {
    await frame(page).navigation.getByRole('link', { name, exact: true }).click()
    await grid(page, name).waitForRows()
    await look(`${name}, list`)
    await grid(page, name).tick(1).click()
    await grid(page, name).cell(0, 0).focus()
    await page.keyboard.press('Space')
    await list(page).preview.getByRole('heading').first().waitFor()
    await look(`${name}, list with a preview and a selected row`)
    await page.keyboard.press('Escape')
    await grid(page, name).rowAt(0).getByRole('link').first().click()
    await record(page).lastChecked.waitFor()
    await look(`${name}, one`)
  }
  await frame(page).navigation.getByRole('link', { name: words.lists.entities, exact: true }).click()
  await list(page).view.click()
  await list(page)
    .item(/^Kind$/)
    .click()
  await grid(page, words.lists.entities).heading(0).click()
  await grid(page, words.lists.entities).rows.first().waitFor()
  await look('grouped list with a closed group')
  expect(found).toEqual([])
})

test('no other screen has an accessibility finding in either theme, nor anything too small to be clicked @campaign', async ({
  page,
  launch,
}) => {
  const steward = await launch()
  const found: string[] = []
  const look = async (screen: string) => {
    found.push(...(await judge(page, screen)), ...(await tooSmall(page, screen)))
  }
  await page.goto(steward.url)
  await start(page).openDemo.waitFor()
  await look('start')

  await start(page).connectTenant.click()
  await connect(page).next.click()
  await expect(connect(page).field(words.connect.serviceAddress)).toHaveAttribute('aria-invalid', 'true')
  await look('connect')
  await page.getByRole('link', { name: words.frame.allConnections }).click()

  await start(page).openDemo.click()
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await palette(page).choose(words.frame.commands, command('go.set-aside'))
  await page.getByRole('heading', { name: words.frame.unreadable }).waitFor()
  await look('set aside')
  await frame(page).link(words.frame.changes).click()
  await changes(page).items.first().waitFor()
  await look('changes')
  await palette(page).choose(words.frame.commands, command('go.two-dates'))
  await record(page).table(words.twoDates.steps).waitFor()
  await look('two dates')
  await frame(page).link(words.frame.wholeBook).click()
  await record(page).table(words.record.balanceSheet).waitFor()
  await page.getByText(words.record.barsAsTable).click()
  await page.getByRole('button', { name: 'Revocable trust' }).first().click()
  await look('whole book')
  await palette(page).open()
  await look('palette')
  await page.keyboard.type('trust')
  await expect(palette(page).chosen).toContainText(/trust/i)
  await look('palette with hits')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: words.frame.shortcuts }).waitFor()
  await look('shortcuts')
  await page.keyboard.press('Escape')
  await visitHelpScreens(page, look)
  await page.setViewportSize({ width: 700, height: 600 })
  await visitHelpScreens(page, (screen) => look(`${screen}, over the screen`))
  await page.setViewportSize({ width: 1280, height: 800 })
  await frame(page).takeDemoOffline()
  await look('offline')
  expect(found).toEqual([])
})

test('the pages that connect a firm and edit its connection have no accessibility finding, and nothing too small @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const found: string[] = []
  await openTenant({ page, computer, launch, tenant })
  await visitConnectScreens(page, tenant, async (screen) => {
    found.push(...(await judge(page, screen)), ...(await tooSmall(page, screen)))
  })
  expect(found).toEqual([])
})

test('the estate of a household has no accessibility finding as a picture, by size, as a balance sheet, with evidence and in its dialog, and nothing too small @campaign', async ({
  page,
  launch,
}) => {
  const steward = await launch(['--demo'])
  const found: string[] = []
  const look = async (screen: string) => {
    found.push(...(await judge(page, screen)), ...(await tooSmall(page, screen)))
  }
  await page.goto(steward.url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await showHouseholds(page)
  await grid(page, words.lists.households).rowAt(1).getByRole('link').first().click()
  await record(page).lastChecked.waitFor()
  await estate(page).drawing.waitFor()
  await look('estate map')
  await estate(page).parts.last().click()
  await estate(page).evidence.waitFor()
  await look('evidence of roles')
  await page.keyboard.press('Escape')
  await estate(page).show(words.estate.size)
  await estate(page).sizes.waitFor()
  await look('estate by size')
  await estate(page).draw.click()
  await estate(page).dialog.waitFor()
  await look('drawing a link')
  // Escape would close the opened list of the first field only.
  await estate(page).dialog.getByRole('button', { name: words.buttons.close }).click()
  await estate(page).show(words.estate.table)
  await estate(page).entities.waitFor()
  await look('estate table')
  expect(found).toEqual([])
})

test('no screen of the outbox has an accessibility finding, in either theme @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const found: string[] = []
  await openTenant({ page, computer, launch, tenant })
  await outbox(page).link.click()
  await page.getByText(words.outbox.empty).waitFor()
  found.push(...(await judge(page, 'empty outbox')))
  const service = atService(tenant)
  const ids = (await service.list('/households?limit=5')).map(({ id }) => id)
  await fillOutbox(page, tenant, ids)
  found.push(...(await judge(page, 'outbox')), ...(await tooSmall(page, 'outbox')))
  await outbox(page).decide.first().click()
  await outbox(page).about.side(words.fields.notes, words.outbox.sides.both).check()
  await outbox(page).about.side(words.fields.externalId, words.outbox.sides.other).check()
  found.push(...(await judge(page, 'conflict')), ...(await tooSmall(page, 'conflict')))
  await outbox(page).link.click()
  await outbox(page).decide.last().click()
  await outbox(page).about.text(words.fields.externalId).waitFor()
  found.push(...(await judge(page, 'refused')), ...(await tooSmall(page, 'refused')))
  await outbox(page).activity.click()
  await page.getByRole('listitem').filter({ hasText: words.outbox.refused }).first().waitFor()
  found.push(...(await judge(page, 'activity')), ...(await tooSmall(page, 'activity')))
  await askAfterOutage(page, tenant, String(ids.at(-1)))
  found.push(...(await judge(page, 'questions')), ...(await tooSmall(page, 'questions')))
  expect(found).toEqual([])
  await service.close()
})

for (const [title, visit] of [
  ['bulk edits and imports have no accessibility finding, and nothing too small to be clicked', visitBulkScreens],
  ['logging a valuation and its history have no accessibility finding, and nothing too small', visitValuationScreens],
  [
    'dates, data quality, rules and their dialogs have no accessibility finding, and nothing too small',
    visitDateScreens,
  ],
  [
    'statements have no accessibility finding from the empty page to an approval, and nothing too small',
    visitStatementScreens,
  ],
  ['pinned households have no accessibility finding, and nothing too small', visitTravelScreens],
  ['forms and what was not sent have no accessibility finding, and nothing too small', visitFormScreens],
  ['documents with their files and summaries have no accessibility finding, and nothing too small', visitFileScreens],
  ['the search in documents has no accessibility finding in either theme, and nothing too small', visitTextScreens],
  ['adding documents has no accessibility finding, and nothing too small', visitIntakeScreens],
  ['the lock has no accessibility finding, and nothing too small', visitLockScreens],
] as const) {
  test(`${title} @campaign`, async ({ page, launch }) => {
    const found: string[] = []
    await openDemoFirm(page, launch)
    await visit(page, async (screen) => {
      found.push(...(await judge(page, screen)), ...(await tooSmall(page, screen)))
    })
    expect(found).toEqual([])
  })
}

test('settings, a firm’s too, licences and what is handed over have no accessibility finding, and nothing too small @campaign', async ({
  page,
  computer,
  launch,
}) => {
  computer.variables.STEWARD_POLICY = writePolicy(computer.folder, {})
  const steward = await launch(['--demo'])
  const found: string[] = []
  const look = async (screen: string) => {
    found.push(...(await judge(page, screen)), ...(await tooSmall(page, screen)))
  }
  await page.goto(steward.url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await visitSettingsScreens(page, look)
  await visitHandedScreens(page, computer, look)
  writePolicy(computer.folder, strictPolicy)
  await page.keyboard.press('ControlOrMeta+,')
  await settings(page).part(words.settings.managed).getByText('3 days').waitFor()
  await look('managed settings')
  expect(found).toEqual([])
})
