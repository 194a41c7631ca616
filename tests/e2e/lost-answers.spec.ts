import type { Page } from '@playwright/test'
import type { SandboxProcess } from '../integration/support/sandbox-process.ts'
import { composer } from './pages/composer.ts'
import { editing, form } from './pages/form.ts'
import { outbox } from './pages/outbox.ts'
import { record } from './pages/record.ts'
import { control, expect, test } from './support/fixtures.ts'
import { atService, openTenant } from './support/tenant.ts'
import { words } from './words.ts'

const idIn = (url: string) => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')

/** The service performs the next creation at `path`, but its answer is lost. */
const loseAnswer = (tenant: SandboxProcess, path: string) =>
  control(tenant, 'fail', { fault: { kind: 'commit-then-drop' }, method: 'POST', path })

/** Expects that the write with the lost answer was found in the service and is shown so. */
async function expectAdopted(page: Page, about: string): Promise<void> {
  await outbox(page).link.click()
  await expect(outbox(page).done.filter({ hasText: about })).toContainText('found in the service')
  await expect(outbox(page).waiting).toHaveCount(0)
}

test('a new household with an external id whose answer was lost is found, not made twice', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const [owner] = await service.list('/users?limit=1')
  const before = await service.list('/households?limit=1000')
  await loseAnswer(tenant, '/households$')
  await editing(page).newHousehold.click()
  const created = form(page, words.record.newHousehold)
  await created.choice(words.fields.owner).fill(String(owner?.last_name))
  await created.option(`${String(owner?.first_name)} ${String(owner?.last_name)}`).click()
  await created.text(words.fields.notes).first().fill('The line went dead.')
  await created.text(words.fields.externalId).fill('LOST 1')
  await created.root.getByRole('button', { name: words.form.addPrimary }).click()
  await created.person('First')(words.fields.firstName).fill('Ada')
  await created.person('First')(words.fields.lastName).fill('Byron')
  await created.person('First')(words.fields.state).fill('NY')
  await created.save.click()
  await expect(record(page).title).toContainText('Ada')
  await expect.poll(() => idIn(page.url())).not.toContain('local')
  const after = await service.list('/households?limit=1000')
  expect(after.length).toBe(before.length + 1)
  expect(after.find(({ id }) => id === idIn(page.url()))).toMatchObject({ notes: 'The line went dead.' })
  await expectAdopted(page, words.record.newHousehold)
  await service.close()
})

test('a new person whose answer was lost is found, not made twice @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const [household] = await service.list('/households?limit=1')
  const householdId = String(household?.id)
  await page.goto(page.url().replace(/\/households.*/, `/households/${householdId}`))
  await loseAnswer(tenant, '/individuals$')
  await editing(page).newIndividual.click()
  const created = form(page, words.record.newIndividual)
  await created.text(words.fields.firstName).fill('Zoë')
  await created.text(words.fields.lastName).fill('Byron')
  await created.save.click()
  await expect(record(page).title).toHaveText('Zoë Byron')
  await expect.poll(() => idIn(page.url())).not.toContain('local')
  const people = await service.list(`/individuals?household_id=${householdId}&limit=1000`)
  expect(people.filter(({ first_name: name }) => name === 'Zoë').map(({ id }) => id)).toEqual([idIn(page.url())])
  await expectAdopted(page, words.record.newIndividual)
  await service.close()
})

test('a valuation whose answer was lost is found, not logged twice @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const [entity] = await service.list('/entities?limit=1')
  const entityId = String(entity?.id)
  await page.goto(page.url().replace(/\/households.*/, `/entities/${entityId}`))
  const path = `/entities/${entityId}/valuation`
  await loseAnswer(tenant, `${path}$`)
  await composer(page).open.click()
  await composer(page).addRow.click()
  const rows = await composer(page).rows.count()
  await composer(page).field(words.fields.name, rows).fill('A piano')
  await composer(page).field(words.valuation.assetClass, rows).click()
  await composer(page).classOption(/./).first().click()
  await composer(page).field(words.list.value, rows).fill('1234.50')
  await composer(page).log.click()
  await composer(page).review.confirm.click()
  await expectAdopted(page, 'valuation')
  const latest = await service.get(path)
  expect(latest?.directly_held_assets).toContainEqual(
    expect.objectContaining({ display_name: 'A piano', value: 1234.5 }),
  )
  const response = await fetch(`${tenant.controlUrl}/stats`)
  expect(await response.json()).toMatchObject({ requests: { 'POST /entities/{id}/valuation': 1 } })
  await service.close()
})
