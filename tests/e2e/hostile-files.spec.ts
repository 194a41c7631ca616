import type { Locator, Page } from '@playwright/test'
import { filePanel } from './pages/file-panel.ts'
import { frame } from './pages/frame.ts'
import { foreign, goTo, watch } from './support/alarms.ts'
import { expect, test } from './support/fixtures.ts'
import { hostilePdfs } from './support/hostile-pdfs.ts'
import { payloads } from './support/payloads.ts'
import { openTenant } from './support/tenant.ts'
import { uploadDocuments } from './support/upload.ts'
import { words } from './words.ts'

const base = (page: Page) => new URL(page.url()).pathname.split('/').slice(0, 3).join('/')

/** Opens each document's page, downloads its file, waits for one of these results, and clicks where links could be. */
async function openEach(page: Page, ids: readonly string[], names: readonly string[], settled: Locator[]) {
  const files = filePanel(page)
  const anyOf = settled.reduce((one, other) => one.or(other))
  for (const [at, name] of names.entries()) {
    await test.step(name, async () => {
      await goTo(page, `${base(page)}/documents/${ids[at]}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await files.download.click()
      await expect(anyOf.first()).toBeVisible()
      await pressAround(page, files.root)
      expect(await foreign(page)).toBe(0)
      expect(await files.root.locator('a').count()).toBe(0)
    })
  }
}

/** Clicks where a link or a button of the file would be: it either fills the page or is at its top. */
async function pressAround(page: Page, root: Locator): Promise<void> {
  const area = await root.boundingBox()
  if (!area) throw new Error('There is no file to press.')
  for (const [x, y] of [
    [0.5, 0.5],
    [0.2, 0.3],
    [0.8, 0.9],
  ] as const)
    await page.mouse.click(area.x + area.width * x, area.y + area.height * y)
}

/** Opens a tenant with these documents and watches it from its first screen on; returns the alarms. */
async function watched(given: Parameters<typeof openTenant>[0]): Promise<string[]> {
  const { page } = given
  await openTenant(given)
  const alarms = await watch(page, new URL(page.url()).host)
  await page.reload()
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  return alarms
}

/** Expects no alarms, and checks that an alarm would have been noticed. */
async function expectQuiet(page: Page, alarms: readonly string[]): Promise<void> {
  expect(alarms).toEqual([])
  await page.evaluate(() => fetch('https://evil.test/').catch(() => undefined))
  await expect.poll(() => alarms.length).toBeGreaterThan(0)
}

/** `npm run safety` opens every file; other runs every third one, because each takes more than a second. */
const step = process.env.STEWARD_PROPERTY_RUNS === 'full' ? 1 : 3

test('a hostile PDF is drawn or told to be damaged, and nothing in it runs, leads elsewhere or asks for anything @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const names = Object.keys(hostilePdfs).filter((_, at) => at % step === 0)
  const pdfs = names.map((name) => ({ name, fileName: `${name}.pdf`, content: hostilePdfs[name] ?? Buffer.alloc(0) }))
  const ids = await uploadDocuments(tenant, pdfs)
  const alarms = await watched({ page, computer, launch, tenant })
  const files = filePanel(page)
  // A file that is not a PDF by its content never reaches the PDF reader.
  await openEach(page, ids, names, [
    files.pdfPage(1),
    files.cannotBeShown,
    files.needsReader,
    files.preview('none'),
    files.preview('text'),
  ])
  await expectQuiet(page, alarms)
})

test('hostile Markdown, text, CSV, mail and pictures are shown as text, and nothing in them runs or asks for anything @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const groups = Array.from({ length: 3 }, (_, group) => payloads.slice(group * 100, (group + 1) * 100))
  const csvOf = (texts: readonly string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}",1`).join('\n')
  const documents = [
    ...groups.map((texts, at) => ({
      name: `Markdown ${at}`,
      fileName: `notes ${at}.md`,
      mediaType: 'text/markdown',
      content: Buffer.from(`# Notes\n\n${texts.join('\n\n')}\n`),
    })),
    ...groups.map((texts, at) => ({
      name: `Table ${at}`,
      fileName: `table ${at}.csv`,
      mediaType: 'text/csv',
      content: Buffer.from(`what,count\n${csvOf(texts)}\n`),
    })),
    { name: 'Plain', fileName: 'all.txt', mediaType: 'text/plain', content: Buffer.from(payloads.join('\n')) },
    {
      name: 'Drawing',
      fileName: 'drawing.svg',
      mediaType: 'image/svg+xml',
      content: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" onload="window.__ran=1"><script>window.__ran=1</script></svg>',
      ),
    },
    {
      name: 'Mail',
      fileName: 'mail.eml',
      mediaType: 'message/rfc822',
      content: Buffer.from(
        `From: a@example.com\r\nSubject: ${payloads[0]?.replace(/[^ -~]/g, '')}\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${payloads.join('\r\n')}`,
      ),
    },
    {
      name: 'Page',
      fileName: 'page.html',
      mediaType: 'text/html',
      content: Buffer.from('<!doctype html><script>window.__ran=1</script><img src=x onerror="window.__ran=1">'),
    },
  ]
  const ids = await uploadDocuments(tenant, documents)
  const alarms = await watched({ page, computer, launch, tenant })
  const files = filePanel(page)
  const kinds = ['markdown', 'csv', 'text', 'mail', 'none'].map((kind) => files.preview(kind))
  await openEach(
    page,
    ids,
    documents.map(({ name }) => name),
    kinds,
  )
  await expectQuiet(page, alarms)
})
