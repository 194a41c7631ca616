import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { writePdf } from '../../sandbox/files/pdf.ts'
import { dragFiles, intake } from './pages/intake.ts'
import { lock } from './pages/lock.ts'
import { presenter } from './pages/presenter.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { writePolicy } from './support/policy.ts'
import type { Computer } from './support/steward.ts'
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

/** Words and an amount of the second file's pages, which its name and the service do not have. */
const [heading, amount, stranger] = ['LAST WILL AND TESTAMENT OF OTTILIE MARSHALL', '$4,321,987', 'Ottilie Marshall']

const onlyName = 'Your firm lets only its name be read.'

/** Drops a will with canaries on its page onto the first household. Returns the address of that household. */
async function dropWill(page: Page, computer: Computer, household: string): Promise<string> {
  const path = join(computer.folder, file)
  const text = `I, ${stranger}, leave ${amount} to my sister. My executor holds the residue. Dated: March 3, 2019`
  writeFileSync(path, writePdf(heading, [text]))
  const address = page.url().replace(/\/households.*/, `/households/${household}`)
  await page.goto(address)
  await expect(record(page).section(/^Documents/)).toBeVisible()
  const drag = await dragFiles(page, [path])
  await drag.over()
  await drag.drop()
  await expect(intake(page).row(file)).toBeVisible()
  return address
}

/** Which of the words of the page are anywhere in the window. */
async function shown(page: Page): Promise<string[]> {
  const texts = [await page.content(), await page.title(), await page.locator('html').ariaSnapshot()]
  return [heading, amount, stranger].filter((one) => texts.some((text) => text.includes(one)))
}

test('where the firm forbids the text of files, only the name of a dropped file proposes, and words that were read go @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const decide = (policy: object) => {
    computer.variables.STEWARD_POLICY = writePolicy(computer.folder, policy)
  }
  decide({})
  await openTenant({ page, computer, launch, tenant })
  const [household] = await atService(tenant).list('/households?limit=1')
  await dropWill(page, computer, String(household?.id))
  const tray = intake(page)
  await expect(tray.row(file)).toContainText(`“${heading}”`)
  await expect(tray.cell(words.fields.type, file)).toHaveText('Will')

  decide({ no_document_text: true })
  await expect(tray.row(file)).toContainText(onlyName)
  await expect(tray.cell(words.fields.type, file)).not.toHaveText('Will')
  expect(await shown(page)).toEqual([])
  await page.reload()
  await expect(tray.row(file)).toContainText(onlyName)
  expect(await shown(page)).toEqual([])

  decide({})
  await expect(tray.row(file)).toContainText(`“${heading}”`)
})

test('no word of a dropped file’s pages is shown behind the lock, or while presenting @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const [household] = await atService(tenant).list('/households?limit=1')
  const address = await dropWill(page, computer, String(household?.id))
  const tray = intake(page)
  await expect(tray.row(file)).toContainText(`“${heading}”`)
  expect(await shown(page)).toContain(heading)

  await lock(page).keys()
  await expect(lock(page).title).toBeVisible()
  expect(await shown(page)).toEqual([])
  await page.reload()
  await expect(lock(page).title).toBeVisible()
  expect(await shown(page)).toEqual([])
  await lock(page).unlock.click()
  await expect(tray.row(file)).toContainText(`“${heading}”`)

  const trayAddress = page.url()
  await page.goto(address)
  await expect(record(page).section(/^Documents/)).toBeVisible()
  await presenter(page).keys()
  await expect(presenter(page).mark).toBeVisible()
  expect(await shown(page)).toEqual([])
  await page.goto(trayAddress)
  await expect(presenter(page).notShown).toBeVisible()
  expect(await shown(page)).toEqual([])

  await presenter(page).leave.click()
  await page.goto(trayAddress)
  await expect(tray.row(file)).toContainText(`“${heading}”`)
})
