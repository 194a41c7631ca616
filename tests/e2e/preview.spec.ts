import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { madeFiles } from '../doubles/made-files.ts'
import { makeIwork, makeOffice } from '../doubles/make-zip.ts'
import { filePanel } from './pages/file-panel.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { intake } from './pages/intake.ts'
import { outbox } from './pages/outbox.ts'
import { record } from './pages/record.ts'
import { goTo } from './support/alarms.ts'
import { control, expect, test } from './support/fixtures.ts'
import { manyPages } from './support/pdf-writer.ts'
import { protectedPdf } from './support/protected-pdf.ts'
import { atService, openDemoFirm, openTenant } from './support/tenant.ts'
import { type Uploaded, uploadDocuments } from './support/upload.ts'
import { words } from './words.ts'

const base = (page: Page) => new URL(page.url()).pathname.split('/').slice(0, 3).join('/')

/** A grey PNG of any size; only its header states the size. */
function png(width: number, height: number): Buffer {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n
    for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    return c >>> 0
  })
  const crc = (bytes: Buffer) => {
    let c = 0xffffffff
    for (const byte of bytes) c = (crcTable[(c ^ byte) & 255] ?? 0) ^ (c >>> 8)
    return (c ^ 0xffffffff) >>> 0
  }
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const out = Buffer.alloc(8 + data.length + 4)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc(body), 8 + data.length)
    return out
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const pixels = Buffer.alloc(Math.min((width + 1) * height, 1_000_000), 120)
  // Each row begins with its filter type: 0 for none.
  for (let row = 0; row < pixels.length; row += width + 1) pixels[row] = 0
  const rows = deflateSync(pixels)
  const start = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** A PDF of 6 MB, which is larger than one read. */
const largePdf = manyPages(3000, (page) => {
  const word = page === 2999 ? 'chrysanthemum ' : ''
  return `Page number ${page + 1} ${word}${'of the ledger '.repeat(130)}`
})

const documents: readonly Uploaded[] = [
  { name: 'Ledger', fileName: 'ledger.pdf', content: largePdf },
  { name: 'Photograph', fileName: 'photo.png', content: png(300, 200), mediaType: 'image/png' },
  { name: 'Bomb', fileName: 'bomb.png', content: png(60_000, 60_000), mediaType: 'image/png' },
  {
    name: 'Positions',
    fileName: 'positions.csv',
    content: Buffer.from(
      `Security,Value\n${Array.from({ length: 12_000 }, (_, at) => `"Fund ${at}, A",${at * 7}`).join('\n')}\n`,
    ),
    mediaType: 'text/csv',
  },
  {
    name: 'Letter',
    fileName: 'letter.txt',
    content: Buffer.from(Array.from({ length: 5000 }, (_, at) => `Line ${at + 1} for Zoë`).join('\r\n'), 'latin1'),
    mediaType: 'text/plain',
  },
  {
    name: 'Notes',
    fileName: 'notes.md',
    content: Buffer.from('# Meeting\n\n- **First** point\n'),
    mediaType: 'text/markdown',
  },
  {
    name: 'Memo',
    fileName: 'memo.txt',
    content: Buffer.from(`${'The trustee wrote a long sentence, '.repeat(40)}and ended it.\n`),
    mediaType: 'text/plain',
  },
]

async function openDocument(page: Page, id: string | undefined, name: string) {
  await goTo(page, `${base(page)}/documents/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  const files = filePanel(page)
  await files.download.click()
  return files
}

test('a large PDF is read as its pages are looked at: pages, search, zoom, turning and printing @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const [id] = await uploadDocuments(tenant, documents.slice(0, 1))
  await openTenant({ page, computer, launch, tenant })
  const files = await openDocument(page, id, 'Ledger')
  await expect(files.pdfPage(1)).toContainText('Page number 1')
  await expect(files.root).toContainText('of 3,000')

  await files.pageField.fill('1500')
  await files.pageField.press('Enter')
  await expect(files.pdfPage(1500)).toContainText('Page number 1500')
  await expect(files.pageField).toHaveValue('1500')

  await page.keyboard.press('Control+f')
  await files.findField.fill('CHRYSANTHEMUM')
  await expect(files.findCount).toHaveText('1 of 1')
  await expect(files.pdfPage(3000)).toContainText('chrysanthemum')
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('pdf-match-at-hand')?.size)).toBe(1)
  await files.findField.fill('no such word')
  await expect(files.findCount).toHaveText('Not found')
  await page.keyboard.press('Escape')

  const widthOf = async () => (await files.pdfPage(3000).boundingBox())?.width ?? 0
  const fitted = await widthOf()
  await page.keyboard.press('+')
  await expect.poll(widthOf).toBeGreaterThan(fitted)
  await files.root.getByRole('button', { name: words.file.wholePage }).click()
  await expect.poll(widthOf).toBeLessThan(fitted)
  await files.root.getByRole('button', { name: words.file.turn }).click()
  await expect
    .poll(async () => {
      const box = await files.pdfPage(3000).boundingBox()
      return box !== null && box.width > box.height
    })
    .toBe(true)
  await expect(files.root.getByRole('button', { name: words.file.print })).toBeDisabled()
  await expect(files.pageField).toHaveValue('3000')
})

test('a PDF is printed as pictures of its pages @campaign', async ({ page, computer, launch, tenant }) => {
  const short = { name: 'Deed', fileName: 'deed.pdf', content: manyPages(3, (at) => `Sheet ${at + 1}`) }
  const [id] = await uploadDocuments(tenant, [short])
  await openTenant({ page, computer, launch, tenant })
  const files = await openDocument(page, id, 'Deed')
  await page.evaluate(() => {
    window.print = () => {
      const sheets = [...document.querySelectorAll<HTMLImageElement>('body > div > img')]
      document.title = `Printed ${sheets.map(({ naturalWidth, naturalHeight }) => `${naturalWidth}×${naturalHeight}`).join(' ')}`
    }
  })
  await expect(files.pdfPage(1)).toContainText('Sheet 1')
  await page.keyboard.press('Control+p')
  await expect(page).toHaveTitle('Printed 1275×1650 1275×1650 1275×1650')
  expect(await page.locator('body > div > img').count()).toBe(0)
})

test('pictures, tables, text and Markdown are shown, and a picture of gigabytes is not decoded @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const ids = await uploadDocuments(tenant, documents)
  await openTenant({ page, computer, launch, tenant })

  let files = await openDocument(page, ids[1], 'Photograph')
  const picture = files.preview('image').getByRole('img', { name: 'photo.png' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await expect(files.root).toContainText('300 × 200 pixels')

  files = await openDocument(page, ids[2], 'Bomb')
  await expect(files.root).toContainText('too large to show here')
  await expect(files.root).toContainText('60,000 × 60,000 pixels')

  files = await openDocument(page, ids[3], 'Positions')
  await expect(files.preview('csv').getByRole('columnheader', { name: 'Security' })).toBeVisible()
  await expect(files.root).toContainText('The first 10,000 rows are shown.')
  await files.preview('csv').locator('section').press('End')
  await files
    .preview('csv')
    .locator('section')
    .evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(files.preview('csv').getByRole('cell', { name: 'Fund 9999, A' })).toBeVisible()
  expect(await files.preview('csv').getByRole('row').count()).toBeLessThan(100)

  files = await openDocument(page, ids[4], 'Letter')
  await expect(files.preview('text')).toContainText('Line 1 for Zoë')
  await files
    .preview('text')
    .locator('section')
    .evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(files.preview('text')).toContainText('Line 5000 for Zoë')

  files = await openDocument(page, ids[5], 'Notes')
  await expect(files.preview('markdown').getByRole('heading', { name: 'Meeting' })).toBeVisible()

  files = await openDocument(page, ids[6], 'Memo')
  await expect(files.preview('text')).toContainText('and ended it.')
  const beyond = await files
    .preview('text')
    .locator('section')
    .evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(beyond).toBe(0)
})

test('a PDF under a password asks for it; Office documents are told about, and opened elsewhere as copies @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const office = [
    ['docx', 'Word'],
    ['xlsx', 'Excel'],
    ['pptx', 'PowerPoint'],
  ] as const
  const apple = [
    ['pages', 'Pages'],
    ['numbers', 'Numbers'],
  ] as const
  const ids = await uploadDocuments(tenant, [
    { name: 'Sealed', fileName: 'sealed.pdf', content: protectedPdf('open sesame') },
    ...office.map(([kind, program]) => ({
      name: `For ${program}`,
      fileName: `draft.${kind}`,
      content: makeOffice(kind),
    })),
    ...apple.map(([kind, program]) => ({
      name: `For ${program}`,
      fileName: `draft.${kind}`,
      content: makeIwork(kind),
    })),
  ])
  await openTenant({ page, computer, launch, tenant })

  const sealed = await openDocument(page, ids[0], 'Sealed')
  const password = sealed.root.getByLabel(words.file.password, { exact: true })
  await password.fill('guess')
  await page.keyboard.press('Enter')
  await expect(sealed.root).toContainText('Wrong password.')
  await password.fill('open sesame')
  await page.keyboard.press('Enter')
  await expect(sealed.pdfPage(1)).toContainText('What a person should see')

  for (const [at, [kind, program]] of [...office, ...apple].entries()) {
    const files = await openDocument(page, ids[at + 1], `For ${program}`)
    await expect(files.root).toContainText(new RegExp(`Open it in ${program}( or a similar program)?, or save a copy.`))
    await files.open.click()
    await expect(files.root).toContainText('Opened as a private copy')
    expect(computer.openedAddresses().at(-1)).toMatch(new RegExp(`/opened/[0-9a-f]{32}/draft\\.${kind}$`))
  }
})

test('a file waiting to be uploaded is read meanwhile, and stays on this computer once it is there @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const [household] = await service.list('/households?limit=1')
  await goTo(page, `${base(page)}/households/${household?.id}`)
  const path = join(computer.folder, 'minutes.md')
  writeFileSync(path, '# Minutes of the trustees\n')
  await control(tenant, 'offline')
  await intake(page).add.click()
  const choosing = page.waitForEvent('filechooser')
  await intake(page).pick(words.intake.files).click()
  await (await choosing).setFiles([path])
  await intake(page).cell(words.fields.type, 'minutes.md').click()
  await intake(page).option('Other').click()
  await intake(page).upload.click()
  await expect(outbox(page).link).toContainText('1')
  const openMinutes = async () => {
    await frame(page).link(words.lists.documents).click()
    await grid(page, words.lists.documents).rowWith('minutes').first().getByRole('link').first().click()
  }
  await openMinutes()

  const files = filePanel(page)
  await expect(files.preview('markdown').getByRole('heading', { name: 'Minutes of the trustees' })).toBeVisible()
  await expect(files.root).toContainText('waiting to be uploaded')
  await control(tenant, 'online')
  await outbox(page).link.click()
  await expect(outbox(page).waiting).toHaveCount(0)
  await openMinutes()
  await expect(files.preview('markdown').getByRole('heading', { name: 'Minutes of the trustees' })).toBeVisible()
  await expect(files.root).toContainText('on this computer')
  await service.close()
})

test('a file is downloaded, shown offline, saved, and removed again; the lists say that it is here', async ({
  page,
  computer,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await frame(page).link(words.lists.documents).click()
  const list = grid(page, words.lists.documents)
  await list.waitForRows()
  const row = list.rowAt(0)
  await expect(row.getByText(words.file.here)).toHaveCount(0)
  await row.getByRole('link').first().click()
  const files = filePanel(page)
  await expect(files.root).toContainText('The file is not on this computer')
  await page.keyboard.press('d')
  await expect(files.root.locator('[data-preview]')).toBeVisible()
  const name = await files.root.locator('bdi').first().innerText()

  await frame(page).takeDemoOffline()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(list.rowAt(0).getByText(words.file.here)).toHaveCount(1)
  await expect(list.rowAt(0).locator('img')).toBeVisible()
  await list.rowAt(0).getByRole('link').first().click()
  await expect(files.root.locator('[data-preview]')).toBeVisible()

  await files.saveAs.click()
  await expect(files.showInFolder).toBeVisible()
  const saved = readdirSync(join(computer.folder, 'downloads'))
  expect(saved).toEqual([name])
  expect(readFileSync(join(computer.folder, 'downloads', name)).length).toBeGreaterThan(100)

  await files.more.click()
  await page.getByRole('menuitem', { name: words.file.remove }).click()
  await expect(files.root).toContainText('The file is not on this computer')
  await files.download.click()
  await expect(files.root.getByRole('alert')).toContainText('The service cannot be reached')
})

test('a summary is read and edited beside its document, and what the machine wrote is kept @campaign', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await frame(page).link(words.lists.summaries).click()
  const list = grid(page, words.lists.summaries)
  await list.waitForRows()
  await page.keyboard.press('f')
  const ofFormat = page.getByRole('form', { name: words.list.filter })
  await ofFormat.getByRole('combobox', { name: words.list.column }).selectOption({ label: 'Format' })
  await ofFormat.getByRole('combobox', { name: words.list.values }).click()
  await page.getByRole('option', { name: 'Markdown' }).click()
  await page.keyboard.press('Tab')
  await ofFormat.getByRole('button', { name: words.list.apply }).click()
  await page.getByRole('row').filter({ hasText: words.values.aiGenerated }).first().getByRole('link').first().click()
  const files = filePanel(page)
  await files.download.click()
  await expect(files.root.locator('[data-preview]')).toBeVisible()
  const summary = record(page).section(words.fields.summary)
  const before = (await summary.locator('ul').first().innerText()).trim()
  expect(before.length).toBeGreaterThan(10)

  await page.getByRole('button', { name: words.file.asPdf }).click()
  await expect(page.getByRole('button', { name: words.file.openPdf })).toBeVisible()

  await page.getByRole('button', { name: words.buttons.edit, exact: true }).click()
  await page.getByRole('textbox', { name: words.fields.summary }).fill('## Mine\n\n- quokka')
  await expect(files.root.locator('[data-preview]')).toBeVisible()
  await page.getByRole('button', { name: words.buttons.save, exact: true }).click()
  await page.getByRole('button', { name: words.form.markUserEntered }).click()
  await expect(summary).toContainText('quokka')
  await summary.getByRole('button', { name: words.form.showOriginal }).click()
  await expect(page.getByRole('region', { name: words.form.original })).toContainText(before.split('\n')[0] ?? '')

  await frame(page).link(words.lists.documents).click()
  await grid(page, words.lists.documents).waitForRows()
  await page.keyboard.press('f')
  const filter = page.getByRole('form', { name: words.list.filter })
  await filter.getByRole('combobox', { name: words.list.column }).selectOption({ label: 'Text of summaries' })
  await filter.getByRole('textbox', { name: words.list.value }).fill('quokka')
  await filter.getByRole('button', { name: words.list.apply }).click()
  await expect(page.getByRole('list', { name: words.list.filters })).toContainText(
    'Text of summaries contains “quokka”',
  )
  await expect(grid(page, words.lists.documents).rowAt(0)).toBeVisible()
  await expect(page.getByRole('grid', { name: words.lists.documents })).toHaveAttribute('aria-rowcount', '2')
})

/** A photo of 60 × 40 pixels that is to be turned by a quarter. */
async function turnedPhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 60
    canvas.height = 40
    return canvas.toDataURL('image/jpeg').replace('data:image/jpeg;base64,', '')
  })
  const jpeg = Buffer.from(base64, 'base64')
  const tiff = Buffer.from('4d4d002a00000008 0001 0112 0003 00000001 00060000 00000000'.replaceAll(' ', ''), 'hex')
  const exif = Buffer.concat([Buffer.from('ffe1', 'hex'), Buffer.alloc(2), Buffer.from('Exif\0\0'), tiff])
  exif.writeUInt16BE(exif.length - 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
}

const made = (what: string) => {
  const file = madeFiles.find((one) => one.what === what)
  if (file === undefined) throw new Error(`No file is made as ${what}.`)
  return { name: what, fileName: file.name, content: file.bytes, mediaType: file.mediaType }
}

const mail = [
  'From: Ben Weber <ben@example.com>',
  'To: Ada <ada@example.com>',
  'Subject: The trust of',
  ' the Alvarez family',
  'Date: Mon, 2 Mar 2026 10:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="b"',
  '',
  '--b',
  'Content-Type: text/html',
  '',
  '<p>Dear Ada,</p><img src="https://evil.test/x.png"><script>window.__ran=1</script>',
  '--b',
  'Content-Type: application/pdf; name="Deed.pdf"',
  'Content-Disposition: attachment; filename="Deed.pdf"',
  '',
  '%PDF-1.4',
  '--b--',
]

test('what cannot be shown says why and what to do; mail is text, and a turned photo has the size that is seen @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const words = [
    ['a telephone’s photo', 'Photo (HEIC)', 'Save a copy, and open it in a program for pictures.'],
    ['a TIFF with its directory at the end', 'Scan or picture (TIFF)', 'Save a copy'],
    ['a Word document with macros', 'Word document with macros', 'It contains macros'],
    ['a Word document with an attached template', 'Word document', 'It loads something from elsewhere'],
    ['a Word document with a password', 'Office document with a password', 'It is encrypted'],
    ['a Word document of 97', 'Word document (97–2003)', 'Word or a similar program'],
    ['an OpenDocument text', 'OpenDocument text', 'LibreOffice'],
    ['a ZIP', 'Archive (ZIP)', 'unpack it'],
    ['bytes that are nothing', 'Unknown kind of file', 'of no kind that Steward knows'],
  ] as const
  const ids = await uploadDocuments(tenant, [
    {
      name: 'Form',
      fileName: 'form.pdf',
      content: readFileSync(join(import.meta.dirname, '../fixtures/files/xfa.pdf')),
    },
    { name: 'Turned', fileName: 'photo.jpg', content: await turnedPhoto(page), mediaType: 'image/jpeg' },
    { name: 'Letter', fileName: 'letter.eml', content: Buffer.from(mail.join('\r\n')), mediaType: 'message/rfc822' },
    {
      name: 'Doubtful',
      fileName: 'doubtful.csv',
      content: Buffer.from('Security,Value\nFund A,1\nFund B,2,3\nFund C,4\n'),
      mediaType: 'text/csv',
    },
    { ...made('a PDF after some text'), name: 'Printed' },
    ...words.map(([what]) => made(what)),
  ])
  await openTenant({ page, computer, launch, tenant })

  let files = await openDocument(page, ids[0], 'Form')
  await expect(files.needsReader).toBeVisible()
  files = await openDocument(page, ids[1], 'Turned')
  await expect(files.root).toContainText('40 × 60 pixels')
  files = await openDocument(page, ids[2], 'Letter')
  const shown = files.preview('mail')
  await expect(shown.getByRole('definition')).toContainText([
    'The trust of the Alvarez family',
    'Ben Weber <ben@example.com>',
    'Ada <ada@example.com>',
    'Mar 2, 2026',
    'Deed.pdf (PDF, 9 bytes)',
  ])
  await expect(shown).toContainText('Dear Ada,')
  expect(await shown.locator('img, script, a').count()).toBe(0)
  files = await openDocument(page, ids[3], 'Doubtful')
  await expect(files.preview('csv')).toContainText('In doubt: row 3, with another number of cells')
  files = await openDocument(page, ids[4], 'Printed')
  await expect(files.root).toContainText('PDF ·')
  await expect(files.preview('pdf')).toBeVisible()

  for (const [at, [what, kind, hint]] of words.entries()) {
    files = await openDocument(page, ids[at + 5], what)
    await expect(files.root).toContainText(`${kind} ·`)
    await expect(files.root.getByText(hint).last()).toBeVisible()
  }
})
