import type { Page } from '@playwright/test'
import { createSandboxClient, type SandboxClient } from '../integration/support/sandbox-client.ts'
import { changes } from './pages/changes.ts'
import { form } from './pages/form.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { today } from './pages/today.ts'
import { expect, test } from './support/fixtures.ts'
import { createHand, pressInTurn } from './support/hand.ts'
import { openTenant } from './support/tenant.ts'
import { command, words } from './words.ts'

type Asset = { display_name: string; value: number; asset_class: { id: string } }
type Entity = { id: string; household_id: string; display_name: string }
type Person = { id: string; household_id: string; first_name: string; last_name: string; city?: string | null }

/** A household's entity that has a valuation, and one of its people. */
async function findFamily(client: SandboxClient) {
  const list = async <One>(path: string) => ((await client.api(path)).body as { data: One[] }).data
  const people = await list<Person>('/individuals?limit=100')
  for (const entity of await list<Entity>('/entities?limit=100')) {
    const { status, body } = await client.api(`/entities/${entity.id}/valuation`)
    const assets = status === 200 ? (body as { directly_held_assets: Asset[] }).directly_held_assets : []
    // Some records of this tenant are hostile; a plain name is found again in any text.
    const isPlain = ({ first_name, last_name }: Person) =>
      /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(`${first_name} ${last_name}`)
    const person = people.find((one) => one.household_id === entity.household_id && isPlain(one))
    if (person && assets.length > 0 && /^[\w ]+$/.test(entity.display_name)) return { entity, person, assets }
  }
  throw new Error('No household has a person and a valued entity.')
}

/** Runs a command with the keyboard alone. */
async function run(page: Page, title: string) {
  await palette(page).open()
  await page.keyboard.type(title)
  await expect(palette(page).chosen).toContainText(title)
  await page.keyboard.press('Enter')
  await palette(page).dialog.waitFor({ state: 'hidden' })
}

async function go(page: Page, path: string) {
  const base = new URL(page.url()).pathname.split('/').slice(0, 3).join('/')
  await page.evaluate((to) => {
    window.history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `${base}/${path}`)
}

test('what a colleague changes is seen after a sync: in the household, on the firm’s page, in the list, and once if it was me', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const client = createSandboxClient(tenant)
  const { entity, person, assets } = await findFamily(client)
  const household = `households/${entity.household_id}`
  await openTenant({ page, computer, launch, tenant })

  // Looked at once, so that what comes is new.
  await go(page, household)
  await expect(changes(page).section).toContainText(words.changes.none)
  const family = await record(page).title.innerText()

  const put = { method: 'PUT', json: { city: 'Savannah' } } as const
  expect((await client.api(`/individuals/${person.id}`, put)).status).toBe(200)
  const [first, ...others] = assets.map(({ display_name, value, asset_class }) => ({
    asset_class_id: asset_class.id,
    display_name,
    value,
  }))
  if (!first) throw new Error('It has assets.')
  const json = {
    effective_date: '2026-11-22',
    directly_held_assets: [{ ...first, value: first.value + 1000 }, ...others],
  }
  expect((await client.api(`/entities/${entity.id}/valuation`, { method: 'POST', json })).status).toBe(201)

  await pressInTurn(page, 'g', 'h')
  await run(page, command('sync.start'))
  const row = grid(page, words.lists.households).rowWith(family)
  await expect(row.getByText(words.changes.counted(2))).toBeAttached()

  await go(page, household)
  await expect(changes(page).inBrief).toHaveText(words.changes.counted(2))
  await expect(changes(page).fresh).toContainText('Savannah')
  const valued = changes(page).item(entity.display_name)
  await expect(valued).toContainText(words.changes.held)
  await expect(valued).toContainText(first.display_name)
  await expect(valued).toContainText('Nov 22, 2026')

  // An own edit of the same person is told as such, once.
  await changes(page).item('Savannah').locator('[data-line]').first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/individuals\//)
  await expect(record(page).field(words.fields.address)).toContainText('Savannah')
  await page.keyboard.press('e')
  const edited = form(page, words.records.individual)
  await edited.text(words.fields.city).fill('Newport')
  await page.keyboard.press('Control+s')
  await expect(edited.root).toBeHidden()
  const city = async () => ((await client.api(`/individuals/${person.id}`)).body as Person).city
  await expect.poll(city).toBe('Newport')
  await client.close()
  await go(page, household)
  await run(page, command('sync.start'))
  await expect(changes(page).yours).toHaveCount(1)
  await expect(changes(page).item('Newport')).toHaveCount(1)
  await expect(changes(page).inBrief).toHaveCount(0)

  // The list counts nothing any more, since the page was looked at.
  await pressInTurn(page, 'g', 'h')
  await expect(row.getByText(words.changes.sinceLooked)).toHaveCount(0)

  await pressInTurn(page, 'g', 'w')
  await expect(frame(page).heading).toHaveText(words.frame.changes)
  await expect(changes(page).items).toHaveCount(3)
  await changes(page).others.focus()
  await page.keyboard.press('Space')
  await expect(changes(page).items).toHaveCount(2)
  await changes(page).filter(words.changes.type).focus()
  const hand = createHand(page, false)
  await hand.choose(changes(page).filter(words.changes.type))
  await hand.choose(changes(page).option(words.lists.individuals))
  await expect(changes(page).items).toHaveCount(1)
  await expect(page).toHaveURL(/resource=individuals/)
})

test('a record that is gone is named without a link, more than 99 changes are counted as 99+, and Today leads to them @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const client = createSandboxClient(tenant)
  const { person } = await findFamily(client)
  await openTenant({ page, computer, launch, tenant })
  await go(page, `households/${person.household_id}`)
  await expect(changes(page).section).toContainText(words.changes.none)
  const family = await record(page).title.innerText()
  expect((await client.api(`/individuals/${person.id}`, { method: 'DELETE' })).status).toBe(204)
  for (let n = 0; n < 100; n += 1) {
    const json = { household_id: person.household_id, first_name: 'Quill', last_name: `Added ${n}` }
    expect((await client.api('/individuals', { method: 'POST', json })).status).toBe(201)
  }
  await client.close()

  await pressInTurn(page, 'g', 'h')
  await run(page, command('sync.start'))
  const row = grid(page, words.lists.households).rowWith(family)
  await expect(row.getByText(words.changes.counted('99+'))).toBeAttached()

  // Today names the household, and leads to the changes of the firm and to those of the household.
  await go(page, 'today')
  const line = today(page).lines(today(page).changed).filter({ hasText: family })
  await expect(line).toContainText(words.lists.individuals)
  await today(page).changed.getByRole('link', { name: words.changes.allOfThese }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/changes\?.*others=true/)
  await changes(page).filter(words.changes.kind).focus()
  const hand = createHand(page, false)
  await hand.choose(changes(page).filter(words.changes.kind))
  await hand.choose(changes(page).option(words.changes.gone))
  const name = `${person.first_name} ${person.last_name}`
  await expect(changes(page).items).toHaveCount(1)
  await expect(changes(page).item(name)).toContainText(words.changes.gone)
  await expect(changes(page).item(name).locator('a[data-line]')).toHaveCount(0)
  await page.goBack()
  await line.getByRole('link', { name: family }).focus()
  await page.keyboard.press('Enter')
  await expect(changes(page).inBrief).toHaveText(words.changes.counted('99+'))
})

test('“Log today’s meeting” keeps the day, shows what came since, and can be undone', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  await grid(page, words.lists.households).rowAt(2).getByRole('link').first().click()
  await expect(changes(page).section).toContainText(words.changes.none)
  await changes(page).met.focus()
  await page.keyboard.press('Enter')
  await expect(changes(page).lastMeeting).toBeVisible()
  await changes(page).sinceMeeting.focus()
  await page.keyboard.press('Space')
  await expect(changes(page).section).toContainText(words.changes.noneSinceMeeting)
  await changes(page).undoMeeting.focus()
  await page.keyboard.press('Enter')
  await expect(changes(page).lastMeeting).toHaveCount(0)
  await expect(changes(page).section).toContainText(words.changes.none)
})
