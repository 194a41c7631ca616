import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { maxPackTemplates } from '../../../electron/data/ledger/pack-settings.ts'
import type { DocumentPrinter } from '../../../electron/platform/host.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { PackOptions } from '../../../shared/ipc/packs.ts'
import { readZip } from '../../doubles/read-zip.ts'
import { sweep } from '../data/support/open-store.ts'
import { aHousehold, anEntity, aUser, many } from '../data/support/records.ts'
import { connectionId, openPackFirm, type PackFirm, usual } from './support/pack-firm.ts'

/** A printer that fails for one household; whether a printer that failed is used again. */
const printing = { failsFor: '', opened: 0, broken: false, gated: 0, forbiddenAfter: Number.POSITIVE_INFINITY }

async function openPrinter(): Promise<DocumentPrinter> {
  printing.opened += 1
  printing.broken = false
  return {
    async print(html) {
      if (printing.broken) throw new Error('this printer had failed')
      if (printing.failsFor !== '' && html.includes(printing.failsFor)) {
        printing.broken = true
        throw new AppError('print/failed', { message: 'Not printed.', nextStep: 'Try again.' })
      }
      return new TextEncoder().encode(html)
    },
    close: async () => {},
  }
}

let firm: PackFirm
beforeEach(async () => {
  Object.assign(printing, { failsFor: '', opened: 0, gated: 0, forbiddenAfter: Number.POSITIVE_INFINITY })
  firm = await openPackFirm({
    openPrinter,
    gate() {
      printing.gated += 1
      if (printing.gated > printing.forbiddenAfter)
        throw new AppError('policy/forbidden', { message: 'Not allowed.', nextStep: 'Ask your firm.' })
    },
  })
  await sweep(firm.store, 'users', [[aUser(1)]])
  await sweep(firm.store, 'households', [many((n) => aHousehold(n, { name: n < 3 ? 'Twin' : `Okafor ${n}` }), 4)])
  await sweep(firm.store, 'entities', [many((n) => anEntity(n), 2)])
})
afterEach(() => firm.close())

const ids = many((n) => `household_${n}`, 4)

test('several households give one ZIP; those that fail are named, and do not stop the others', async () => {
  printing.failsFor = 'Okafor 3'
  const { steps, path } = await firm.make(['household_1', 'household_2', 'gone', 'household_3', 'household_4'])
  expect(steps.map((step) => step?.done)).toEqual([0, 1, 2, 3, 4, 5, 5])
  expect(steps.at(-1)).toMatchObject({
    ended: true,
    failed: [
      { name: 'gone', message: 'This record is not in the offline copy.' },
      { name: 'Okafor 3', message: 'Not printed.' },
    ],
  })
  const files = readZip(await readFile(path ?? ''))
  expect([...files.keys()]).toEqual(['Twin.pdf', 'Twin (2).pdf', 'Okafor 4.pdf'])
  expect(files.get('Okafor 4.pdf')).toContain('Okafor 4')
})

test('several households give a folder of PDFs where that is chosen, readable by their owner alone', async () => {
  printing.failsFor = 'Okafor 3'
  const chosen = { folder: true }
  const { steps, path } = await firm.make(['household_1', 'household_2', 'household_3', 'household_4'], chosen)
  expect(steps.at(-1)).toMatchObject({ ended: true, failed: [{ name: 'Okafor 3' }] })
  expect((await readdir(path ?? '')).sort()).toEqual(['Okafor 4.pdf', 'Twin (2).pdf', 'Twin.pdf'])
  expect(await readFile(join(path ?? '', 'Okafor 4.pdf'), 'utf8')).toContain('Okafor 4')
  expect((await stat(path ?? '')).mode & 0o777).toBe(0o700)
  expect((await stat(join(path ?? '', 'Twin.pdf'))).mode & 0o777).toBe(0o600)
  // A second one replaces nothing; one that is cancelled leaves nothing.
  const again = await firm.make(ids.slice(0, 2), chosen)
  expect(again.path).not.toBe(path)
  const before = await readdir(firm.saved)
  const leaving = new AbortController()
  const input = { connectionId, households: ids, options: usual, questions: [], ...chosen }
  for await (const step of firm.packs.start(input, leaving.signal)) if (step?.done === 2) leaving.abort()
  expect(await readdir(firm.saved)).toEqual(before)
})

test('a preview is the PDF that would be saved, and saves nothing', async () => {
  const input = { connectionId, household_id: 'household_4', options: usual, questions: ['Why?'] }
  const { base64 } = await firm.packs.preview(input)
  const text = Buffer.from(base64, 'base64').toString('utf8')
  for (const part of ['Okafor 4', 'Why?']) expect(text).toContain(part)
  expect(await readdir(firm.saved)).toEqual([])
  printing.failsFor = 'Okafor 4'
  await expect(firm.packs.preview(input)).rejects.toMatchObject({ code: 'print/failed' })
  printing.failsFor = ''
  await expect(firm.packs.preview(input)).resolves.toMatchObject({ base64 })
})

test('a preview that is cancelled ends, and the next one has its turn', async () => {
  const input = { connectionId, household_id: 'household_4', options: usual, questions: [] }
  const leaving = new AbortController()
  const left = firm.packs.preview(input, leaving.signal)
  leaving.abort()
  await expect(left).rejects.toMatchObject({ name: 'AbortError' })
  await expect(firm.packs.preview(input)).resolves.toMatchObject({ base64: expect.any(String) })
})

test('if every pack fails, no file is left', async () => {
  const { steps } = await firm.make(['gone', 'gone too'])
  expect(steps.at(-1)).toMatchObject({ ended: true, file: null })
  expect(await readdir(firm.saved)).toEqual([])
})

test('a run that is cancelled leaves no file', async () => {
  const leaving = new AbortController()
  const steps: unknown[] = []
  const input = { connectionId, households: ids, options: usual, questions: [] }
  for await (const step of firm.packs.start(input, leaving.signal)) {
    steps.push(step)
    if (step?.done === 2) leaving.abort()
  }
  expect(steps).toHaveLength(3)
  expect(await readdir(firm.saved)).toEqual([])
})

test('a policy that forbids exports during a run ends it without a file', async () => {
  // Twice before and after the question for a place, then before each household.
  printing.forbiddenAfter = 3
  await expect(firm.make(ids)).rejects.toMatchObject({ code: 'policy/forbidden' })
  expect(await readdir(firm.saved)).toEqual([])
})

test('of a hundred templates each can be replaced, and no further one is saved', async () => {
  const set = (name: string, sections: PackOptions['sections']) =>
    firm.packs.setTemplate({ connectionId, name, template: { name, sections } })
  for (let n = 0; n < maxPackTemplates; n += 1) await set(`Template ${n}`, ['people'])
  await expect(set('One more', ['people'])).rejects.toMatchObject({ code: 'ipc/bad-request' })
  await set('Template 7', ['notes'])
  const all = await firm.packs.templates({ connectionId })
  expect(all).toHaveLength(maxPackTemplates)
  expect(all.find(({ name }) => name === 'Template 7')?.sections).toEqual(['notes'])
})

test('templates and the firm are kept; a logo is a PNG or a JPEG', async () => {
  const template = { name: 'Annual review', sections: ['people' as const] }
  await firm.packs.setTemplate({ connectionId, name: template.name, template })
  expect(await firm.packs.templates({ connectionId })).toEqual([template])
  await firm.packs.setTemplate({ connectionId, name: template.name, template: null })
  expect(await firm.packs.templates({ connectionId })).toEqual([])
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]).toString('base64')
  await firm.packs.setFirm({ connectionId, firm: { name: 'Okafor', logo: jpeg } })
  expect(await firm.packs.firm({ connectionId })).toEqual({ name: 'Okafor', logo: jpeg })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
  const refused = firm.packs.setFirm({ connectionId, firm: { name: 'Okafor', logo: svg } })
  await expect(refused).rejects.toMatchObject({ code: 'ipc/bad-request' })
})
