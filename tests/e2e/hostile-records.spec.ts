import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSandboxClient, type SandboxClient } from '../integration/support/sandbox-client.ts'
import type { SandboxProcess } from '../integration/support/sandbox-process.ts'

import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { record } from './pages/record.ts'
import { foreign, goTo, watch } from './support/alarms.ts'
import { control, expect, test } from './support/fixtures.ts'
import { payloads } from './support/payloads.ts'
import type { Computer } from './support/steward.ts'
import { signInOrganization } from './support/tenant.ts'
import { words } from './words.ts'

type Item = { id: string } & Record<string, unknown>

const groups = 10
const perGroup = payloads.length / groups

/** The free-text fields of each resource, which staff or clients fill in. Dates, ids and numbers keep their format. */
const textFields = {
  households: ['name', 'notes', 'external_id'],
  individuals: [
    ...['first_name', 'middle_name', 'last_name', 'suffix', 'email', 'notes'],
    ...['address_line1', 'address_line2', 'city', 'state', 'country', 'postal_code'],
  ],
  entities: ['display_name', 'kind', 'stage', 'in_estate_status', 'external_id'],
  documents: ['name', 'type'],
  document_summaries: ['display_name', 'summary', 'entry_mode'],
  users: ['first_name', 'last_name', 'email'],
} as const

type Table = keyof typeof textFields
const tables = Object.keys(textFields) as Table[]

/** Joins one group of payloads into one text, rotated so that each field begins with a different payload. */
function hostileText(group: number, turn: number): string {
  const own = payloads.slice(group * perGroup, (group + 1) * perGroup)
  return [...own.slice(turn % perGroup), ...own.slice(0, turn % perGroup)].join('\n')
}

const hostile = (item: Item, table: Table, group: number): Item => ({
  ...item,
  ...Object.fromEntries(textFields[table].map((field, turn) => [field, hostileText(group, turn)])),
  'unknown_<b>field': hostileText(group, 5),
})

/** Fills the first ten records of every resource with hostile text; returns their ids. */
async function plant(client: SandboxClient, tenant: SandboxProcess): Promise<Record<Table, string[]>> {
  const planted: Partial<Record<Table, string[]>> = {}
  for (const table of tables) {
    const path = table.replace('_', '-')
    const { body } = await client.api(`/${path}?limit=${groups}`)
    const items = (body as { data: Item[] }).data
    for (const [group, item] of items.entries()) {
      const format = table === 'document_summaries' ? { summary_format: group % 2 ? 'MARKDOWN' : 'PLAIN_TEXT' } : {}
      await control(tenant, 'override', {
        resource: table,
        id: item.id,
        json: { ...hostile(item, table, group), ...format },
      })
    }
    planted[table] = items.map(({ id }) => id)
  }
  return planted as Record<Table, string[]>
}

function writeConnectionFile(computer: Computer, tenant: SandboxProcess): string {
  const path = join(computer.folder, 'connection.json')
  const described = {
    name: payloads[0],
    base_url: tenant.baseUrl,
    auth_url: tenant.authUrl,
    client_id: tenant.clientId,
    client_secret: tenant.clientSecret,
    flow: 'client_credentials',
    ca_file: tenant.caPath,
  }
  writeFileSync(path, JSON.stringify(described))
  return path
}

test('nothing in a record is ever markup, script, link or request @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const client = createSandboxClient(tenant)
  const planted = await plant(client, tenant)
  await client.close()
  const steward = await launch(['--connection', writeConnectionFile(computer, tenant)])
  const alarms = await watch(page, new URL(steward.url).host)
  await page.goto(steward.url)
  await signInOrganization(page)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  const base = new URL(page.url()).pathname.split('/').slice(0, 3).join('/')

  const lists = {
    households: words.lists.households,
    individuals: words.lists.individuals,
    entities: words.lists.entities,
    documents: words.lists.documents,
  }
  const rest = {
    'document-summaries': words.lists.summaries,
    users: words.lists.users,
    valuations: words.lists.valuations,
  }
  for (const [path, name] of Object.entries({ ...lists, ...rest })) {
    await goTo(page, `${base}/${path}`)
    await grid(page, name).waitForRows()
    expect(await foreign(page)).toBe(0)
  }
  for (const table of tables) {
    for (const id of planted[table]) {
      await goTo(page, `${base}/${table.replace('_', '-')}/${id}`)
      await expect(record(page).lastChecked).toBeVisible()
      await expect(page.getByRole('main')).toContainText('unknown_<b>field')
      expect(await foreign(page)).toBe(0)
    }
  }
  expect(await page.locator('a[href^="javascript:"], a[href*="evil.test"], img[src*="evil"]').count()).toBe(0)
  expect(alarms).toEqual([])
})
