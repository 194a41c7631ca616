import type { Page } from '@playwright/test'
import { editing, form } from './pages/form.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { outbox } from './pages/outbox.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { openDemoFirm, openTenant, showHouseholds } from './support/tenant.ts'
import { command, words } from './words.ts'

const askColleague = command('demo.colleague')

/** Appends a text to a field of the individual at this address, on its own page. */
async function append(page: Page, address: string, label: string, value: string): Promise<void> {
  await page.goto(address)
  await editing(page).edit.click()
  const edited = form(page, words.records.individual)
  await edited.text(label).fill((await edited.text(label).inputValue()) + value)
  await edited.save.click()
  await expect(edited.root).toBeHidden()
}

async function hold(page: Page): Promise<void> {
  await outbox(page).link.click()
  await outbox(page).holdAll.click()
  await expect(outbox(page).held).toBeVisible()
}

async function release(page: Page): Promise<void> {
  await outbox(page).link.click()
  await outbox(page).letAllGo.click()
}

const said = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

test('a newcomer sees what becomes of an edit when a colleague edits the same person @campaign', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await frame(page).choose(words.frame.demoColleague)
  await expect(said(page, 'Open a household, a person, a document or a summary first.')).toBeVisible()
  await showHouseholds(page)
  await grid(page, words.lists.households).rowWith('Abel Schulist').first().getByRole('link').click()
  await record(page).people.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/individuals\//)
  await record(page).lastChecked.waitFor()
  const person = page.url()

  await frame(page).takeDemoOffline()
  await frame(page).choose(words.frame.demoColleague)
  await expect(said(page, 'Bring it back online, then try again.')).toBeVisible()
  await append(page, person, words.fields.suffix, 'II')
  await expect(editing(page).pending).toBeVisible()
  await expect(record(page).title).toHaveText(/, II$/)
  await frame(page).bringDemoBack.click()
  await expect(editing(page).pending).toBeHidden()
  await expect(frame(page).sync).toContainText(words.frame.upToDate)

  await hold(page)
  await append(page, person, words.fields.suffix, 'I')
  await frame(page).choose(words.frame.demoColleague)
  await expect(said(page, 'Dana Whitfield changed notes and city in the service.')).toContainText(
    'Your copy has not seen it yet.',
  )
  await expect(page.getByRole('main').getByText('Dana Whitfield')).toHaveCount(0)
  await release(page)
  await expect(outbox(page).done.first()).toContainText(words.outbox.sent)
  await page.goto(person)
  await expect(record(page).title).toHaveText(/, III$/)
  await expect(record(page).section(words.fields.notes)).toContainText('Dana Whitfield (1)')
  await expect(record(page).field(words.fields.address)).toContainText('Savannah')

  await hold(page)
  await append(page, person, words.fields.notes, '\nOf ours.')
  await palette(page).open()
  await page.keyboard.type('colleague edits')
  await expect(palette(page).chosen).toContainText(askColleague)
  await page.keyboard.press('Enter')
  await expect(said(page, 'Dana Whitfield changed notes and address line 1 in the service.')).toBeVisible()
  await release(page)
  await expect(outbox(page).link).toContainText('1 need your decision')
  await outbox(page).decide.click()
  const { about } = outbox(page)
  await expect(about.field(words.fields.notes)).toContainText('Dana Whitfield (2)')
  await expect(about.field(words.fields.notes)).toContainText('Of ours.')
  await about.side(words.fields.notes, words.outbox.sides.both).check()
  await about.saveAndSend.click()
  await expect(page.getByRole('main')).toContainText(words.outbox.received)
  await page.goto(person)
  await expect(record(page).field(words.fields.address)).toContainText('102 Quarry Road')
  for (const text of ['Dana Whitfield (1)', 'Dana Whitfield (2)', 'Of ours.']) {
    await expect(record(page).section(words.fields.notes)).toContainText(text)
  }
  await expect(editing(page).pending).toBeHidden()
})

test('a tenant is offered no such colleague @campaign', async ({ page, computer, launch, tenant }) => {
  await openTenant({ page, computer, launch, tenant })
  await grid(page, words.lists.households).rowAt(0).getByRole('link').first().click()
  await expect(editing(page).edit).toBeVisible()
  await frame(page).connectionSwitcher.click()
  await expect(frame(page).inMenu(words.frame.allConnections)).toBeVisible()
  await expect(frame(page).inMenu(words.frame.demoColleague)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await palette(page).open()
  await page.keyboard.type(command('record.edit'))
  await expect(palette(page).line(/^Edit this record/)).toBeVisible()
  await expect(palette(page).line(askColleague)).toBeHidden()
})
