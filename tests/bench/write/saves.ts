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

/**
 * One save, in ms: from pressing Save until "Saved" is painted, and its parts: until the page sends the edit, the way to the core
 * and back, the core with its commit to the disk, and from the answer until the word is painted.
 */
export type Save = { whole: number; form: number; ipc: number; kept: number; paint: number }

/** Edits one person after another in a real Chromium, over the whole of Steward. */
export async function measureSaves(individuals: number): Promise<Save[]> {
  await ensureBuild()
  const { url, child } = await serve(new URL('./serve.ts', import.meta.url), individuals)
  const kept: number[] = []
  child.stdout?.on('data', (chunk: Buffer) => {
    for (const [, ms] of chunk.toString().matchAll(/Kept in ([\d.]+) ms/g)) kept.push(Number(ms))
  })
  const browser = await chromium.launch(browserOptions())
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.addInitScript(noteSaves)
    await page.goto(url)
    const found: Save[] = []
    for (let at = -warmUps; at < saves; at += 1) {
      const { began, sent, answered, painted } = await saveOnce(page, (at + warmUps) % rows, `City ${at}`)
      const inCore = kept.at(-1) ?? Number.NaN
      const ipc = answered - sent - inCore
      const save = { whole: painted - began, form: sent - began, ipc, kept: inCore, paint: painted - answered }
      if (at >= 0) found.push(save)
    }
    if (kept.length !== warmUps + saves) throw new Error(`${kept.length} saves were kept.`)
    return found
  } finally {
    await browser.close()
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

async function saveOnce(page: Page, row: number, city: string): Promise<Moments> {
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

type Sent = { sent: number; answered: number }
type Moments = Sent & { began: number; painted: number }

/** Notes when the page sends a save and when its answer arrives. Runs in the page before its scripts. */
function noteSaves() {
  const send = WebSocket.prototype.send
  WebSocket.prototype.send = function (data) {
    if (typeof data === 'string' && data.includes('"/outbox/save"')) {
      const { i: id } = JSON.parse(data) as { i: string }
      const noted = { sent: performance.now(), answered: Number.NaN }
      Object.assign(window, { benchSave: noted })
      const onMessage = ({ data: answer }: MessageEvent<string>) => {
        if (!answer.startsWith(`{"i":"${id}",`)) return
        noted.answered = performance.now()
        this.removeEventListener('message', onMessage)
      }
      this.addEventListener('message', onMessage)
    }
    send.call(this, data)
  }
}

/** Closes every message on the page, in one step: each also closes by itself. Runs in the page. */
function closeMessages() {
  for (const close of document.querySelectorAll<HTMLElement>('[role="alert"] button[aria-label="Close"]')) close.click()
}

/** Presses Save and waits until a new "Saved" is painted. Runs in the page. */
async function pressSave(form: string): Promise<Moments> {
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
    if (!said().some((one) => !before.has(one))) continue
    const { benchSave } = window as unknown as { benchSave: Sent }
    return { ...benchSave, began, painted: performance.now() }
  }
  throw new Error('Nothing was said to be saved.')
}
