import type { Page } from '@playwright/test'
import type { SandboxProcess } from '../integration/support/sandbox-process.ts'
import { activity } from './pages/activity.ts'
import { editing, form } from './pages/form.ts'
import { frame } from './pages/frame.ts'
import { outbox } from './pages/outbox.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { close, control, expect, test } from './support/fixtures.ts'
import { pressInTurn } from './support/hand.ts'
import { fillOutbox } from './support/outbox-scene.ts'
import { atService, openTenant } from './support/tenant.ts'
import { command, words } from './words.ts'

const homeOf = (page: Page) => page.url().replace(/(\/c\/[0-9a-f]{32}).*/, '$1')

type Edit = Partial<Record<typeof words.fields.externalId | typeof words.fields.notes, string>>

/** Changes a household on its own page. */
async function edit(page: Page, id: string, changes: Edit): Promise<void> {
  await page.goto(`${homeOf(page)}/households/${id}`)
  await editing(page).edit.click()
  const edited = form(page, words.records.household)
  for (const [label, text] of Object.entries(changes)) await edited.text(label).fill(text)
  await edited.save.click()
  await expect(edited.root).toBeHidden()
}

/** A colleague changes the same household at the service. */
const colleague = (tenant: SandboxProcess, id: string, patch: object) =>
  control(tenant, 'edit', { resource: 'households', id, patch })

/** Pauses sending, so that both sides change the record before anything is sent. */
async function hold(page: Page): Promise<void> {
  await outbox(page).link.click()
  await outbox(page).holdAll.click()
  await expect(outbox(page).held).toBeVisible()
}

async function release(page: Page): Promise<void> {
  await outbox(page).link.click()
  await outbox(page).letAllGo.click()
}

test('changes of different fields are put together; the same field is asked about, and lands as decided', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const id = String((await service.list('/households?limit=5'))[3]?.id)
  const now = () => service.get(`/households/${id}`)

  await hold(page)
  await edit(page, id, { [words.fields.externalId]: 'MINE-1' })
  await colleague(tenant, id, { notes: 'Theirs.\nSecond line.' })
  await release(page)
  await expect.poll(now).toMatchObject({ external_id: 'MINE-1', notes: 'Theirs.\nSecond line.' })
  await expect(outbox(page).done.first()).toContainText(words.outbox.sent)

  await page.goto(`${homeOf(page)}/households/${id}`)
  await expect(record(page).section(words.fields.notes)).toContainText('Second line.')
  await hold(page)
  await edit(page, id, { [words.fields.externalId]: 'MINE-2' })
  await colleague(tenant, id, { external_id: 'THEIRS-2', notes: 'Theirs.\nChanged again.' })
  await release(page)
  await expect(outbox(page).link).toContainText('1 need your decision')
  await expect(page.getByRole('alert').filter({ hasText: words.outbox.conflict })).toBeVisible()
  expect(await now()).toMatchObject({ external_id: 'THEIRS-2' })

  await outbox(page).decide.click()
  const { about } = outbox(page)
  await expect(about.field(words.fields.externalId)).toContainText('MINE-1')
  await expect(about.field(words.fields.externalId)).toContainText('THEIRS-2')
  await expect(about.saveAndSend).toBeDisabled()
  await about.side(words.fields.externalId, words.outbox.sides.mine).check()
  await about.saveAndSend.click()
  await expect.poll(now).toMatchObject({ external_id: 'MINE-2', notes: 'Theirs.\nChanged again.' })
  await expect(about.history).toContainText(words.outbox.decided)
  await expect(page.getByRole('main')).toContainText(words.outbox.received)

  await outbox(page).activity.click()
  const entry = activity(page).change('MINE-2')
  await expect(entry).toContainText(words.outbox.sent)
  await activity(page).steps(entry).click()
  const received = entry.getByRole('listitem').filter({ hasText: words.outbox.received })
  await expect(received).toContainText('MINE-2')
  await service.close()
})

test('notes that meet in one line are put together by hand, the rest by itself @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const id = String((await service.list('/households?limit=5'))[2]?.id)
  const now = () => service.get(`/households/${id}`)
  await edit(page, id, { [words.fields.notes]: 'one\ntwo\nthree\nfour\nfive' })
  await expect.poll(now).toMatchObject({ notes: 'one\ntwo\nthree\nfour\nfive' })
  await expect(editing(page).pending).toBeHidden()

  await hold(page)
  await edit(page, id, { [words.fields.notes]: 'one\ntwo of mine\nthree\nfour\nfive\nsix of mine' })
  await colleague(tenant, id, { notes: 'one\ntwo of theirs\nthree\nfour of theirs\nfive' })
  await release(page)
  await outbox(page).decide.click()
  const { about } = outbox(page)
  await about.side(words.fields.notes, words.outbox.sides.both).check()
  const text = about.text('Notes, merged')
  await expect(text).toHaveValue('one\ntwo of theirs\ntwo of mine\nthree\nfour of theirs\nfive\nsix of mine')
  await page
    .getByRole('radiogroup', { name: 'Notes, passage 1' })
    .getByRole('radio', { name: words.outbox.sides.mine })
    .check()
  await expect(text).toHaveValue('one\ntwo of mine\nthree\nfour of theirs\nfive\nsix of mine')
  await text.fill('one\ntwo of both\nthree\nfour of theirs\nfive\nsix of mine')
  await about.saveAndSend.click()
  await expect.poll(now).toMatchObject({ notes: 'one\ntwo of both\nthree\nfour of theirs\nfive\nsix of mine' })
  await service.close()
})

test('what is held back stays held over a restart, can be changed and taken back, and goes when it is let go @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const first = await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const [one, other] = (await service.list('/households?limit=5')).map(({ id }) => id)
  const home = new URL(homeOf(page)).pathname
  await hold(page)
  await edit(page, String(one), { [words.fields.externalId]: 'HELD-1' })
  await edit(page, String(other), { [words.fields.externalId]: 'HELD-2' })
  await outbox(page).link.click()
  await expect(outbox(page).waiting).toHaveCount(2)
  await close(first)

  const second = await launch()
  await page.goto(second.url)
  await expect(frame(page).navigation).toBeVisible()
  expect(new URL(page.url()).pathname.startsWith(home)).toBe(true)
  await outbox(page).link.click()
  await expect(outbox(page).held).toBeVisible()
  await expect(outbox(page).waiting).toHaveCount(2)
  await expect(outbox(page).item('HELD-1')).toContainText('Sending is paused.')
  await expect(outbox(page).item('HELD-1')).toContainText(words.outbox.onHold)
  const sync = page.getByRole('region', { name: words.frame.sync })
  await expect(sync).toContainText(words.frame.sendingPaused)
  await expect(sync).not.toContainText(words.frame.upToDate)

  await outbox(page).item('HELD-1').getByRole('button', { name: words.outbox.edit }).click()
  const edited = form(page, words.records.household)
  await expect(edited.text(words.fields.externalId)).toHaveValue('HELD-1')
  await edited.text(words.fields.externalId).fill('HELD-1b')
  await edited.save.click()
  await expect(edited.root).toBeHidden()
  await outbox(page).link.click()
  await outbox(page).item('HELD-2').getByRole('button', { name: words.outbox.discardAny }).click()
  await outbox(page).dialog.getByRole('button', { name: words.outbox.discard, exact: true }).click()
  await expect(outbox(page).waiting).toHaveCount(1)
  expect(await service.get(`/households/${one}`)).not.toMatchObject({ external_id: 'HELD-1b' })

  await outbox(page).letAllGo.click()
  await expect.poll(() => service.get(`/households/${one}`)).toMatchObject({ external_id: 'HELD-1b' })
  await expect(outbox(page).waiting).toHaveCount(0)
  expect(await service.get(`/households/${other}`)).not.toMatchObject({ external_id: 'HELD-2' })
  await service.close()
})

test('a refused change is corrected where it is shown, and a record deleted elsewhere can be created again @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const [one, other, third] = (await service.list('/households?limit=5')).map(({ id }) => String(id))
  await colleague(tenant, String(other), { external_id: 'TAKEN' })
  await edit(page, String(one), { [words.fields.externalId]: 'TAKEN' })
  await outbox(page).link.click()
  await expect(outbox(page).waiting).toContainText(words.outbox.refused)
  await outbox(page).decide.click()
  const { about } = outbox(page)
  await expect(page.getByRole('main')).toContainText('The service said (409)')
  await about.text(words.fields.externalId).fill('FREE')
  await about.saveAndSend.click()
  await expect.poll(() => service.get(`/households/${one}`)).toMatchObject({ external_id: 'FREE' })

  await hold(page)
  await edit(page, String(third), { [words.fields.notes]: 'Kept by hand.' })
  await control(tenant, 'delete', { resource: 'households', id: third })
  await release(page)
  await outbox(page).decide.click()
  await about.answer('Create a new household').click()
  await expect
    .poll(() => service.list('/households?limit=100'))
    .toContainEqual(expect.objectContaining({ notes: 'Kept by hand.' }))
  await service.close()
})

test('a deletion after a colleague’s edit is asked about, and several questions are answered on one screen', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const ids = (await service.list('/households?limit=2')).map(({ id }) => String(id))
  await hold(page)
  for (const id of ids) {
    await page.goto(`${homeOf(page)}/households/${id}`)
    await editing(page).remove()
    await editing(page).button(words.form.delete).click()
    await expect(editing(page).pending).toContainText('Deleted on this computer, not sent yet')
    await colleague(tenant, id, { notes: `Do not delete ${id}.` })
  }
  await release(page)
  await page.getByRole('button', { name: words.outbox.answerHere(2) }).click()
  const questions = page.getByRole('list', { name: words.outbox.questions, exact: true }).locator('> li')
  await expect(questions).toHaveCount(2)
  for (const [at, id] of ids.entries()) await expect(questions.nth(at)).toContainText(`Do not delete ${id}.`)
  for (const id of ids) expect(await service.get(`/households/${id}`)).not.toBeNull()
  await questions.first().getByRole('button', { name: words.outbox.deleteAsItIs }).click()
  await expect(questions.first()).toContainText(words.outbox.answered)
  await expect.poll(() => service.get(`/households/${ids[0]}`)).toBeNull()
  await questions.last().getByRole('button', { name: words.outbox.discardOf }).click()
  await outbox(page).dialog.getByRole('button', { name: words.outbox.discard, exact: true }).click()
  await expect(questions.last()).toContainText(words.outbox.answered)
  expect(await service.get(`/households/${ids[1]}`)).toMatchObject({ notes: `Do not delete ${ids[1]}.` })
  await service.close()
})

test('the keyboard alone finds a conflict, decides it and sends it @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const households = (await service.list('/households?limit=4')).map(({ id }) => id)
  await fillOutbox(page, tenant, households)
  await frame(page).link(words.frame.activity).click()
  await pressInTurn(page, 'g', 'o')
  await expect(frame(page).heading).toHaveText(words.outbox.outbox)
  const line = (at: number) => outbox(page).waiting.nth(at).locator('[data-line]')
  await line(3).focus()
  await page.keyboard.press('ArrowUp')
  await expect(line(2)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(line(0)).toBeFocused()
  await page.keyboard.press('Enter')
  const { about } = outbox(page)
  await about.side(words.fields.externalId, words.outbox.sides.theirs).focus()
  await page.keyboard.press('ArrowRight')
  await expect(about.side(words.fields.externalId, words.outbox.sides.mine)).toBeChecked()
  await about.side(words.fields.notes, words.outbox.sides.theirs).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('main')).toContainText('Sending is paused.')
  await palette(page).open()
  await page.keyboard.type(command('outbox.send'))
  await expect(palette(page).chosen).toContainText(command('outbox.send'))
  await page.keyboard.press('Enter')
  await expect
    .poll(() => service.get(`/households/${households[0]}`))
    .toMatchObject({ external_id: 'CRM-2044', notes: expect.stringContaining('July') })
  await service.close()
})

test('a person who is there already is shown before a second one is made, and taken for the new one @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const household = String((await service.list('/households?limit=5'))[1]?.id)
  const people = () => service.list(`/individuals?household_id=${household}&limit=100`)
  const before = await people()
  const [known] = before
  await page.goto(`${homeOf(page)}/households/${household}`)
  await editing(page).newIndividual.click()
  const person = form(page, words.record.newIndividual)
  await person.text(words.fields.firstName).fill(String(known?.first_name))
  await person.text(words.fields.lastName).fill(String(known?.last_name))
  await person.save.click()
  await outbox(page).link.click()
  await expect(outbox(page).waiting.first()).toContainText('May already exist')
  await outbox(page).decide.click()
  const found = page.getByRole('list', { name: words.outbox.candidates }).getByRole('listitem')
  await expect(found.first()).toContainText(String(known?.first_name))
  await found
    .filter({ hasText: String(known?.id) })
    .getByRole('button', { name: words.outbox.thisIsIt })
    .click()
  await expect(outbox(page).about.history).toContainText('Found in the service and matched')
  expect((await people()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  await page.getByRole('link', { name: words.outbox.openRecord }).click()
  await expect(page).toHaveURL(new RegExp(`/individuals/${String(known?.id)}$`))
  await service.close()
})
