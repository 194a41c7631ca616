import { once } from 'node:events'
import { chromium, type Page } from 'playwright'
import { browserOptions } from '../../../tools/lib/browser.mjs'
import { ensureBuild } from '../../doubles/ensure-build.ts'
import { editing, form } from '../../e2e/pages/form.ts'
import { frame } from '../../e2e/pages/frame.ts'
import { grid } from '../../e2e/pages/grid.ts'
import { words } from '../../e2e/words.ts'
import { serve } from '../serve.ts'

const warmUps = 5
const saves = 40
/** Rows of the list that are edited in turn. */
const rows = 15

/** Edits one person after another in a real Chromium; returns the ms from pressing Save until "Saved" is painted. */
export async function measureSaves(individuals: number): Promise<number[]> {
  await ensureBuild()
  const { url, child } = await serve(new URL('./serve.ts', import.meta.url), individuals)
  const browser = await chromium.launch(browserOptions())
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(url)
    const times: number[] = []
    for (let at = -warmUps; at < saves; at += 1) {
      const ms = await saveOnce(page, (at + warmUps) % rows, `City ${at}`)
      if (at >= 0) times.push(ms)
    }
    const sorted = [...times].sort((a, b) => a - b)
    console.log(
      `${saves} saves: p50 ${sorted[Math.floor(saves / 2)]?.toFixed(1)} ms, slowest ${sorted.at(-1)?.toFixed(1)} ms`,
    )
    return times
  } finally {
    await browser.close()
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

async function saveOnce(page: Page, row: number, city: string): Promise<number> {
  await frame(page).navigation.getByRole('link', { name: words.lists.individuals, exact: true }).click()
  await grid(page, words.lists.individuals).waitForRows()
  await grid(page, words.lists.individuals).rowAt(row).getByRole('link').first().click()
  await editing(page).edit.click()
  await form(page, words.records.individual).text(words.fields.city).fill(city)
  // Messages are closed, since further ones would have to queue.
  const said = page.getByRole('alert').filter({ hasText: words.form.saved })
  await page.evaluate(closeMessages)
  await said.first().waitFor({ state: 'detached' })
  return page.evaluate(pressSave, words.records.individual)
}

/** Closes every message on the page, in one step: each also closes by itself. Runs in the page. */
function closeMessages() {
  for (const close of document.querySelectorAll<HTMLElement>('[role="alert"] button[aria-label="Close"]')) close.click()
}

/** Returns the milliseconds from pressing Save until a new "Saved" is painted. Runs in the page. */
async function pressSave(form: string): Promise<number> {
  const painted = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve()
        port2.postMessage(null)
      })
    })
  const save = document.querySelector<HTMLElement>(`form[aria-label="${form}"] button[type="submit"]`)
  if (!save) throw new Error('There is no form.')
  const said = () => [...document.querySelectorAll('[role="alert"]')].filter((one) => one.textContent.includes('Saved'))
  const before = new Set(said())
  await painted()
  const began = performance.now()
  save.click()
  for (let frames = 0; frames < 1200; frames += 1) {
    await painted()
    if (said().some((one) => !before.has(one))) return performance.now() - began
  }
  throw new Error('Nothing was said to be saved.')
}
