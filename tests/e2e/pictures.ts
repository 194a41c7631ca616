import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright'
import { writePdf } from '../../sandbox/files/pdf.ts'
import { browserOptions } from '../../tools/lib/browser.mjs'
import { changes } from './pages/changes.ts'
import { composer } from './pages/composer.ts'
import { editing, form } from './pages/form.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { dragFiles, intake } from './pages/intake.ts'
import { list } from './pages/list.ts'
import { outbox } from './pages/outbox.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { start } from './pages/start.ts'
import { today } from './pages/today.ts'
import { travel } from './pages/travel.ts'
import { createComputer, startSteward } from './support/steward.ts'
import { readWordsOfScreens, recordedWords } from './support/words-of-screens.ts'
import { words } from './words.ts'

/**
 * Takes the pictures of the manual and of the README from the demo firm, which is always the same, and records the words of the screens
 * that are on each: `npm run pictures`.
 */
const { values: options } = parseArgs({ options: { into: { type: 'string', default: '' } } })
const manualPictures = join(options.into, 'docs/manual/pictures')
const readmePictures = join(options.into, 'resources/readme')

/** As narrow as a window with its whole sidebar can be: Help shows the pictures in half of their size. */
const size = { width: 1020, height: 720 }
/** So that they are sharp when they are enlarged. */
const scale = 1.5
const quality = 0.82

type Camera = { browser: Browser; page: Page }

/** Encodes a screenshot as WebP, in a page of its own: no other program is needed. */
async function encode(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  const encoded = await page.evaluate(
    async ({ source, quality }) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', quality)
    },
    { source: png.toString('base64'), quality },
  )
  await page.close()
  return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64')
}

type Area = { x: number; y: number; width: number; height: number }

/** The screen beside the sidebar. */
const beside: Area = { x: 224, y: 0, width: size.width - 224, height: size.height }

const isOnScreens = readWordsOfScreens()
const wordsOf: Record<string, string[]> = {}

/** The texts that can be seen in an area of the window. */
const textsIn = (page: Page, area: Area): Promise<string[]> =>
  page.evaluate(({ x, y, width, height }) => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      const [box] = range.getClientRects()
      if (!box || box.left < x || box.top < y || box.right > x + width || box.bottom > y + height) continue
      const drawn = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      if (drawn && (drawn === node.parentElement || drawn.contains(node) || node.parentElement?.contains(drawn)))
        texts.push(node.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '')
    }
    return texts
  }, area)

/** Takes a screenshot of an area, and records under the picture's path the words on it that the source of the screens has. */
async function photograph(page: Page, path: string, clip: Area): Promise<Buffer> {
  await page.mouse.move(0, (page.viewportSize()?.height ?? size.height) - 1)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  const texts = await textsIn(page, clip)
  wordsOf[path] = [...new Set(texts)].filter((text) => /\p{L}{3}/u.test(text) && isOnScreens(text)).toSorted()
  return page.screenshot({ clip, animations: 'disabled', caret: 'hide' })
}

/** Takes one picture of the manual, of the screen without the sidebar or of a part of the window. */
async function take({ browser, page }: Camera, name: string, clip: Area = beside) {
  const png = await photograph(page, `docs/manual/pictures/${name}.webp`, clip)
  writeFileSync(join(manualPictures, `${name}.webp`), await encode(browser, png))
}

/** The README's one picture: a household, in a whole window. */
async function takeReadme({ page }: Camera) {
  const whole = { width: 1280, height: 800 }
  await page.setViewportSize(whole)
  await openHousehold(page)
  const png = await photograph(page, 'resources/readme/household.png', { x: 0, y: 0, ...whole })
  writeFileSync(join(readmePictures, 'household.png'), png)
  await page.setViewportSize(size)
}

/** Closes the messages in the corner, which cover the screen. */
async function closeMessages(page: Page) {
  const close = page.locator('.mantine-Notification-root').getByRole('button', { name: words.buttons.close })
  while ((await close.count()) > 0) {
    await close
      .first()
      .click({ timeout: 2_000 })
      .catch(() => {})
  }
}

/** A dialog with some of the screen around it. */
async function areaOf(page: Page, selector: string, around = 24): Promise<Area> {
  const box = await page.locator(selector).last().boundingBox()
  if (box === null) throw new Error(`There is no ${selector}.`)
  const x = Math.max(0, box.x - around)
  const y = Math.max(0, box.y - around)
  return {
    x,
    y,
    width: Math.min(size.width - x, box.width + 2 * around),
    height: Math.min(size.height - y, box.height + 2 * around),
  }
}

const go = (page: Page, name: string) => frame(page).navigation.getByRole('link', { name, exact: true }).click()

async function openHousehold(page: Page, row = 0) {
  await go(page, words.lists.households)
  await grid(page, words.lists.households).waitForRows()
  await grid(page, words.lists.households).rowAt(row).getByRole('link').first().click()
  await record(page).lastChecked.waitFor()
  // Parts of the brief are read after the record.
  await page.getByText(words.record.valuesChecked).first().waitFor()
  await page.getByText(words.record.noMeeting).waitFor()
  await record(page).section(words.record.openPoints).filter({ hasText: words.record.anyPoint }).waitFor()
}

async function takeFind(camera: Camera) {
  const { page } = camera
  await go(page, words.lists.households)
  await grid(page, words.lists.households).waitForRows()
  await palette(page).open()
  await palette(page).field.fill('hinojosa')
  await palette(page).matches.first().waitFor()
  await take(camera, 'find', await areaOf(page, '[role="dialog"]'))
  await page.keyboard.press('Escape')
}

async function takeToday(camera: Camera) {
  const { page } = camera
  await go(page, words.frame.today)
  await today(page).old.waitFor()
  await take(camera, 'today')
  await go(page, words.frame.changes)
  await changes(page).items.first().waitFor()
}

async function takeLists(camera: Camera) {
  const { page } = camera
  await go(page, words.lists.entities)
  await grid(page, words.lists.entities).waitForRows()
  await list(page).view.click()
  await list(page)
    .item(/^Kind$/)
    .click()
  await grid(page, words.lists.entities).rows.first().waitFor()
  await take(camera, 'lists', { ...beside, height: 480 })
  await list(page).view.click()
  await list(page)
    .item(/^All entities$/)
    .click()
    .catch(() => page.keyboard.press('Escape'))
}

async function takeHousehold(camera: Camera) {
  const { page } = camera
  await openHousehold(page, 1)
  await page.getByRole('group', { name: /^Estate map of/ }).waitFor()
  const tall = { ...size, height: 940 }
  await page.setViewportSize(tall)
  await take(camera, 'meeting', { ...beside, height: tall.height })
  await page.setViewportSize(size)
  await page.getByRole('button', { name: words.pack.open }).click()
  await page.getByRole('dialog', { name: words.pack.dialog }).getByRole('checkbox').first().waitFor()
  await take(camera, 'meeting-pack', await areaOf(page, '[role="dialog"]'))
  await page.keyboard.press('Escape')
}

async function takeEdit(camera: Camera) {
  const { page } = camera
  await openHousehold(page, 1)
  await record(page).people.getByRole('link').nth(1).click()
  await page.waitForURL(/\/individuals\//)
  await record(page).lastChecked.waitFor()
  await editing(page).edit.click()
  await form(page, words.records.individual).text(words.fields.suffix).fill('Jr.')
  await form(page, words.records.individual).save.click()
  await editing(page).saved.waitFor()
  await take(camera, 'edit')
}

async function takeValuation(camera: Camera) {
  const { page } = camera
  await go(page, words.lists.valuations)
  await grid(page, words.lists.valuations).waitForRows()
  await grid(page, words.lists.valuations).rowAt(3).getByRole('link').first().click()
  await record(page).field(words.fields.entity).getByRole('link').click()
  await composer(page).open.click()
  await composer(page).rows.first().waitFor()
  for (const [row, amount] of ['39,200.00', '9,480.50', '61,905.20'].entries())
    await composer(page)
      .field('Value', row + 1)
      .fill(amount)
  await composer(page).log.click()
  await composer(page).review.dialog.waitFor()
  await closeMessages(page)
  await take(camera, 'valuation', await areaOf(page, '[role="dialog"]', 40))
  await page.keyboard.press('Escape')
  await composer(page).review.dialog.waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: words.form.discardChanges }).click()
}

/** Files to upload whose pages say what they are. */
const dropped: Readonly<Record<string, readonly [title: string, ...paragraphs: string[]]>> = {
  'Last will 2026.pdf': [
    'LAST WILL AND TESTAMENT',
    'I declare this to be my last will and revoke all wills before it.',
    'I give the residue of my estate to my children, and name my daughter as executor. Two witnesses attest it.',
  ],
  'Power of attorney.pdf': [
    'DURABLE POWER OF ATTORNEY',
    'I appoint my daughter as my agent to act for me, the principal, in banking, real estate and taxes.',
  ],
  'Statement March.pdf': [
    'ACCOUNT STATEMENT',
    'Account number ending 4417. Statement period March 1 to March 31.',
    'Ending account value and holdings: shares, price, market value.',
  ],
}

async function takeDocuments(camera: Camera) {
  const { page } = camera
  const folder = mkdtempSync(join(tmpdir(), 'steward-pictures-'))
  try {
    const names = Object.keys(dropped)
    for (const [name, [title, ...paragraphs]] of Object.entries(dropped))
      writeFileSync(join(folder, name), writePdf(title, paragraphs))
    await openHousehold(page, 1)
    const drag = await dragFiles(
      page,
      names.map((name) => join(folder, name)),
    )
    await drag.over()
    await intake(page).overlay.waitFor()
    await drag.drop()
    await intake(page).row('Last will 2026.pdf').getByText('Proposed from page 1').first().waitFor()
    await intake(page).reading.first().waitFor({ state: 'detached' })
    // The types of the further files are proposed after that of the first one.
    await page.getByText(words.intake.reading).first().waitFor({ state: 'detached' })
    await take(camera, 'documents', { ...beside, height: 480 })
    await page.getByRole('checkbox', { name: words.intake.selectAll }).check()
    await intake(page).removeSelected.click()
    await intake(page).empty.waitFor()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function takeTravel(camera: Camera) {
  const { page } = camera
  for (const row of [1, 2]) {
    await openHousehold(page, row)
    await travel(page).pin.click()
    await travel(page).verdict.getByText(words.travel.ready).waitFor({ timeout: 60_000 })
  }
  await travel(page).link.click()
  await page.getByText(words.travel.ready).nth(1).waitFor()
  await closeMessages(page)
  await take(camera, 'travel', { ...beside, height: 340 })
}

/** A colleague edits a field of a record that waits here with another value. */
async function takeConflict(camera: Camera) {
  const { page } = camera
  await openHousehold(page, 1)
  await record(page).people.getByRole('link').first().click()
  await page.waitForURL(/\/individuals\//)
  await record(page).lastChecked.waitFor()
  const person = page.url()
  await outbox(page).link.click()
  await outbox(page).holdAll.click()
  await outbox(page).held.waitFor()
  await page.goto(person)
  await editing(page).edit.click()
  const notes = form(page, words.records.individual).text(words.fields.notes)
  await notes.fill(`${await notes.inputValue()}\nPrefers calls in the morning.`.trim())
  await form(page, words.records.individual).save.click()
  await editing(page).pending.waitFor()
  for (const said of ['city', 'address line 1']) {
    await frame(page).choose(words.frame.demoColleague)
    await page.getByRole('alert').filter({ hasText: said }).waitFor()
  }
  await outbox(page).link.click()
  await outbox(page).letAllGo.click()
  await outbox(page).decide.first().click({ timeout: 60_000 })
  await outbox(page).about.saveAndSend.waitFor()
  await outbox(page).about.side(words.fields.notes, words.outbox.sides.both).check()
  await closeMessages(page)
  await take(camera, 'conflict')
}

async function takeAll(camera: Camera) {
  const { page } = camera
  await start(page).openDemo.waitFor()
  await take(camera, 'connect', { x: 40, y: 60, width: 940, height: 360 })
  await start(page).openDemo.click()
  await frame(page).sync.getByText(words.frame.upToDate).waitFor({ timeout: 180_000 })
  await takeReadme(camera)
  await takeFind(camera)
  await takeToday(camera)
  await takeLists(camera)
  await takeHousehold(camera)
  await takeDocuments(camera)
  await takeValuation(camera)
  await takeTravel(camera)
  await takeEdit(camera)
  await takeConflict(camera)
}

for (const folder of [manualPictures, readmePictures]) mkdirSync(folder, { recursive: true })
const computer = createComputer()
// The usual ten seconds to undo, which one of the pictures shows.
rmSync(join(computer.userDataDir, 'preferences.json'))
const steward = await startSteward(computer)
const browser = await chromium.launch(browserOptions())
try {
  const page = await browser.newPage({
    viewport: size,
    deviceScaleFactor: scale,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  page.setDefaultTimeout(30_000)
  await page.goto(steward.url)
  try {
    await takeAll({ browser, page })
    writeFileSync(join(options.into, recordedWords), `${JSON.stringify(wordsOf, null, 2)}\n`)
  } catch (error) {
    await page.screenshot({ path: 'test-results/pictures-failed.png' })
    throw error
  }
} finally {
  await browser.close()
  await steward.stop()
  computer.remove()
}
