import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePdf } from '../../sandbox/files/pdf.ts'
import { readPdf } from '../integration/packs/support/read-pdf.ts'
import { filePanel } from './pages/file-panel.ts'
import { pack } from './pages/pack.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { atService, openTenant } from './support/tenant.ts'
import { uploadDocuments } from './support/upload.ts'

test('a trustee that a document names is confirmed from the keyboard, and is on the estate and in the pack with the page', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const service = atService(tenant)
  const [trust] = await service.list('/entities?kind=REVOCABLE_TRUST&limit=1')
  const householdId = String(trust?.household_id)
  const [person] = await service.list(`/individuals?household_id=${householdId}&limit=100`)
  const name = [person?.first_name, person?.last_name].join(' ')
  const full = [person?.first_name, person?.middle_name, person?.last_name, person?.suffix].filter(Boolean).join(' ')
  const title = String(trust?.display_name)
  const content = writePdf('TRUST AGREEMENT', [
    `${name} shall serve as Trustee of the ${title}.`,
    'The trust estate, its principal and income are held for the beneficiaries.',
  ])
  const [id] = await uploadDocuments(tenant, [
    { name: 'Trust agreement', fileName: 'agreement.pdf', content, householdId },
  ])
  await openTenant({ page, computer, launch, tenant })
  const base = new URL(page.url()).pathname.split('/').slice(0, 3).join('/')
  const go = (path: string) => page.goto(new URL(`${base}/${path}`, page.url()).href)

  await go(`documents/${id}`)
  await filePanel(page).download.click()
  const confirm = page.getByRole('button', { name: `Confirm Trustee ${name}` })
  await expect(confirm).toBeVisible()
  await page.getByRole('link', { name: `Page 1: Trustee ${name}` }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('pdf-match-at-hand')?.size)).toBe(1)
  await confirm.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Take back Trustee ${name}` })).toBeFocused()

  await go(`entities/${String(trust?.id)}`)
  const roles = record(page).section(/^Roles/)
  await expect(roles).toContainText(`Trustee: ${full}`)
  await expect(roles.getByRole('link', { name: 'Trust agreement, page 1' })).toBeVisible()
  await go(`households/${householdId}`)
  await pack(page).open.focus()
  await page.keyboard.press('Enter')
  await pack(page).save.focus()
  await page.keyboard.press('Enter')
  await expect(pack(page).saved).toBeVisible()
  const downloads = join(computer.folder, 'downloads')
  const [file = ''] = readdirSync(downloads).filter((each) => each.endsWith('.pdf'))
  const pdf = await readPdf(readFileSync(join(downloads, file)))
  // pdf.js divides words at ligatures.
  const plain = (text: string) => text.replace(/\s+/g, '')
  expect(plain(pdf.pages.join(''))).toContain(plain(`${full}, Trustee (Trust agreement, page 1)`))
  await service.close()
})
