import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import { createSandboxClient } from '../integration/support/sandbox-client.ts'
import type { SandboxProcess } from '../integration/support/sandbox-process.ts'

import { estate } from './pages/estate.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { control, expect, test } from './support/fixtures.ts'
import type { Computer } from './support/steward.ts'
import { showHouseholds, signInOrganization } from './support/tenant.ts'
import { words } from './words.ts'

const name = '0 👨‍👩‍👧‍👦 עִבְרִית العربية\u200b \u200dZoë Müller \u202eReversed'
const notes = `${'A note of many words, with a worth of $1. '.repeat(1600).slice(0, 65_500)}the very end of it`

/** Gives the first household a strange name and the longest note, and gives one of its entities unknown kinds. */
async function plant(tenant: SandboxProcess): Promise<string> {
  const client = createSandboxClient(tenant)
  const items = async (path: string) => ((await client.api(path)).body as { data: ({ id: string } & object)[] }).data
  const [household] = await items('/households?limit=1')
  if (!household) throw new Error('The service has no household.')
  const override = (resource: string, record: { id: string }, change: object) =>
    control(tenant, 'override', { resource, id: record.id, json: { ...record, ...change } })
  await override('households', household, { name, notes })
  const [entity] = (await items('/entities?limit=100')).filter(
    (one) => 'household_id' in one && one.household_id === household.id,
  )
  if (entity) {
    const unknown = { kind: 'QUANTUM_TRUST_OF_THE_FUTURE', stage: 'IN_ORBIT', in_estate_status: 'partly_in_estate' }
    await override('entities', entity, { display_name: name, ...unknown })
  }
  await client.close()
  return household.id
}

function connectionFile(computer: Computer, tenant: SandboxProcess): string {
  const { baseUrl: base_url, authUrl: auth_url, clientId: client_id, clientSecret: client_secret, caPath } = tenant
  const path = join(computer.folder, 'connection.json')
  const described = {
    name: 'A firm',
    base_url,
    auth_url,
    client_id,
    client_secret,
    flow: 'client_credentials',
    ca_file: caPath,
  }
  writeFileSync(path, JSON.stringify(described))
  return path
}

/** Takes pictures for review and expects that no content makes the page wider than the window. */
async function look(page: Page, info: TestInfo, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
    await page.screenshot({ path: info.outputPath(`${screen}-${colorScheme}.png`) })
  }
  const over = await page.evaluate(() => {
    const main = document.getElementById('main')
    return main ? main.scrollWidth - main.clientWidth : 0
  })
  expect(over, screen).toBeLessThanOrEqual(0)
}

test('strange names, the longest note and unknown kinds stand whole in list, palette and page @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}, info) => {
  const id = await plant(tenant)
  const steward = await launch(['--connection', connectionFile(computer, tenant)])
  await page.goto(steward.url)
  await signInOrganization(page)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await showHouseholds(page)
  await grid(page, words.lists.households).waitForRows()
  await look(page, info, 'list')

  await palette(page).open()
  await page.keyboard.type('zoe muller')
  await expect(palette(page).group(words.lists.households).getByRole('option').first()).toContainText('Zoë')
  await look(page, info, 'palette')
  await palette(page).group(words.lists.households).getByRole('option').first().click()

  await expect(page).toHaveURL(new RegExp(id))
  await expect(record(page).title).toHaveText(name)
  await expect(record(page).section(words.fields.notes)).toContainText('the very end of it')
  await expect(estate(page).section).toContainText('partly_in_estate')
  await estate(page).show(words.estate.table)
  await expect(record(page).table(words.estate.entities)).toContainText('QUANTUM_TRUST_OF_THE_FUTURE')
  await look(page, info, 'household')
})
