import { createSandboxClient } from '../integration/support/sandbox-client.ts'
import { frame } from './pages/frame.ts'
import { palette } from './pages/palette.ts'
import { control, expect, test } from './support/fixtures.ts'
import { atService, openTenant } from './support/tenant.ts'
import { command, words } from './words.ts'

test('two records of one person are merged by keys alone: documents move, then the other record is deleted', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const service = atService(tenant)
  const client = createSandboxClient(tenant)
  const household_id = (await service.list('/households?limit=1'))[0]?.id
  const person = async (more: Record<string, unknown>) => {
    const json = { first_name: 'Ada', last_name: 'Double', household_id, date_of_birth: '1960-04-05', ...more }
    const { body } = await client.api('/individuals', { method: 'POST', json })
    return (body as { id: string }).id
  }
  const keep = await person({ notes: 'Prefers the phone.' })
  const drop = await person({ city: 'Boston', notes: 'Met at the fair.' })
  const document = async (name: string) => {
    const record = { household_id, name, type: 'OTHER', individual_id: drop }
    const created = await control(tenant, 'create', { resource: 'documents', record })
    return (created as { id: string }).id
  }
  const papers = [await document('Passport of Ada'), await document('Letter to Ada')]
  await client.close()
  await openTenant({ page, computer, launch, tenant })

  await palette(page).choose(words.frame.commands, command('go.doubles'))
  await expect(frame(page).heading).toHaveText(words.doubles.title)
  const pair = page.getByRole('list', { name: words.doubles.people }).getByRole('listitem').first()
  await pair.getByRole('button', { name: words.doubles.apart }).press('Enter')
  await expect(pair).toBeHidden()
  await page.keyboard.press('Control+z')
  await expect(pair).toBeVisible()
  await pair.getByRole('link', { name: words.doubles.compare }).press('Enter')

  await expect(frame(page).heading).toHaveText(words.doubles.merge)
  // The record with documents is kept unless another one is chosen.
  const [left, right] = [page.getByLabel('Keep this one: left'), page.getByLabel('Keep this one: right')]
  const isLeft = page.url().includes(`/${keep}/`)
  await (isLeft ? left : right).press('Space')
  await expect(page.getByText('2 documents move')).toBeVisible()
  await page.getByLabel(words.doubles.typed).fill('Ada Doubl')
  await expect(page.getByRole('button', { name: words.doubles.confirm, exact: true })).toBeDisabled()
  await page.getByLabel(words.doubles.typed).press('End')
  await page.keyboard.type('e')
  await page.keyboard.press('Enter')

  const steps = page.getByRole('list', { name: words.doubles.steps }).getByRole('listitem')
  await expect(steps).toHaveCount(4)
  await expect(steps.last()).toContainText('Done')
  expect(await service.get(`/individuals/${drop}`)).toBeNull()
  expect(await service.get(`/individuals/${keep}`)).toMatchObject({
    city: 'Boston',
    notes: 'Prefers the phone.\n\nMet at the fair.',
  })
  for (const id of papers) expect(await service.get(`/documents/${id}`)).toMatchObject({ individual_id: keep })
  await service.close()
})

test('two households of one family are merged by keys alone: the other one is deleted once its records were moved by hand', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const service = atService(tenant)
  const client = createSandboxClient(tenant)
  const primary_relationship_owner_id = (await service.list('/users?limit=1'))[0]?.id
  const ada = { first_name: 'Ada', last_name: 'Double', state: 'MA', date_of_birth: '1960-04-05' }
  const household = async (notes: string) => {
    const json = { primary_relationship_owner_id, notes, primary_individuals: [ada] }
    const { body } = await client.api('/households', { method: 'POST', json })
    return (body as { id: string }).id
  }
  const keep = await household('Prefers the phone.')
  const drop = await household('Met at the fair.')
  const [person] = await service.list(`/households/${drop}/individuals`)
  const record = { household_id: drop, name: 'Will of Ada', type: 'OTHER' }
  const will = (await control(tenant, 'create', { resource: 'documents', record })) as { id: string }
  await openTenant({ page, computer, launch, tenant })

  await palette(page).choose(words.frame.commands, command('go.doubles'))
  const pair = page.getByRole('list', { name: words.doubles.households }).getByRole('listitem').first()
  await pair.getByRole('link', { name: words.doubles.compare }).press('Enter')
  await expect(frame(page).heading).toHaveText(words.doubles.mergeHouseholds)
  const isLeft = page.url().includes(`/${keep}/`)
  await page.getByLabel(`Keep this one: ${isLeft ? 'left' : 'right'}`).press('Space')
  const byHand = page.getByRole('list', { name: words.doubles.byHand })
  await expect(byHand.getByRole('link', { name: 'Will of Ada' })).toBeVisible()
  await expect(byHand.getByRole('link', { name: 'Ada Double' })).toBeVisible()
  const name = page.getByLabel(words.doubles.typedHousehold)
  await name.focus()
  await page.keyboard.type(String(await service.get(`/households/${drop}`).then((found) => found?.name)))
  await page.keyboard.press('Enter')

  const left = page.getByRole('list', { name: words.doubles.left }).getByRole('listitem')
  await expect(left).toHaveCount(2)
  expect(await service.get(`/households/${keep}`)).toMatchObject({ notes: 'Prefers the phone.\n\nMet at the fair.' })
  expect(await service.get(`/households/${drop}`)).not.toBeNull()
  for (const path of [`/documents/${will.id}`, `/individuals/${person?.id}`])
    await client.api(path, { method: 'DELETE' })
  await page.getByRole('button', { name: words.doubles.checkAgain }).press('Enter')
  const steps = page.getByRole('list', { name: words.doubles.steps }).getByRole('listitem')
  await expect(steps.last()).toContainText('Done')
  await expect(steps).toHaveCount(3)
  expect(await service.get(`/households/${drop}`)).toBeNull()
  await client.close()
  await service.close()
})
