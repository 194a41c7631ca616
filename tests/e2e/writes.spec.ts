import { editing, form } from './pages/form.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { atService, openTenant } from './support/tenant.ts'
import { words } from './words.ts'

const addressFields = ['address_line1', 'address_line2', 'city', 'state', 'postal_code', 'country']

const idIn = (url: string) => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')

test('a household is created with two primary clients, edited, cleared of its external id, and deleted', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const owner = (await service.list('/users?limit=1'))[0]
  await editing(page).newHousehold.click()
  const created = form(page, words.record.newHousehold)
  await created.choice(words.fields.owner).fill(String(owner?.last_name))
  await created.option(`${String(owner?.first_name)} ${String(owner?.last_name)}`).click()
  await created.text(words.fields.externalId).fill('E2E-1')
  await created.text(words.fields.notes).first().fill('Met at the fair.\nCalls in the morning.')
  await created.root.getByRole('button', { name: words.form.addPrimary }).click()
  await created.person('First')(words.fields.firstName).fill('Ada')
  await created.person('First')(words.fields.lastName).fill('Byron')
  await created.save.click()
  await expect(created.problems).toHaveCount(1)
  await created.person('First')(words.fields.state).fill('ny')
  await created.root.getByRole('button', { name: words.form.addSecondPrimary }).click()
  await created.person('Second')(words.fields.firstName).fill('Max')
  await created.person('Second')(words.fields.lastName).fill('Byron')
  await created.person('Second')(words.fields.state).fill('CA')
  await created.save.click()
  await expect(editing(page).saved).toBeVisible()
  await expect(record(page).title).toContainText('Ada')
  await expect(record(page).people).toContainText('Max Byron')

  await expect.poll(() => service.list('/households?external_id=E2E-1')).toHaveLength(1)
  const [household] = await service.list('/households?external_id=E2E-1')
  const id = String(household?.id)
  expect(household).toMatchObject({
    primary_relationship_owner_id: owner?.id,
    notes: 'Met at the fair.\nCalls in the morning.',
    primary_individuals: [
      { first_name: 'Ada', last_name: 'Byron', state: 'NY', is_primary: true },
      { first_name: 'Max', last_name: 'Byron', state: 'CA', is_primary: true },
    ],
  })
  await expect.poll(() => idIn(page.url())).toBe(id)
  await expect(editing(page).pending).toBeHidden()

  await editing(page).edit.click()
  const edited = form(page, words.records.household)
  await edited.text(words.fields.notes).fill('Met at the fair.\nCalls in the evening.')
  await edited.text(words.fields.externalId).fill('')
  await expect(edited.said).toHaveText('2 fields changed')
  await edited.save.click()
  await expect(edited.root).toBeHidden()
  await expect(record(page).field(words.fields.externalId)).toHaveCount(0)
  await expect.poll(async () => (await service.get(`/households/${id}`))?.external_id ?? null).toBeNull()
  expect(await service.get(`/households/${id}`)).toMatchObject({ notes: 'Met at the fair.\nCalls in the evening.' })

  await editing(page).remove()
  await editing(page).button(words.form.delete).click()
  await expect.poll(() => service.get(`/households/${id}`)).toBeNull()
  await service.close()
})

test('a person is added to a household, changed field by field, and deleted', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const households = await service.list('/households?limit=20')
  const household = households.find(({ primary_individuals: people }) => Array.isArray(people) && people.length === 2)
  const householdId = String(household?.id)
  await page.goto(page.url().replace(/\/households.*/, `/households/${householdId}`))
  await editing(page).newIndividual.click()
  const created = form(page, words.record.newIndividual)
  await created.text(words.fields.firstName).fill('Zoë')
  await created.text(words.fields.lastName).fill('Byron')
  await created.text(words.fields.email).fill('zoe')
  await created.flag(words.fields.primaryClient).check()
  await created.save.click()
  // At most two primary clients, which is checked before anything is sent.
  await expect(created.root).toContainText('This household already has two primary clients')
  await expect(created.root).toContainText('Must be an email address.')
  await created.flag(words.fields.primaryClient).uncheck()
  await created.text(words.fields.email).fill('zoe@example.com')
  await created.date(words.fields.dateOfBirth).fill('1950-02-28')
  await created.save.click()
  await expect(record(page).title).toHaveText('Zoë Byron')
  const path = `/individuals?household_id=${householdId}&limit=1000`
  const zoe = async () => (await service.list(path)).find(({ first_name: name }) => name === 'Zoë')
  await expect.poll(zoe).toMatchObject({ email: 'zoe@example.com', date_of_birth: '1950-02-28', is_primary: false })
  const id = String((await zoe())?.id)
  await expect.poll(() => idIn(page.url())).toBe(id)

  await editing(page).edit.click()
  const edited = form(page, words.records.individual)
  // An incomplete date is not treated as empty, even though its control still has the focus.
  await edited.date(words.fields.dateOfDeath).press('1')
  await page.keyboard.press('Control+s')
  await expect(edited.root).toContainText('Finish this date, or undo.')
  await edited.date(words.fields.dateOfDeath).fill('1949-01-01')
  await edited.save.click()
  await expect(edited.root).toContainText('This date is before the date of birth.')
  await expect(edited.root).toContainText('There is a date of death. Set Deceased, or clear the date.')
  await edited.flag(words.fields.deceased).check()
  await edited.date(words.fields.dateOfDeath).fill('')
  await expect(edited.root).toContainText('Deceased is set. Enter the date if it is known.')
  await edited.date(words.fields.dateOfDeath).fill('2024-11-01')
  await edited.text(words.fields.state).fill('tx')
  await edited.text(words.fields.middleName).fill('Ada')
  await edited.text(words.fields.lastName).fill('')
  await expect(edited.root).toContainText('The service cannot clear this.')
  await edited.undo(words.fields.lastName).click()
  await expect(edited.text(words.fields.lastName)).toHaveValue('Byron')
  await edited.save.click()
  await expect(edited.root).toBeHidden()
  const path1 = `/individuals/${id}`
  await expect
    .poll(() => service.get(path1))
    .toMatchObject({
      date_of_death: '2024-11-01',
      is_deceased: true,
      state: 'TX',
      middle_name: 'Ada',
      last_name: 'Byron',
    })
  await editing(page).remove()
  await editing(page).button(words.form.delete).click()
  await expect.poll(() => service.get(path1)).toBeNull()
  await service.close()
})

test('a document, a summary and an entity: changed, marked as one’s own, deleted @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const base = page.url().replace(/\/households.*/, '')
  const summaries = await service.list('/document-summaries?limit=1000')
  const summary = summaries.find(({ entry_mode: mode }) => mode === 'AI_AUTO')
  const summaryPath = `/document-summaries/${String(summary?.id)}`
  await page.goto(`${base}${summaryPath}`)
  await editing(page).edit.click()
  const text = form(page, words.records.summary)
  await text.text(words.fields.name).fill('What it says')
  await text.text(words.fields.summary).fill('It says so.')
  await text.choose(words.fields.format, words.values.plainText)
  await text.save.click()
  await editing(page).button(words.form.markUserEntered).click()
  await expect(text.root).toBeHidden()
  await expect
    .poll(() => service.get(summaryPath))
    .toMatchObject({
      display_name: 'What it says',
      summary: 'It says so.',
      summary_format: 'PLAIN_TEXT',
      entry_mode: 'USER',
    })

  const documents = await service.list('/documents?limit=1000')
  const paper = documents.find(({ id }) => id !== summary?.document_id)
  const paperPath = `/documents/${String(paper?.id)}`
  await page.goto(`${base}${paperPath}`)
  await editing(page).edit.click()
  const metadata = form(page, words.records.document)
  await metadata.text(words.fields.name).fill('Driver’s license of Ada')
  await metadata.choice(words.fields.type).fill('Driver')
  await metadata.option("Driver's license").click()
  await metadata.choose(
    words.fields.usedForAi,
    paper?.enable_ai_suggestions === true ? words.values.no : words.values.yes,
  )
  await metadata.save.click()
  await expect(metadata.root).toBeHidden()
  await expect
    .poll(() => service.get(paperPath))
    .toMatchObject({
      name: 'Driver’s license of Ada',
      type: 'DRIVERS_LICENSE',
      enable_ai_suggestions: paper?.enable_ai_suggestions !== true,
    })
  await editing(page).remove()
  await editing(page).button(words.form.delete).click()
  await expect.poll(() => service.get(paperPath)).toBeNull()

  const [entity] = await service.list('/entities?limit=1')
  const entityPath = `/entities/${String(entity?.id)}`
  await page.goto(`${base}${entityPath}`)
  await editing(page).remove()
  const asking = editing(page).dialog('Delete this entity?')
  await expect(asking.getByRole('list', { name: words.form.goesWithIt })).toBeVisible()
  const forGood = editing(page).button(words.form.deleteForGood)
  await expect(forGood).toBeDisabled()
  await asking.getByRole('textbox').fill(String(entity?.display_name).slice(0, -1))
  await expect(forGood).toBeDisabled()
  await asking.getByRole('textbox').fill(String(entity?.display_name))
  await forGood.click()
  await expect(frame(page).crumbs).toContainText(words.lists.households)
  expect(await service.get(entityPath)).toBeNull()
  await service.close()
})

test('the keyboard alone edits a household, and Escape asks before it drops anything @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  await grid(page, words.lists.households).cell(0, 0).focus()
  await page.keyboard.press('Enter')
  await expect(frame(page).crumbs).toContainText(words.lists.households)
  const id = idIn(page.url())
  const before = await service.get(`/households/${id}`)
  await page.keyboard.press('e')
  const edited = form(page, words.records.household)
  await expect(edited.choice(words.fields.owner)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(edited.text(words.fields.externalId)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('typed by hand')
  await page.keyboard.press('Escape')
  await expect(editing(page).dialog(words.form.leave)).toBeVisible()
  await expect(editing(page).button(words.form.goOn)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(edited.text(words.fields.notes)).toHaveValue('typed by hand')
  await expect(edited.text(words.fields.notes)).toBeFocused()
  // The last field is saved although it still has the focus.
  await page.keyboard.type(', and saved')
  await page.keyboard.press('Control+s')
  await expect(edited.root).toBeHidden()
  await expect(record(page).section(words.fields.notes)).toContainText('typed by hand, and saved')
  await expect.poll(() => service.get(`/households/${id}`)).toMatchObject({ notes: 'typed by hand, and saved' })
  expect(await service.get(`/households/${id}`)).toMatchObject({ external_id: before?.external_id ?? null })
  await service.close()
})

test('a new person is offered the family name and the address of the household, and gets them only on request @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const households = await service.list('/households?limit=100')
  const clientsOf = ({ primary_individuals: people }: (typeof households)[number]): Record<string, unknown>[] =>
    Array.isArray(people) ? people : []
  const household = households.find((one) => {
    const [first, ...others] = clientsOf(one)
    const like = (name: string) => others.every((other) => other[name] === first?.[name])
    return first?.address_line1 && first.city && ['last_name', ...addressFields].every(like)
  })
  const [client = {}] = household ? clientsOf(household) : []
  const [lastName, city] = [String(client.last_name), String(client.city)]
  const householdId = String(household?.id)
  await page.goto(page.url().replace(/\/households.*/, `/households/${householdId}`))
  await editing(page).newIndividual.click()
  const created = form(page, words.record.newIndividual)
  const offer = (what: string) => created.root.getByRole('button', { name: what })
  await expect(offer(words.form.offeredName)).toContainText(lastName)
  await expect(offer(words.form.offeredAddress)).toContainText(String(client.address_line1))
  await expect(created.text(words.fields.lastName)).toHaveValue('')
  await created.text(words.fields.firstName).fill('Mia')
  await created.save.click()
  await expect(created.problems).toHaveCount(1)

  await offer(words.form.offeredName).focus()
  await page.keyboard.press('Enter')
  await expect(created.text(words.fields.lastName)).toBeFocused()
  await expect(created.text(words.fields.lastName)).toHaveValue(lastName)
  await expect(offer(words.form.offeredName)).toBeDisabled()
  await created.text(words.fields.city).fill('Elsewhere')
  await expect(offer(words.form.offeredAddress)).toBeDisabled()
  await created.text(words.fields.city).fill('')
  await offer(words.form.offeredAddress).click()
  await expect(created.text(words.fields.city)).toHaveValue(city)
  await created.save.click()
  await expect(record(page).title).toHaveText(`Mia ${lastName}`)
  const path = `/individuals?household_id=${householdId}&limit=1000`
  const mia = async () => (await service.list(path)).find(({ first_name: name }) => name === 'Mia')
  await expect.poll(mia).toMatchObject({ last_name: lastName, city, address_line1: client.address_line1 })
  await service.close()
})
