import type { Page } from 'playwright'
import { createSandboxClient } from '../integration/support/sandbox-client.ts'
import type { SandboxProcess } from '../integration/support/sandbox-process.ts'
import { frame } from './pages/frame.ts'
import { record } from './pages/record.ts'
import { control, expect, test } from './support/fixtures.ts'
import { openTenant } from './support/tenant.ts'
import { words } from './words.ts'

type Item = { id: string } & Record<string, unknown>

const assetCount = 2_000
const longName = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(450)

/** Gives the first household, its people, entities and documents names without spaces and absurd amounts. */
async function plant(tenant: SandboxProcess) {
  const client = createSandboxClient(tenant)
  const list = async (path: string) => ((await client.api(path)).body as { data: Item[] }).data
  const replace = (resource: string, item: Item, change: object) =>
    control(tenant, 'override', { resource, id: item.id, json: { ...item, ...change } })
  const entities = await list('/entities?limit=100')
  const valued: { entity: Item; valuation: Item }[] = []
  for (const entity of entities) {
    const { status, body } = await client.api(`/entities/${entity.id}/valuation`)
    if (status === 200) valued.push({ entity, valuation: body as Item })
    if (valued.length === 2) break
  }
  const [many, huge] = valued
  if (!many || !huge) throw new Error('The service has no two valuations.')
  const household = (await list('/households?limit=100')).find(({ id }) => id === many.entity.household_id)
  if (!household) throw new Error('The service has no such household.')
  await replace('households', household, { name: longName, external_id: longName.slice(0, 300) })
  for (const person of await list(`/individuals?household_id=${household.id}&limit=3`)) {
    await replace('individuals', person, { first_name: longName, city: longName.slice(0, 500), email: null })
  }
  for (const document of await list(`/documents?household_id=${household.id}&limit=2`)) {
    await replace('documents', document, { name: longName })
  }
  await replace('entities', many.entity, { display_name: longName })
  const { directly_held_assets: assets } = many.valuation as unknown as { directly_held_assets: Item[] }
  const [asset] = assets
  const directly_held_assets = Array.from({ length: assetCount }, (_, at) => ({
    ...asset,
    id: `asset_${at}`,
    display_name: at === 0 ? longName : `Asset number ${at}`,
    value: at === 1 ? 1e308 : at,
  }))
  await replace('valuations', many.valuation, { directly_held_assets })
  await replace('valuations', huge.valuation, { directly_held_asset_value: -1.7e308, total_value: 1.7e308 })
  await client.close()
  return { household: household.id, many: many.entity.id, huge: huge.entity.id }
}

/** Returns how many pixels the page, or a scrolling element in it, is wider than the window. */
const over = (page: Page) =>
  page.evaluate(() => {
    const main = document.getElementById('main')
    const root = document.documentElement
    return Math.max(root.scrollWidth - root.clientWidth, main ? main.scrollWidth - main.clientWidth : 0)
  })

test('long names and absurd amounts keep to their places, and 2,000 assets are all within reach @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const planted = await plant(tenant)
  await openTenant({ page, computer, launch, tenant })
  const base = new URL(page.url()).pathname.split('/').slice(0, 3).join('/')
  const screens = [
    'households',
    `households/${planted.household}`,
    `entities/${planted.many}`,
    `entities/${planted.huge}`,
    'entities',
    'valuations',
    'book',
    'two-dates',
    'quality',
    'doubles',
    'individuals',
    'documents',
  ]
  const found: string[] = []
  for (const screen of screens) {
    await page.goto(new URL(`${base}/${screen}`, page.url()).href)
    await expect(frame(page).heading).toBeVisible()
    await expect(page.getByText('Loading')).toHaveCount(0)
    for (const width of [1280, 640]) {
      await page.setViewportSize({ width, height: 800 })
      const wider = await over(page)
      if (wider > 0) found.push(`${screen} at ${width}: ${wider} px too wide`)
    }
  }
  expect(found).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(new URL(`${base}/entities/${planted.many}`, page.url()).href)
  const rows = record(page).table(words.valuation.assets).getByRole('row')
  await expect(rows).toHaveCount(201)
  await page.getByRole('button', { name: words.buttons.showMore(200) }).focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(401)
  // Every row is drawn for printing; afterwards only those in view.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(rows).toHaveCount(assetCount + 1)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(rows).toHaveCount(401)
  await page.getByRole('button', { name: words.buttons.showAll }).click()
  await expect(rows).toHaveCount(assetCount + 1)
})
