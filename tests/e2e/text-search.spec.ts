import type { Page } from '@playwright/test'
import { makeZip } from '../doubles/make-zip.ts'
import { filePanel } from './pages/file-panel.ts'
import { frame } from './pages/frame.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { goTo } from './support/alarms.ts'
import { expect, test } from './support/fixtures.ts'
import { manyPages } from './support/pdf-writer.ts'
import { openTenant } from './support/tenant.ts'
import { type Uploaded, uploadDocuments } from './support/upload.ts'
import { words } from './words.ts'

const base = (page: Page) => new URL(page.url()).pathname.split('/').slice(0, 3).join('/')

const sentence = 'My health care proxy is Ottilie Marsh'

const directive = manyPages(6, (page) =>
  page === 3 ? `${sentence}, 123-45-6789` : `Page ${page + 1} of the directive, about other matters.`,
)

const paragraphs = (texts: readonly string[]) =>
  `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${texts
    .map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)
    .join('')}</w:body></w:document>`

const letter = makeZip([
  {
    name: '[Content_Types].xml',
    text: '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  },
  {
    name: '_rels/.rels',
    text: '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  },
  { name: 'word/document.xml', text: paragraphs(['Dear family,', 'the chrysanthemum clause was removed in March.']) },
])

const documents: readonly Uploaded[] = [
  { name: 'Directive', fileName: 'directive.pdf', content: directive },
  {
    name: 'Letter',
    fileName: 'letter.docx',
    content: letter,
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  {
    name: 'Notes',
    fileName: 'notes.txt',
    content: Buffer.from(
      Array.from({ length: 3000 }, (_, at) =>
        at === 2500 ? 'The gardener keeps the marigold key.' : `Line ${at + 1}`,
      ).join('\n'),
    ),
    mediaType: 'text/plain',
  },
]

/** Downloads each document's file; Steward then reads it. */
async function download(page: Page, ids: readonly string[]) {
  for (const [at, id] of ids.entries()) {
    await goTo(page, `${base(page)}/documents/${id}`)
    await expect(record(page).title).toHaveText(documents[at]?.name ?? '')
    await filePanel(page).download.click()
    await expect(filePanel(page).open).toBeVisible()
  }
}

const marked = (page: Page, name: string) => page.evaluate((key) => CSS.highlights.get(key)?.size ?? 0, name)

test('a sentence of a document is found by keys alone, its page opens with the words marked, and Back returns', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const ids = await uploadDocuments(tenant, documents)
  await openTenant({ page, computer, launch, tenant })
  await download(page, ids)
  await goTo(page, `${base(page)}/documents/search`)
  await expect(page.getByText(words.texts.searchable(3))).toBeVisible()

  // From the palette: the first line is the page.
  await palette(page).open()
  await page.keyboard.type('"health care proxy is ottilie"')
  await expect(palette(page).group(words.texts.inDocuments).getByRole('option').first()).toContainText('Page 4')
  await expect(palette(page).chosen).toContainText('Directive')
  await expect(palette(page).chosen).not.toContainText('123-45-6789')
  await page.keyboard.press('Enter')
  await expect(record(page).title).toHaveText('Directive')
  await expect(filePanel(page).pageField).toHaveValue('4')
  await expect(filePanel(page).pdfPage(4)).toContainText('Ottilie Marsh')
  await expect(filePanel(page).findCount).toHaveText('1 of 1')
  await expect.poll(() => marked(page, 'pdf-match-at-hand')).toBe(1)
  await page.reload()
  await expect(filePanel(page).pageField).toHaveValue('4')
  await expect.poll(() => marked(page, 'pdf-match-at-hand')).toBe(1)
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.texts.title)

  // All results of the same words.
  await palette(page).open()
  await page.keyboard.type('marigold')
  await expect(palette(page).line(new RegExp(words.texts.all))).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(palette(page).chosen).toContainText(words.texts.all)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('searchbox', { name: words.texts.field })).toHaveValue('marigold')
  const found = page.getByRole('list', { name: words.texts.found })
  await expect(found.getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('j')
  await expect(found.getByRole('link', { name: 'Notes' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(record(page).title).toHaveText('Notes')
  await expect(filePanel(page).root.getByText('The gardener keeps the marigold key.')).toBeInViewport()
  await expect.poll(() => marked(page, 'sought-words')).toBe(1)
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(found.getByRole('link', { name: 'Notes' })).toBeVisible()

  // A kind without a preview shows the text of the page.
  await page.getByRole('searchbox', { name: words.texts.field }).fill('crysanthemum')
  await expect(page.getByText(words.texts.corrected('crysanthemum', 'chrysanthemum'))).toBeVisible()
  await found.getByRole('link', { name: 'Letter' }).click()
  await expect(filePanel(page).root.locator('mark')).toHaveText('chrysanthemum')
  await page.keyboard.press('Alt+ArrowLeft')

  // Nothing found says what was not searched.
  await page.getByRole('searchbox', { name: words.texts.field }).fill('qwertzuiop')
  await expect(page.getByText(words.texts.nothing)).toBeVisible()
  await page.getByRole('link', { name: words.texts.seeNotSearched }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.texts.notSearched)
  await expect(page.getByRole('list', { name: words.texts.notHere }).getByRole('listitem').first()).toBeVisible()
  await expect(frame(page).sync).toBeVisible()
})
