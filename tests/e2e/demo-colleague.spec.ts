import type { Page } from '@playwright/test'
import { editing, form } from './pages/form.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { outbox } from './pages/outbox.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { openTenant } from './support/tenant.ts'

const command = 'Demo: a colleague edits this record'

/** Appends a text to a field of the individual at this address, on its own page. */
async function append(page: Page, address: string, label: 'Suffix' | 'Notes', value: string): Promise<void> {
  await page.goto(address)
  await editing(page).edit.click()
  const edited = form(page, 'Individual')
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

const said = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })

test('a newcomer sees what becomes of an edit when a colleague edits the same person', async ({ page, launch }) => {
  const steward = await launch(['--demo'])
  await page.goto(steward.url)
  await expect(frame(page).sync).toContainText('Up to date')
  await frame(page).demoColleague.click()
  await expect(said(page, 'Open a household, an individual, a document or a summary first.')).toBeVisible()
  await grid(page, 'Households').rowWith('Abel Schulist').first().getByRole('link').click()
  await record(page).table('People').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/individuals\//)
  await expect(record(page).section('Notes')).toBeVisible()
  const person = page.url()

  await frame(page).takeDemoOffline.click()
  await expect(frame(page).bringDemoBack).toBeVisible()
  await frame(page).demoColleague.click()
  await expect(said(page, 'Bring it back, then try again.')).toBeVisible()
  await append(page, person, 'Suffix', 'II')
  await expect(editing(page).pending).toBeVisible()
  await expect(record(page).field('Suffix')).toHaveText('II')
  await frame(page).bringDemoBack.click()
  await expect(editing(page).pending).toBeHidden()
  await expect(frame(page).sync).toContainText('Up to date')

  await hold(page)
  await append(page, person, 'Suffix', 'I')
  await frame(page).demoColleague.click()
  await expect(said(page, 'Dana Whitfield changed notes and city in the service.')).toContainText(
    'Your copy has not seen it yet.',
  )
  await expect(record(page).section('Notes')).not.toContainText('Dana Whitfield')
  await release(page)
  await expect(outbox(page).done.first()).toContainText('Arrived')
  await page.goto(person)
  await expect(record(page).field('Suffix')).toHaveText('III')
  await expect(record(page).section('Notes')).toContainText('Dana Whitfield (1)')
  await expect(record(page).field('City')).toHaveText('Savannah')

  await hold(page)
  await append(page, person, 'Notes', '\nOf ours.')
  await palette(page).open()
  await page.keyboard.type('colleague edits')
  await expect(palette(page).chosen).toContainText(command)
  await page.keyboard.press('Enter')
  await expect(said(page, 'Dana Whitfield changed notes and address line 1 in the service.')).toBeVisible()
  await release(page)
  await expect(outbox(page).link).toContainText('1 need your decision')
  await outbox(page).decide.click()
  const { about } = outbox(page)
  await expect(about.field('Notes')).toContainText('Dana Whitfield (2)')
  await expect(about.field('Notes')).toContainText('Of ours.')
  await about.side('Notes', 'Both, put together').check()
  await about.saveAndSend.click()
  await expect(page.getByRole('main')).toContainText('Arrived')
  await page.goto(person)
  await expect(record(page).field('Address line 1')).toHaveText('102 Quarry Road')
  for (const words of ['Dana Whitfield (1)', 'Dana Whitfield (2)', 'Of ours.']) {
    await expect(record(page).section('Notes')).toContainText(words)
  }
  await expect(editing(page).pending).toBeHidden()
})

test('a tenant is offered no such colleague', async ({ page, computer, launch, tenant }) => {
  await openTenant({ page, computer, launch, tenant })
  await grid(page, 'Households').rowAt(0).getByRole('link').first().click()
  await expect(editing(page).edit).toBeVisible()
  await expect(frame(page).demoColleague).toBeHidden()
  await palette(page).open()
  await page.keyboard.type('edit this record')
  await expect(palette(page).line(/^Edit this record/)).toBeVisible()
  await expect(palette(page).line(command)).toBeHidden()
})
