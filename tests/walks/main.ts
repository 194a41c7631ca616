import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright'
import { browserOptions } from '../../tools/lib/browser.mjs'
import { run } from '../../tools/lib/run.mjs'
import { signIn } from '../e2e/pages/connect.ts'
import { editing, form } from '../e2e/pages/form.ts'
import { frame } from '../e2e/pages/frame.ts'
import { grid } from '../e2e/pages/grid.ts'
import { record } from '../e2e/pages/record.ts'
import { createComputer, startSteward } from '../e2e/support/steward.ts'
import { words } from '../e2e/words.ts'
import { createSandboxClient } from '../integration/support/sandbox-client.ts'
import { type Counter, countInPage, countInProcess, takeSourceMaps } from './coverage.ts'
import { holdMessages } from './messages.ts'
import { startHoldingService } from './service.ts'

const usage = `Usage: npm run walks [-- --count]
  Builds Steward, drives it in the browser shell against the sandbox, and counts the files of electron/, renderer/ and shared/ in which
  V8 ran a function on two journeys:
  - from a page of bytes of the service, with an individual that changed, to its row on screen;
  - from pressing Save in an individual's form to the arrival of the PUT at the service.
  Each journey is made once to fill the caches, then five times. A file counts if it ran each time, so a timer's work does not count.
  --count prints no names.`

const { values } = parseArgs({
  options: { count: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
})
const root = resolve(import.meta.dirname, '../..')
const times = 5

async function build(into: string): Promise<void> {
  const { code, output } = await run(
    'electron-vite',
    ['build', '--logLevel', 'warn', '--sourcemap', '--outDir', into],
    { quiet: true, env: { STEWARD_UNMINIFIED: '1' } },
  )
  if (code !== 0) throw new Error(`The build failed:\n${output}`)
}

/** The longest wait for silence, in turns of half a second: something that repeats itself may never end. */
const mostTurns = 20

/** Waits until nothing of the project runs any more. @returns the files of which a function ran since the last call */
async function settle(counters: readonly Counter[]): Promise<Set<string>> {
  const files = new Set<string>()
  for (let turn = 0; turn < mostTurns; turn += 1) {
    await wait(500)
    const taken = await Promise.all(counters.map((counter) => counter.take()))
    if (taken.every(({ size }) => size === 0)) break
    for (const file of taken.flatMap((each) => [...each])) files.add(file)
  }
  return files
}

/** The files that ran in each of several runs of a journey, after one that fills the caches. */
async function countEach(go: (value: string) => Promise<Set<string>>): Promise<string[]> {
  await go('walk0')
  const runs: Set<string>[] = []
  for (let turn = 1; turn <= times; turn += 1) runs.push(await go(`walk${turn}`))
  return [...(runs[0] ?? [])].filter((file) => runs.every((each) => each.has(file))).sort()
}

function print(title: string, files: readonly string[]): void {
  console.log(`${title}: ${files.length} files`)
  const sides = ['electron', 'renderer', 'shared']
  console.log(
    `  ${sides.map((side) => `${side} ${files.filter((file) => file.startsWith(`${side}/`)).length}`).join(', ')}`,
  )
  if (!values.count) for (const file of files) console.log(`  ${file}`)
}

/** The parts that both journeys use. */
type Walked = {
  page: Page
  service: Awaited<ReturnType<typeof startHoldingService>>
  messages: Awaited<ReturnType<typeof holdMessages>>
  core: Counter
  drawn: Counter
}

/** An individual changes in the service. Counted from the page with it, which the service held, until nothing follows from it. */
async function countToRow({ page, service, core, drawn }: Walked): Promise<string[]> {
  const individuals = grid(page, words.lists.individuals)
  await frame(page).link(words.lists.individuals).click()
  await individuals.waitForRows()
  const id = basename((await individuals.rowAt(0).getByRole('link').first().getAttribute('href')) ?? '')
  const client = createSandboxClient(service)
  const files = await countEach(async (value) => {
    const email = `${value}@example.com`
    await client.api(`/individuals/${id}`, { method: 'PUT', json: { email } })
    const held = service.hold(/^GET \/individuals\?/)
    await frame(page).syncNow.click()
    await held.arrived
    await settle([core, drawn])
    held.answer()
    await individuals.rowWith(email).waitFor()
    const ran = await settle([core, drawn])
    held.end()
    await frame(page).sync.getByText(words.frame.upToDate).waitFor()
    return ran
  })
  await client.close()
  return files
}

/**
 * An individual is edited. Counted in the page until it has sent its message, which is held, and then in the other process until the PUT
 * has arrived at the service, which holds it.
 */
async function countToPut({ page, service, messages, core, drawn }: Walked): Promise<string[]> {
  await grid(page, words.lists.individuals).rowAt(0).getByRole('link').first().click()
  await record(page).title.waitFor()
  const edited = form(page, words.records.individual)
  return countEach(async (value) => {
    await editing(page).edit.click()
    await edited.text(words.fields.middleName).fill(value)
    await edited.save.focus()
    await settle([core, drawn])
    const held = service.hold(/^PUT \/individuals\//)
    const sent = messages.hold()
    await page.keyboard.press('Enter')
    await sent.some
    const ofPage = await settle([drawn])
    sent.passFromPage()
    await held.arrived
    const ofCore = await settle([core])
    held.end()
    sent.end()
    await edited.root.waitFor({ state: 'hidden' })
    await settle([core, drawn])
    return new Set([...ofPage, ...ofCore])
  })
}

async function walk(builtInto: string): Promise<void> {
  const scripts = takeSourceMaps(builtInto)
  const service = await startHoldingService()
  const computer = createComputer()
  const connection = join(computer.folder, 'connection.json')
  const { baseUrl, authUrl, clientId, clientSecret, caPath } = service
  const firm = { name: 'Larch & Partners', base_url: baseUrl, auth_url: authUrl, ca_file: caPath }
  const client = { client_id: clientId, client_secret: clientSecret, flow: 'client_credentials' }
  writeFileSync(connection, JSON.stringify({ ...firm, ...client }))
  const program = ['--inspect=127.0.0.1:0', join(builtInto, 'main/browser.js')]
  const steward = await startSteward(computer, ['--port', '0', '--connection', connection], { program })
  const browser = await chromium.launch(browserOptions({ headless: true }))
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
    page.setDefaultTimeout(60_000)
    const messages = await holdMessages(page)
    await page.goto(steward.url)
    await signIn(page).beginOrganization.click()
    await frame(page).sync.getByText(words.frame.upToDate).waitFor()
    const [, inspector = ''] = /Debugger listening on (ws:\S+)/.exec(steward.output()) ?? []
    const core = await countInProcess(inspector, scripts)
    const drawn = await countInPage(page, join(builtInto, 'renderer'), scripts)
    const walked = { page, service, messages, core, drawn }
    print('From a page of bytes to a grid row', await countToRow(walked))
    print('From an edit to its PUT', await countToPut(walked))
    core.close()
  } finally {
    await browser.close()
    await steward.stop()
    computer.remove()
    await service.close()
  }
}

if (values.help) console.log(usage)
else {
  mkdirSync(join(root, '.cache'), { recursive: true })
  // Inside the project, where packages are found.
  const builtInto = mkdtempSync(join(root, '.cache/walks-'))
  try {
    await build(builtInto)
    await walk(builtInto)
  } finally {
    rmSync(builtInto, { recursive: true, force: true })
  }
}
