import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { packDocument } from '../../../electron/exports/pack/pack-document.tsx'
import { packSections } from '../../../shared/domain/pack.ts'
import { launchChromium, openPage } from '../../doubles/headless-chromium.ts'
import { payloads } from '../../e2e/support/payloads.ts'
import { sweep } from '../data/support/open-store.ts'
import { aDocument, aHousehold, anEntity, anIndividual, aUser, aValuation, bodyOf } from '../data/support/records.ts'
import { openPackFirm, type PackFirm, usual } from './support/pack-firm.ts'
import { readPdf } from './support/read-pdf.ts'

let firm: PackFirm
let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())
beforeEach(async () => {
  firm = await openPackFirm()
})
afterEach(() => firm.close())

const at = (n: number) => payloads[n % payloads.length] ?? ''
const options = { ...usual, sections: [...packSections] }
const controls = '\u202e\u2066\u0000\u0007\ufffe\ud800 end'

/** Fills every field that a pack can show with each of the payloads. */
async function fill(): Promise<void> {
  const { store } = firm
  await sweep(store, 'users', [[aUser(1, { first_name: at(0), last_name: at(1) })]])
  const household = aHousehold(1, { name: `${at(2)}${controls}`, notes: payloads.join('\n') })
  await sweep(store, 'households', [[household]])
  const people = payloads.map((text, n) => anIndividual(n, { first_name: text, last_name: at(n + 1) }))
  await sweep(store, 'individuals', [people])
  const entities = payloads.map((text, n) => anEntity(n, { display_name: text }))
  await sweep(store, 'entities', [entities])
  for (const [n, text] of payloads.entries()) {
    const assets = [
      { id: `a${n}`, asset_class: { id: `c${n}`, display_name: text }, display_name: text, value: 1000.5 },
    ]
    const valuation = aValuation(n, { directly_held_assets: assets, description: text })
    await store.applyValuation({ entityId: `entity_${n}`, bytes: bodyOf(valuation) })
  }
  await sweep(store, 'documents', [payloads.map((text, n) => aDocument(n, { name: text }))])
  for (const [n, text] of payloads.slice(0, 50).entries()) {
    const record = { resource: 'individuals', id: people[n]?.id ?? '' } as const
    const fields = { kind: 'other', title: text, date: '2027-03-01', every: 'once', until: null } as const
    await store.writeLedger('dates.add', { id: `date-${n}`, household_id: 'household_1', record, fields, source: null })
  }
  // A second look at changed records is told as changes, with both values.
  const renamed = people.map((person, n) => ({
    ...person,
    last_name: at(n + 2),
    updated_at: '2025-01-01T00:00:00.000Z',
  }))
  await sweep(store, 'individuals', [renamed])
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await store.writeLedger('packs.setFirm', { name: at(3).slice(0, 120), logo: png })
}

test('hostile text in every field stays text: no element, no script, no request', async () => {
  expect(payloads.length).toBeGreaterThanOrEqual(300)
  await fill()
  const facts = await firm.store.read('packs.facts', {
    id: 'household_1',
    rules: [],
    date_rules: [],
    today: '2026-11-23',
    since: '2020-01-01T00:00:00.000Z',
    since_met: false,
  })
  expect(facts.changes.listed.length).toBeGreaterThan(100)
  const html = packDocument({
    ...{ facts, options, questions: payloads, today: '2026-11-23' },
    firm: await firm.store.read('packs.firm', {}),
  })

  // With scripts on, and without the document's own policy, which would hide what the text could do.
  const page = await openPage(browser)
  const requests: string[] = []
  page.on('request', ({ url }) => {
    if (!url().startsWith('data:image/png')) requests.push(url())
  })
  await page.setContent(html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''))
  expect(await page.evaluate(() => '__ran' in globalThis)).toBe(false)
  const kinds = await page.evaluate(() => [
    ...new Set([...document.querySelectorAll('body *')].map((one) => one.localName)),
  ])
  expect(kinds.toSorted()).toEqual(
    [
      ...['bdi', 'circle', 'div', 'figcaption', 'figure', 'g', 'h1', 'h2', 'h3', 'header', 'img', 'li', 'p', 'path'],
      ...[
        'rect',
        'section',
        'span',
        'strong',
        'svg',
        'table',
        'tbody',
        'td',
        'text',
        'th',
        'thead',
        'time',
        'tr',
        'ul',
      ],
    ].filter((kind) => kinds.includes(kind)),
  )
  const active = await page.evaluate(() =>
    [...document.querySelectorAll('body *')].flatMap((one) =>
      [...one.attributes].map(({ name }) => name).filter((name) => /^on|^style$|^href$|^srcdoc$/.test(name)),
    ),
  )
  expect(active).toEqual([])
  const shown = await page.evaluate(() => document.body.textContent ?? '')
  for (const text of payloads) expect(shown).toContain(text.trim())
  expect(requests).toEqual([])
  await page.close()

  const { steps } = await firm.make(['household_1'], { options, questions: payloads.slice(0, 50) })
  const name = steps.at(-1)?.file?.name ?? ''
  const pdf = await readPdf(await readFile(join(firm.saved, name)))
  expect(pdf.links).toEqual([])
  expect(pdf.hasScripts).toBe(false)
  expect(pdf.title).toContain('Meeting pack')
})
