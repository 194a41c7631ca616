import { activity } from './pages/activity.ts'
import { editing, form } from './pages/form.ts'
import { outbox } from './pages/outbox.ts'
import { record } from './pages/record.ts'
import { undo } from './pages/undo.ts'
import { expect, test } from './support/fixtures.ts'
import { atService, openTenant } from './support/tenant.ts'
import { words } from './words.ts'

test('changes are one line each under their day, found by typing, filtered, opened step by step and put back', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const person = (await service.list('/individuals?limit=50')).find(({ email }) =>
    /^[a-z.]+@[a-z.]+$/.test(String(email)),
  )
  const household = String((await service.list('/households?limit=5'))[3]?.id)
  const home = page.url().replace(/\/households.*/, '')

  await page.goto(`${home}/individuals/${String(person?.id)}`)
  await editing(page).edit.click()
  const edited = form(page, words.records.individual)
  await edited.text(words.fields.email).fill('new@example.com')
  await edited.save.click()
  await expect(record(page).field(words.fields.email)).toHaveText('new@example.com')
  await expect.poll(() => service.get(`/individuals/${String(person?.id)}`)).toMatchObject({ email: 'new@example.com' })
  await page.goto(`${home}/households/${household}`)
  await editing(page).edit.click()
  const other = form(page, words.records.household)
  await other.text(words.fields.externalId).fill('CRM-3001')
  await other.save.click()
  await expect(other.root).toBeHidden()
  await expect.poll(() => service.get(`/households/${household}`)).toMatchObject({ external_id: 'CRM-3001' })

  await outbox(page).activity.click()
  await expect(activity(page).days).toHaveText([words.activity.today])
  await expect(activity(page).changes).toHaveCount(2)
  const email = activity(page).change('new@example.com')
  await expect(email).toContainText(`Changed email of`)
  await expect(email).toContainText(String(person?.email))
  await expect(email).toContainText(words.activity.states.sent)

  await page.keyboard.press('Control+f')
  await expect(activity(page).search).toBeFocused()
  await page.keyboard.type('external')
  await expect(activity(page).changes).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(activity(page).line(0)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  const steps = activity(page).change('CRM-3001').getByRole('listitem')
  await expect(steps.first()).toContainText('CRM-3001')
  await expect(steps.last()).toContainText(words.outbox.received)
  await page.keyboard.press('ArrowLeft')
  await expect(steps).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await expect(activity(page).search).toBeFocused()
  await activity(page).showAll.click()
  await expect(activity(page).changes).toHaveCount(2)

  await undo(page).putBack.filter({ visible: true }).last().click()
  await expect.poll(() => service.get(`/individuals/${String(person?.id)}`)).toMatchObject({ email: person?.email })
  await activity(page).filter(words.activity.state).click()
  await activity(page).option(words.activity.states.putBack).click()
  await expect(activity(page).changes).toHaveCount(1)
  await expect(email).toContainText(words.activity.states.putBack)
  await expect(undo(page).putBack).toHaveCount(0)
  await page.reload()
  await expect(activity(page).changes).toHaveCount(1)
  await activity(page).filter(words.activity.kind).click()
  await activity(page).option(words.activity.kinds.deleted).click()
  await expect(page.getByRole('main')).toContainText(words.activity.none)
  await activity(page).showAll.click()
  await expect(activity(page).changes).toHaveCount(3)
  await service.close()
})
