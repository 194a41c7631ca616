import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { editing, form } from './pages/form.ts'
import { record } from './pages/record.ts'
import { undo } from './pages/undo.ts'
import { expect, test } from './support/fixtures.ts'
import { atService, openTenant } from './support/tenant.ts'
import { words } from './words.ts'

async function anotherWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await record(page).run(words.buttons.openInNewWindow)
  return opened
}

test('a form that was open while another window saved asks about the same field before it saves, and neither is lost', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  writeFileSync(join(computer.userDataDir, 'preferences.json'), JSON.stringify({ undo_seconds: 60 }))
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const [person] = (await service.list('/individuals?limit=50')).filter(({ is_deceased }) => is_deceased === false)
  const path = `/individuals/${String(person?.id)}`
  await page.goto(page.url().replace(/\/households.*/, path))
  const other = await anotherWindow(page)
  await editing(other).edit.click()
  const late = form(other, words.records.individual)
  await late.text(words.fields.email).fill('second@example.com')
  await late.text(words.fields.notes).fill('Seen in the second window.')

  await editing(page).edit.click()
  const first = form(page, words.records.individual)
  await first.text(words.fields.email).fill('first@example.com')
  await first.save.click()
  await expect(first.root).toBeHidden()

  const asked = late.root.getByRole('region', { name: words.form.changedMeanwhile })
  await expect(asked).toContainText('first@example.com')
  await late.save.click()
  await expect(late.root).toContainText(words.form.chooseFirst)
  await asked.getByRole('button', { name: words.form.keepMine }).click()
  await expect(asked).toBeHidden()
  await late.save.click()
  await expect(late.root).toBeHidden()
  await expect(record(page).field(words.fields.email)).toHaveText('second@example.com')

  // The message in the first window still undoes what was saved there, and nothing else.
  await undo(page).inToast.click()
  await expect(undo(page).undone).toBeVisible()
  await expect(record(page).field(words.fields.email)).toHaveText('second@example.com')
  await undo(page).atRecord.sendNow.click()
  await expect(undo(other).toast).toBeHidden()
  await expect
    .poll(() => service.get(path))
    .toMatchObject({ email: 'second@example.com', notes: 'Seen in the second window.' })
  await service.close()
})
