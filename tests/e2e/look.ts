import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright'
import { browserOptions } from '../../tools/lib/browser.mjs'
import { ensureBuild, ensureTestTools } from '../../tools/lib/setup.mjs'
import { frame } from './pages/frame.ts'
import { record } from './pages/record.ts'
import { createComputer, startSteward } from './support/steward.ts'
import { words } from './words.ts'

const usage = `Usage: npm run look -- ADDRESS --into FILE.png [--width 1280] [--height 800] [--dark] [--full]
  Starts the built app with the demo firm, opens an address and takes its picture: "/" or "/settings", or an address inside the firm,
  such as /people, /individuals, /outbox or /households?sort=name. "/households/first" opens the first record of a list.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    into: { type: 'string' },
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '800' },
    dark: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

async function look(address: string, into: string): Promise<void> {
  await ensureTestTools()
  await ensureBuild()
  const computer = createComputer()
  const steward = await startSteward(computer, ['--demo', '--port', '0'], { keyring: null })
  const browser = await chromium.launch(browserOptions({ headless: true }))
  try {
    const page = await browser.newPage({
      colorScheme: values.dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    })
    await page.goto(steward.url)
    await frame(page).sync.getByText(words.frame.upToDate).waitFor()
    // Narrow windows have the state of the copy in a menu.
    await page.setViewportSize({ width: Number(values.width), height: Number(values.height) })
    await open(page, address)
    mkdirSync(dirname(into), { recursive: true })
    await page.screenshot({ path: into, fullPage: values.full })
    console.log(`${new URL(page.url()).pathname} is in ${into}.`)
  } finally {
    await browser.close()
    await steward.stop()
    computer.remove()
  }
}

/** The addresses that do not belong to a firm. */
const ofTheApp = /^\/(?:$|connect|settings|licences)/

async function open(page: Page, address: string): Promise<void> {
  const { origin, pathname } = new URL(page.url())
  const [firm = ''] = /^\/c\/[0-9a-f]{32}/.exec(pathname) ?? []
  const isFirst = address.endsWith('/first')
  const asked = address.replace(/\/first$/, '').replace(/^\/people/, '/individuals')
  await page.goto(`${origin}${ofTheApp.test(asked) ? '' : firm}${asked}`)
  await settle(page)
  if (!isFirst) return
  await page.getByRole('grid').locator('[role="row"][data-line]').first().getByRole('link').first().click()
  await record(page).title.waitFor()
  await settle(page)
}

/** Waits until nothing on the page is being read any more. */
async function settle(page: Page): Promise<void> {
  await page.locator('main').waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], [data-skeleton]') === null)
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

const [address] = positionals
if (values.help || address === undefined || values.into === undefined || !address.startsWith('/')) {
  console.log(usage)
  process.exitCode = values.help ? 0 : 1
} else {
  await look(address, values.into)
}
