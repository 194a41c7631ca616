import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type CDPSession, chromium, type Page } from 'playwright'
import { browserOptions } from '../../tools/lib/browser.mjs'
import { ensureBuild, ensureTestTools } from '../../tools/lib/setup.mjs'
import { editing, form } from '../e2e/pages/form.ts'
import { frame } from '../e2e/pages/frame.ts'
import { grid } from '../e2e/pages/grid.ts'
import { palette } from '../e2e/pages/palette.ts'
import { record } from '../e2e/pages/record.ts'
import { createComputer, startSteward } from '../e2e/support/steward.ts'
import { words } from '../e2e/words.ts'
import { createRandom, type Random } from '../faults/random.ts'
import { findGrowth, type Sample } from './growth.ts'

const usage = `Usage: npm run soak -- [--minutes 30 | --acts N] [--seed S] [--every SECONDS] [--json FILE]
  A working day in short over the demo firm: lists, pages, searches, forms, a sync every few seconds, reloads. Prints what the page holds (heap,
  nodes, listeners) and what Steward's own process does (memory, open files, threads), and fails if one of them grows after the first six minutes, in which
  the lists that were left fill the page's memory: they are kept for five. Linux only.`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    acts: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '60' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

/** The lists of the firm, by the name of their link and grid. */
const lists = [
  words.lists.households,
  words.lists.individuals,
  words.lists.entities,
  words.lists.documents,
  words.lists.summaries,
]

/** Presses the link of a row in view. The grid also draws rows beyond its edges and the active one, which a hand cannot press without scrolling. */
async function pressRow(page: Page, list: string, random: Random): Promise<void> {
  const inView = () =>
    grid(page, list).rows.evaluateAll((rows) =>
      rows.flatMap((row) => {
        const box = row.getBoundingClientRect()
        const view = row.closest('[role="grid"]')?.getBoundingClientRect()
        const isInView = view && box.top >= view.top + 2 * box.height && box.bottom <= view.bottom - 2 * box.height
        return isInView ? [Number((row as HTMLElement).dataset.line)] : []
      }),
    )
  let lines = await inView()
  // Rows that were just scrolled to are drawn with the next frame.
  while (lines.length === 0) {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    lines = await inView()
  }
  await grid(page, list).rowAt(random.pick(lines)).getByRole('link').first().click()
}

/** What an advisor does next; each ends where it can be followed by any other. */
const acts: Readonly<Record<string, (page: Page, random: Random) => Promise<void>>> = {
  async scroll(page, random) {
    const list = random.pick(lists)
    await frame(page).link(list).click()
    await grid(page, list).waitForRows()
    for (let turns = 1 + random.below(5); turns > 0; turns -= 1) {
      await grid(page, list).root.hover()
      await page.mouse.wheel(0, 400 + random.below(4000))
      await grid(page, list).waitForRows()
    }
  },
  async open(page, random) {
    const list = random.pick(lists)
    await frame(page).link(list).click()
    await grid(page, list).waitForRows()
    await pressRow(page, list, random)
    await record(page).title.waitFor()
    await page.goBack()
    await grid(page, list).waitForRows()
  },
  async search(page, random) {
    await palette(page).open()
    await page.keyboard.type(random.pick(['schulist', 'trust', 'will', 'abel', 'sync', 'llc']), { delay: 5 })
    await palette(page).line(/./).first().waitFor()
    await page.keyboard.press('Escape')
    await palette(page).dialog.waitFor({ state: 'hidden' })
  },
  async edit(page, random) {
    await frame(page).link(words.lists.households).click()
    await grid(page, words.lists.households).waitForRows()
    await pressRow(page, words.lists.households, random)
    await record(page).title.waitFor()
    await editing(page).edit.click()
    const notes = form(page, words.records.household).text(words.fields.notes)
    await notes.fill(`Call in week ${random.below(52)}, ${random.below(1_000_000)}`)
    await form(page, words.records.household).save.click()
    await notes.waitFor({ state: 'detached' })
  },
  async sync(page) {
    await frame(page).syncNow.click()
    await frame(page).sync.getByText(words.frame.upToDate).waitFor()
  },
}

/** Acts by how often they follow in a day. */
const weights = { scroll: 4, open: 6, search: 3, edit: 2, sync: 1 }

/** Returns the address and the words on the screen, for the report of an act that did not end. */
async function screenOf(page: Page): Promise<string> {
  const text = await page.locator('body').ariaSnapshot()
  return `${new URL(page.url()).pathname}\n${text.slice(0, 6000)}`
}

async function sampleOf(session: CDPSession, core: number, began: number): Promise<Sample> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  const status = readFileSync(`/proc/${core}/status`, 'utf8')
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  return {
    minutes: (performance.now() - began) / 60_000,
    heapMib: metric('JSHeapUsedSize') / 2 ** 20,
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    coreMib: field('VmRSS') / 1024,
    handles: readdirSync(`/proc/${core}/fd`).length,
    threads: field('Threads'),
  }
}

/** The process of a Steward, which is the one that was started with its data folder. */
function coreOf(userDataDir: string): number {
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
      if (args.includes('out/main/browser.js') && args.includes(userDataDir) && args[0]?.endsWith('node'))
        return Number(name)
    } catch {
      // It has just ended.
    }
  }
  throw new Error('The process of Steward was not found.')
}

type Length = { minutes: number; acts: number }

async function soak({ minutes, acts: most }: Length, seed: number, everyMs: number): Promise<boolean> {
  await ensureTestTools()
  await ensureBuild()
  const random = createRandom(seed)
  const computer = createComputer()
  const steward = await startSteward(computer, ['--demo', '--port', '0'], { keyring: null })
  const browser = await chromium.launch(browserOptions({ headless: true }))
  const samples: Sample[] = []
  const errors: string[] = []
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
    // It only ends an act that hangs: how long one takes on a busy computer is not what this run judges.
    page.setDefaultTimeout(180_000)
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(steward.url)
    await frame(page).sync.getByText(words.frame.upToDate).waitFor()
    const home = page.url()
    const core = coreOf(computer.userDataDir)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const began = performance.now()
    const end = began + minutes * 60_000
    let next = began
    let visits = 0
    console.log('minutes   heap MiB   nodes   listeners   core MiB   handles   threads   acts')
    while (performance.now() < end && visits < most) {
      if (performance.now() >= next) {
        const sample = await sampleOf(session, core, began)
        samples.push(sample)
        console.log(lineOf(sample, visits))
        next = performance.now() + everyMs
      }
      const act = random.weighted(weights)
      try {
        await acts[act]?.(page, random)
      } catch (error) {
        errors.push(`Act ${visits + 1}, ${act}, did not end: ${await screenOf(page)}\n${String(error)}`)
        await page.goto(home)
      }
      visits += 1
      // A hand rests now and then; it also lets idle work of the page begin.
      if (random.chance(0.2)) await after(50 + random.below(500))
    }
    samples.push(await sampleOf(session, core, began))
    console.log(lineOf(samples.at(-1) as Sample, visits))
  } finally {
    await browser.close()
    await steward.stop()
    computer.remove()
  }
  const growth = findGrowth(samples)
  for (const { what, perHour, limit } of growth ?? [])
    console.log(`${what} grows by ${perHour.toFixed(1)} an hour; at most ${limit} is noise.`)
  for (const error of new Set(errors)) console.log(`An error on the page: ${error}`)
  if (values.json) writeFileSync(values.json, JSON.stringify({ seed, minutes, samples, growth, errors }, null, 2))
  const isGood = errors.length === 0 && (growth === null || growth.length === 0)
  if (growth === null) console.log('Too short to say whether anything grows.')
  else if (growth.length === 0) console.log('Nothing grows.')
  console.log(isGood ? 'No problem.' : 'FAILED')
  return isGood
}

const lineOf = (sample: Sample, visits: number): string =>
  [
    sample.minutes.toFixed(1).padStart(7),
    sample.heapMib.toFixed(1).padStart(10),
    String(sample.nodes).padStart(7),
    String(sample.listeners).padStart(11),
    sample.coreMib.toFixed(0).padStart(10),
    String(sample.handles).padStart(9),
    String(sample.threads).padStart(9),
    String(visits).padStart(6),
  ].join(' ')

if (values.help) console.log(usage)
else
  process.exitCode = (await soak(
    { minutes: Number(values.minutes), acts: Number(values.acts) },
    Number(values.seed),
    Number(values.every) * 1000,
  ))
    ? 0
    : 1
