import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { writePdf } from '../../sandbox/files/pdf.ts'
import { readPdf } from '../integration/packs/support/read-pdf.ts'
import { filePanel } from './pages/file-panel.ts'
import { pack } from './pages/pack.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { writePdf as writeObjects } from './support/pdf-writer.ts'
import { atService, openTenant } from './support/tenant.ts'
import { uploadDocuments } from './support/upload.ts'

type Story = Parameters<typeof openTenant>[0]

/** Uploads a trust agreement of a household as a colleague, opens Steward, and downloads the file on the document's page. */
async function openAgreement(story: Story, { content, householdId }: { content: Buffer; householdId: string }) {
  const { page, tenant } = story
  const [id = ''] = await uploadDocuments(tenant, [
    { name: 'Trust agreement', fileName: 'agreement.pdf', content, householdId },
  ])
  await openTenant(story)
  const base = new URL(page.url()).pathname.split('/').slice(0, 3).join('/')
  const go = (path: string) => page.goto(new URL(`${base}/${path}`, page.url()).href)
  await go(`documents/${id}`)
  await filePanel(page).download.click()
  return { go, id }
}

/** Uploads a file that names a trustee of a trust as a colleague, and opens Steward. */
async function begin(story: Story, writeFile: (title: string, lines: string[]) => Promise<Buffer>) {
  const service = atService(story.tenant)
  const [trust] = await service.list('/entities?kind=REVOCABLE_TRUST&limit=1')
  const householdId = String(trust?.household_id)
  const [person] = await service.list(`/individuals?household_id=${householdId}&limit=100`)
  await service.close()
  const name = [person?.first_name, person?.last_name].join(' ')
  const full = [person?.first_name, person?.middle_name, person?.last_name, person?.suffix].filter(Boolean).join(' ')
  const content = await writeFile('TRUST AGREEMENT', [
    `${name} shall serve as Trustee of the ${String(trust?.display_name)}.`,
    'The trust estate, its principal and income are held for the beneficiaries.',
  ])
  const { go, id } = await openAgreement(story, { content, householdId })
  return { go, id, name, full, householdId, trustId: String(trust?.id) }
}

type Begun = Awaited<ReturnType<typeof begin>>

/** Confirms the trustee on the page of the document from the keyboard. */
async function confirmTrustee(page: Page, name: string) {
  await page.getByRole('button', { name: `Confirm Trustee ${name}` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Take back Trustee ${name}` })).toBeFocused()
}

/** Expects the trustee with the place in the document on the page of the trust and, saved from the keyboard, in the pack. */
async function expectTrustee({ page, computer }: Story, { go, full, householdId, trustId }: Begun, place: string) {
  await go(`entities/${trustId}`)
  const roles = record(page).section(/^Roles/)
  await expect(roles).toContainText(`Trustee: ${full}`)
  await expect(roles.getByRole('link', { name: place, exact: true })).toBeVisible()
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
  expect(plain(pdf.pages.join(''))).toContain(plain(`${full}, Trustee (${place})`))
}

test('a trustee that a document names is confirmed from the keyboard, and is on the estate and in the pack with the page', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const story = { page, computer, launch, tenant }
  const begun = await begin(story, async (title, lines) => writePdf(title, lines))
  await expect(page.getByRole('button', { name: `Confirm Trustee ${begun.name}` })).toBeVisible()
  await page.getByRole('link', { name: `Page 1: Trustee ${begun.name}` }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('pdf-match-at-hand')?.size)).toBe(1)
  await confirmTrustee(page, begun.name)
  await expectTrustee(story, begun, 'Trust agreement, page 1')
})

test('a trustee on a scan is confirmed after the scan was read, and is said to be read from a scan wherever it stands @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const story = { page, computer, launch, tenant }
  const begun = await begin(story, (title, lines) => writeScan(page, [title, ...lines]))
  await expect(filePanel(page).download).toHaveCount(0)
  await page.getByRole('button', { name: 'Read this scan now' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Read from a scan; words may be wrong.')).not.toHaveCount(0)
  await confirmTrustee(page, begun.name)
  await expectTrustee(story, begun, 'Trust agreement, page 1; read from a scan')
})

test('the sentence of a fact is added to a summary of its entity from the keyboard, and is sent', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const service = atService(tenant)
  const documents = await service.list('/documents?limit=100')
  const summaries = await service.list('/document-summaries?limit=100')
  const entities = await service.list('/entities?limit=100')
  const [chosen] = summaries.flatMap((summary) => {
    const of = documents.find(({ id }) => id === summary.document_id)
    const entity = entities.find(({ id, kind }) => id === of?.entity_id && String(kind).endsWith('_TRUST'))
    return entity ? [{ summary, entity }] : []
  })
  if (!chosen) throw new Error('No summary is of a trust.')
  const { summary, entity } = chosen
  const householdId = String(entity.household_id)
  const [person] = await service.list(`/individuals?household_id=${householdId}&limit=100`)
  const name = [person?.first_name, person?.last_name].join(' ')
  const sentence = `${name} shall serve as Trustee of the ${String(entity.display_name)}.`
  const content = writePdf('TRUST AGREEMENT', [sentence, 'The trust estate is held for the beneficiaries.'])
  await openAgreement({ page, computer, launch, tenant }, { content, householdId })
  await page.getByRole('button', { name: `Add to a summary: Trustee ${name}` }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add to a summary' })
  const choice = dialog.getByRole('radio', { name: String(summary.display_name) }).first()
  await choice.focus()
  await page.keyboard.press('Space')
  await expect(dialog).toContainText(`“${sentence}” (Trust agreement, page 1)`)
  if (summary.entry_mode === 'AI_AUTO') {
    await dialog.getByRole('radio', { name: 'Mark as user-entered' }).focus()
    await page.keyboard.press('Space')
  }
  await dialog.getByRole('button', { name: 'Add' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Added to the summary')).toBeVisible()
  await expect
    .poll(async () => {
      const sent = await service.list('/document-summaries?limit=100')
      return sent.find((one) => one.id === summary.id)?.summary
    })
    .toContain(`${String(summary.summary).trimEnd()}\n\n“`)
  await service.close()
})

/** A PDF whose page is a picture of lines, 8.5 by 4 inches at 300 dpi. */
async function writeScan(page: Page, lines: readonly string[]): Promise<Buffer> {
  const [width, height] = [816, 384]
  const drawn = await page
    .context()
    .browser()
    ?.newPage({ viewport: { width, height }, deviceScaleFactor: 300 / 96 })
  if (drawn === undefined) throw new Error('Pages are drawn in a browser that was launched.')
  await drawn.setContent('<body style="margin: 60px 90px; font: 16px/1.6 serif; background: white"></body>')
  await drawn.evaluate((texts) => {
    for (const text of texts) document.body.append(Object.assign(document.createElement('p'), { textContent: text }))
  }, lines)
  const stream = await drawn.screenshot({ type: 'jpeg', quality: 80 })
  await drawn.close()
  const color = '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode'
  return writeObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 288] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
    { entries: '', stream: 'q 612 0 0 288 0 0 cm /I Do Q' },
    {
      entries: `/Type /XObject /Subtype /Image /Width ${(width * 300) / 96} /Height ${(height * 300) / 96} ${color}`,
      stream,
    },
  ])
}
