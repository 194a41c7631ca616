import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { readZip } from '../doubles/read-zip.ts'
import { readPdf } from '../integration/packs/support/read-pdf.ts'
import { createSandboxClient } from '../integration/support/sandbox-client.ts'
import type { SandboxProcess } from '../integration/support/sandbox-process.ts'
import { estate } from './pages/estate.ts'
import { frame } from './pages/frame.ts'
import { palette } from './pages/palette.ts'
import { presenter } from './pages/presenter.ts'
import { record } from './pages/record.ts'
import { connectionOf, type Lookout, leaksIn, lookoutFor, openOwn, readAll } from './support/canaries.ts'
import { expect, test } from './support/fixtures.ts'
import { openTenant } from './support/tenant.ts'
import { command, words } from './words.ts'

test.use({ tenantOptions: ['--canaries'] })

/** Screens that show the presented household, by their addresses within the connection. */
const shownScreens = ({ own }: Lookout) => [
  'households',
  `households/${own.id}`,
  `two-dates?household=${own.id}`,
  'individuals',
  `individuals/${own.personId}`,
  'entities',
  `entities/${own.entityId}`,
  'valuations',
  `valuations/${own.valuationId}`,
  'documents',
  `documents/${own.documentId}`,
  'document-summaries',
  'users',
]

/** Screens that show other households, or only take input. */
const hiddenScreens = ({ own, another }: Lookout) => [
  'today',
  'changes',
  'dates',
  `households/${another.id}`,
  `entities/${another.entityId}`,
  'households/new',
  `households/${own.id}/individuals/new`,
  `entities/${own.entityId}/valuation/new`,
  'import',
  'intake',
  'statements',
  'bulk/households',
  'book',
  'two-dates',
  'quality',
  'doubles',
  `doubles/${own.personId}/${own.personId}`,
  `doubles/households/${own.id}/${own.id}`,
  'outbox',
  'activity',
  'travel',
  'set-aside',
  'asset-classes',
]

/** Screens that show no record before something is searched, or none at all. */
const bareScreens = ['documents/search', 'documents/search?q=cnry', 'documents/not-searched']

const loading = '[aria-busy="true"], [data-skeleton]'

/** Waits until nothing is loading and the page has read the same twice. */
async function still(page: Page): Promise<void> {
  await page.getByRole('main').first().waitFor()
  const seen = { text: '' }
  await expect
    .poll(async () => {
      const before = seen.text
      seen.text = await page.locator('body').innerText()
      const isLoading =
        (await page
          .locator(loading)
          .or(page.getByText(/^Loading/))
          .count()) > 0
      return seen.text === before && !isLoading
    })
    .toBe(true)
}

/** Focuses and points at everything that takes either, one after the other, and returns everything that appeared. */
const hints = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const seen = new Set<string>()
    const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    for (const element of document.querySelectorAll<HTMLElement | SVGElement>(
      'a, button, [tabindex], [title], svg g',
    )) {
      if (element.closest('[role="dialog"]')) continue
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
      element.focus({ preventScroll: true })
      await frames()
      for (const hint of document.querySelectorAll('[role="tooltip"], [class*="ooltip"]')) seen.add(hint.outerHTML)
      element.dispatchEvent(new MouseEvent('mouseout', { bubbles: true }))
    }
    return [...seen].join('\n')
  })

async function go(page: Page, path: string): Promise<void> {
  await page.goto(new URL(`${connectionOf(page)}/${path}`, page.url()).href)
  await still(page)
}

async function run(page: Page, title: string): Promise<void> {
  await palette(page).open()
  await page.keyboard.type(title)
  await palette(page).group(words.frame.commands).getByRole('option', { name: title }).click()
  await expect(palette(page).dialog).toBeHidden()
}

/** The text of a written file; of a workbook, of all its parts. */
function textOf(path: string): string {
  const bytes = readFileSync(path)
  return path.endsWith('.xlsx') ? [...readZip(bytes).values()].join('\n') : bytes.toString('utf8')
}

/** A colleague edits records of every household, with values that must not be shown. */
async function colleagueChanges(tenant: SandboxProcess): Promise<void> {
  const client = createSandboxClient(tenant)
  const { data } = (await client.api('/individuals?limit=100')).body as { data: { id: string; email?: string }[] }
  for (const { id, email } of data) {
    const json = { email: `cnrymailchanged${id.toLowerCase().replace(/[^a-z0-9]/g, '')}q@example.com` }
    if (email) expect((await client.api(`/individuals/${id}`, { method: 'PUT', json })).status).toBe(200)
  }
  await client.close()
}

test('no screen, hint, copy or file shows one of 2,000 canaries while presenting, and all show them afterwards @campaign', async ({
  page,
  clipboard,
  computer,
  launch,
  tenant,
}) => {
  test.setTimeout(600_000)
  await openTenant({ page, computer, launch, tenant })
  await colleagueChanges(tenant)
  await run(page, command('sync.start'))
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  const home = connectionOf(page)
  const lookout = await lookoutFor(tenant)
  expect(lookout.planted.size + lookout.amounts.size).toBeGreaterThan(2000)
  await openOwn(page, lookout)
  await presenter(page).keys()
  await expect(presenter(page).mark).toBeVisible()

  const found: string[] = []
  const look = async (screen: string) => {
    const text = `${await readAll(page)}\n${await hints(page)}\n${await readAll(page)}`
    found.push(...leaksIn(text, lookout).map((leak) => `${screen}: ${leak}`))
  }
  for (const path of shownScreens(lookout)) {
    await go(page, path)
    await expect(presenter(page).mark).toBeVisible()
    await expect(presenter(page).notShown).toBeHidden()
    await look(path)
  }
  for (const path of hiddenScreens(lookout)) {
    await go(page, path)
    await expect(page.getByRole('main').getByText(words.frame.notShown).first()).toBeVisible()
    await look(path)
  }
  for (const path of bareScreens) {
    await go(page, path)
    await expect(presenter(page).mark).toBeVisible()
    await look(path)
  }
  for (const path of ['/settings', '/licences', '/']) {
    await page.goto(new URL(path, page.url()).href)
    await still(page)
    await look(path)
  }

  // The folder exists from the first file on.
  const downloads = join(computer.folder, 'downloads')
  // A file that is being written has a hidden name until it is complete.
  const written = () => (existsSync(downloads) ? readdirSync(downloads).filter((name) => !name.startsWith('.')) : [])
  await page.goto(new URL(`${home}/households`, page.url()).href)
  const files = { count: 0 }
  const clip = { text: await clipboard.read() }
  for (const path of ['households', 'individuals', 'entities', 'valuations', 'documents', 'users']) {
    await go(page, path)
    await run(page, command('list.select-all'))
    await run(page, command('list.copy'))
    await expect.poll(() => clipboard.read()).not.toBe(clip.text)
    clip.text = await clipboard.read()
    found.push(...leaksIn(clip.text, lookout).map((leak) => `${path}, copied: ${leak}`))
    for (const format of ['list.export-csv', 'list.export-xlsx'] as const) {
      await run(page, command(format))
      files.count += 1
      await expect.poll(() => written().length).toBe(files.count)
    }
  }
  await openOwn(page, lookout)
  await estate(page).drawing.waitFor()
  // A client is shown no buttons, so no picture of the estate is saved.
  await expect(estate(page).export).toBeHidden()
  for (const name of written()) {
    const text = textOf(join(computer.folder, 'downloads', name))
    found.push(...leaksIn(text, lookout).map((leak) => `${name}: ${leak}`))
  }
  const paper = await readPdf(await page.pdf())
  found.push(...leaksIn([paper.title, ...paper.pages].join('\n'), lookout).map((leak) => `on paper: ${leak}`))
  expect(found).toEqual([])

  await presenter(page).keys()
  await expect(presenter(page).mark).toBeHidden()
  const empty: string[] = []
  for (const path of shownScreens(lookout)) {
    await go(page, path)
    if (leaksIn(await readAll(page), lookout).length === 0) empty.push(path)
  }
  expect(empty).toEqual([])
  await openOwn(page, lookout)
  await record(page).lastChecked.waitFor()
})
