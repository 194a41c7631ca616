import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePdf } from '../../sandbox/files/pdf.ts'
import { dragFiles, intake } from './pages/intake.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { atService, openTenant } from './support/tenant.ts'
import { words } from './words.ts'

const file = 'scan0001.pdf'

test('the pages of a dropped file propose all five fields, which are answered from the keyboard', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const [trust] = await service.list('/entities?kind=REVOCABLE_TRUST&limit=1')
  const owner = String(trust?.household_id)
  const people = await service.list(`/individuals?household_id=${owner}&limit=100`)
  const grantor = people.find(({ is_primary: primary }) => primary === true) ?? people[0]
  const person = [grantor?.first_name, grantor?.last_name].join(' ')
  const other = (await service.list('/households?limit=20')).find(({ id }) => id !== owner)
  const path = join(computer.folder, file)
  writeFileSync(
    path,
    writePdf('TRUST AGREEMENT', [
      String(trust?.display_name),
      `I, ${person}, of Camden, as grantor, establish this trust. The trustee holds the trust estate for the beneficiaries.`,
      'The trustee pays net income to the grantor.',
      'IN WITNESS WHEREOF the grantor has executed this agreement on March 3, 2019.',
    ]),
  )

  await page.goto(page.url().replace(/\/households.*/, `/households/${String(other?.id)}`))
  await expect(record(page).section(/^Documents/)).toBeVisible()
  const drag = await dragFiles(page, [path])
  await drag.over()
  await drag.drop()
  const tray = intake(page)
  const type = tray.cell(words.fields.type, file)
  await expect(type).toHaveText('Signed trust document')
  await expect(tray.row(file)).toContainText('Proposed from page 1')
  await expect(tray.row(file)).toContainText('“TRUST AGREEMENT')
  await expect(tray.cell(words.fields.entity, file)).toHaveText('None')
  await expect(tray.cell(words.intake.person, file)).toHaveText('None')

  await tray.check(file).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('This looks like another household’s')
  await page.getByRole('button', { name: words.intake.moveThere }).focus()
  await page.keyboard.press('Enter')

  await expect(tray.cell(words.fields.entity, file)).toHaveText(String(trust?.display_name))
  await expect(tray.cell(words.intake.person, file)).toContainText(String(grantor?.last_name))
  await expect(tray.check(file)).toHaveCount(0)
  await tray.addDate(file).focus()
  await page.keyboard.press('Enter')
  await expect(tray.name(file)).toHaveValue('scan0001 – Mar 3, 2019')
  await tray.cell(words.intake.person, file).focus()
  await page.keyboard.press('Delete')
  await expect(tray.cell(words.intake.person, file)).toHaveText('None')
  await expect(tray.cell(words.intake.person, file)).toBeFocused()

  await tray.upload.focus()
  await page.keyboard.press('Enter')
  await expect(tray.empty).toBeVisible()
  const uploaded = async () =>
    (await service.list(`/documents?household_id=${owner}&limit=1000`)).filter(
      ({ name }) => name === 'scan0001 – Mar 3, 2019',
    )
  await expect.poll(async () => (await uploaded()).length).toBe(1)
  expect(await uploaded()).toMatchObject([{ type: 'SIGNED_TRUST_DOCUMENT', entity_id: trust?.id }])
  await service.close()
})
