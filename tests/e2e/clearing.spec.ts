import { activity } from './pages/activity.ts'
import { editing, form } from './pages/form.ts'
import { frame } from './pages/frame.ts'
import { outbox } from './pages/outbox.ts'
import { record } from './pages/record.ts'
import { control, expect, test } from './support/fixtures.ts'
import { atService, openTenant } from './support/tenant.ts'
import { words } from './words.ts'

const filled = {
  city: 'Albany',
  suffix: 'Sr.',
  is_deceased: true,
  date_of_birth: '1940-01-31',
  date_of_death: '2020-02-29',
}

test.describe('a service that takes null', () => {
  test.use({ tenantOptions: [] })

  test('a person’s fields are cleared with the keyboard, said in the form and in Activity, and put back', async ({
    page,
    computer,
    launch,
    tenant,
  }) => {
    const service = atService(tenant)
    const [person] = await service.list('/individuals?limit=1')
    const path = `/individuals/${String(person?.id)}`
    await control(tenant, 'edit', { resource: 'individuals', id: person?.id, patch: filled })
    await openTenant({ page, computer, launch, tenant })
    await page.goto(page.url().replace(/\/households.*/, path))
    await editing(page).edit.press('Enter')
    const edited = form(page, words.records.individual)
    await edited.text(words.fields.city).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect(edited.text(words.fields.city)).toHaveAccessibleDescription(words.form.cleared)
    await edited.clear(words.fields.dateOfDeath).press('Enter')
    await page.keyboard.press('Control+s')
    await expect(editing(page).dialog(words.form.stillDeceased).getByRole('button').last()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(edited.root).toBeHidden()
    await expect(record(page).field(words.fields.city)).toHaveCount(0)
    await expect.poll(() => service.get(path)).not.toHaveProperty('city')
    expect(await service.get(path)).not.toHaveProperty('date_of_death')
    expect(await service.get(path)).toMatchObject({ is_deceased: true, suffix: 'Sr.' })

    await frame(page).navigation.getByRole('link', { name: words.outbox.link }).press('Enter')
    await outbox(page).activity.press('Enter')
    const change = activity(page).change(/^.*Cleared .*city/)
    await expect(change).toContainText(/Cleared (date of death and city|city and date of death) of/)
    await change.getByRole('button', { name: words.activity.putBackOf }).press('Enter')
    await expect.poll(() => service.get(path)).toMatchObject({ city: 'Albany', date_of_death: '2020-02-29' })
    await service.close()
  })
})

test.describe('a service that refuses null', () => {
  test.use({ tenantOptions: ['--strict-null'] })

  test('the rest of the edit is sent, and the refusal is said at the field @campaign', async ({
    page,
    computer,
    launch,
    tenant,
  }) => {
    const service = atService(tenant)
    const [person] = await service.list('/individuals?limit=1')
    const path = `/individuals/${String(person?.id)}`
    await control(tenant, 'edit', { resource: 'individuals', id: person?.id, patch: filled })
    await openTenant({ page, computer, launch, tenant })
    await page.goto(page.url().replace(/\/households.*/, path))
    await editing(page).edit.click()
    const edited = form(page, words.records.individual)
    await edited.text(words.fields.middleName).fill('Augusta')
    await edited.clear(words.fields.city).click()
    await edited.save.click()
    await expect.poll(() => service.get(path)).toMatchObject({ middle_name: 'Augusta', city: 'Albany' })
    await frame(page).navigation.getByRole('link', { name: words.outbox.link }).click()
    await outbox(page).decide.first().click()
    const city = outbox(page).about.text(words.fields.city)
    await expect(city).toHaveValue('')
    await expect(city).toHaveAccessibleDescription(/^The service said: /)
    await city.fill('Troy')
    await outbox(page).about.saveAndSend.click()
    await expect.poll(() => service.get(path)).toMatchObject({ middle_name: 'Augusta', city: 'Troy' })
    await service.close()
  })
})
