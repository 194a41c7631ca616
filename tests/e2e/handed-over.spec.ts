import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordLink } from '../../shared/domain/record-link.ts'
import { frame } from './pages/frame.ts'
import { intake } from './pages/intake.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { statements } from './pages/statements.ts'
import { expect, test } from './support/fixtures.ts'
import { startAgain } from './support/handed-screens.ts'
import type { Steward } from './support/steward.ts'
import { openDemoFirm, showHouseholds } from './support/tenant.ts'
import { words } from './words.ts'

/** Returns the address that is printed if no window can be opened. */
async function freshAddress({ output }: Steward): Promise<string> {
  const address = () => /A new address: (\S+)/.exec(output())?.[1] ?? ''
  await expect.poll(address).toMatch(/^http:/)
  return address()
}

test('a link to a record opens it, and one that leads nowhere says so @campaign', async ({
  page,
  computer,
  launch,
  electron,
}) => {
  const steward = await openDemoFirm(page, launch)
  await showHouseholds(page)
  await palette(page).choose(words.lists.households, 'Abel Schulist')
  await expect(record(page).title).toHaveText('Abel Schulist')
  const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  await page.goBack()
  await expect(frame(page).heading).toHaveText(words.lists.households)

  await startAgain(computer.userDataDir, { links: ['steward://household/nobody'] })
  await expect(page.getByText(words.intake.lostLink)).toBeVisible()
  await startAgain(computer.userDataDir, { links: ['steward://evil/<img>'] })
  await expect(page.getByText('This is not a link to a Steward record')).toBeVisible()

  const link = recordLink({ resource: 'households', id }) ?? ''
  const known = steward.output().length
  await startAgain(computer.userDataDir, { links: [link] })
  if (electron === null)
    await page.goto(await freshAddress({ ...steward, output: () => steward.output().slice(known) }))
  await expect(record(page).title).toHaveText('Abel Schulist')
})

test('a custodian’s file that is opened with Steward is read as a statement instead @campaign', async ({
  page,
  computer,
  launch,
}) => {
  const steward = await launch(['--demo'])
  await page.goto(steward.url)
  await showHouseholds(page)
  const file = join(computer.folder, 'positions.csv')
  writeFileSync(file, 'Account Number,Symbol,Description,Current Value\nX10442871,NGH,NORTHGATE HOLDINGS INC,$10.20\n')
  await startAgain(computer.userDataDir, { files: [file] })
  await page
    .getByRole('dialog', { name: 'Add this document?' })
    .getByRole('button', { name: words.statements.readAs })
    .click()
  await expect(frame(page).heading).toHaveText(words.statements.title)
  await expect(statements(page).files).toContainText(['positions.csv'])
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('files that are opened with Steward wait for a household, and go to the tray @campaign', async ({
  page,
  computer,
  launch,
}) => {
  const steward = await launch(['--demo'])
  await page.goto(steward.url)
  await showHouseholds(page)
  const files = ['Last Will.txt', 'Deed.txt'].map((name) => join(computer.folder, name))
  for (const file of files) writeFileSync(file, `what is in ${file}`)
  await startAgain(computer.userDataDir, { files })
  const dialog = page.getByRole('dialog', { name: 'Add these 2 documents?' })
  await expect(dialog).toContainText('Last Will.txt')
  await expect(dialog.getByRole('button', { name: words.intake.addToTray })).toBeDisabled()
  await dialog
    .getByRole('combobox', { name: words.records.household })
    .or(dialog.getByRole('textbox', { name: words.records.household }))
    .click()
  await page.getByRole('option').first().click()
  await dialog.getByRole('button', { name: words.intake.addToTray }).click()
  await expect(frame(page).heading).toHaveText(words.intake.filesToUpload)
  await expect(intake(page).rows.filter({ hasText: 'Needs a type' })).toHaveCount(2)

  await startAgain(computer.userDataDir, { files: files.slice(0, 1) })
  const again = page.getByRole('dialog', { name: 'Add this document?' })
  await again.getByRole('button', { name: words.intake.doNotAdd }).click()
  await expect(again).toBeHidden()
  await expect(intake(page).rows).toHaveCount(2)
})
