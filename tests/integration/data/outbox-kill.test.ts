import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Operation } from '../../../shared/domain/operation.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { ledgerKey, lookInto, makeFolder, mirrorKey, openStore, removeFolder, sweep } from './support/open-store.ts'
import { anIndividual, many } from './support/records.ts'

const child = fileURLToPath(new URL('../../doubles/outbox-child.ts', import.meta.url))

let folder: string

beforeEach(async () => {
  folder = makeFolder()
  const store = await openStore(folder)
  await sweep(store, 'individuals', [many(anIndividual, 20)])
  await store.close()
})
afterEach(() => removeFolder(folder))

/** Kills the child `delayMs` ms after it has reported this many lines; returns the reported steps, which were all stored. */
async function killAfter(lines: number, delayMs: number): Promise<Map<number, string>> {
  const worker = spawn(process.execPath, [child, folder, mirrorKey, ledgerKey], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kept = new Map<number, string>()
  let said = 0
  for await (const line of createInterface({ input: worker.stdout })) {
    const [seq = '', state = ''] = line.split(' ')
    kept.set(Number(seq), state)
    said += 1
    if (said === lines) setTimeout(() => worker.kill('SIGKILL'), delayMs)
  }
  return kept
}

test('whenever the process is killed, every step it said was kept is kept, and rows show what the ledger says', async () => {
  const kept = new Map<number, string>()
  const cycles = propertyRuns(80).numRuns
  for (let cycle = 0; cycle < cycles; cycle++) {
    // Fixed moments, so that failures are reproducible.
    const said = await killAfter(5 + (cycle % 12) * 4, (cycle * 7) % 11)
    for (const [seq, state] of said) kept.set(seq, state)
    const store = await openStore(folder)
    const stored = lookInto(folder, 'ledger', (db) =>
      db.prepare<[], string>('SELECT json FROM operation ORDER BY seq').pluck().all(),
    ).map((json): Operation => JSON.parse(json))
    const states = new Map(stored.map(({ seq, state }) => [seq, state]))
    for (const [seq, state] of kept) {
      // One more step may have been stored without being reported.
      expect([state, 'done']).toContain(states.get(seq))
    }
    const { rows } = await store.read('individuals.list', {
      offset: 0,
      limit: 100,
      sort: { column: 'title', direction: 'asc' },
    })
    for (const { id, city, pending } of rows) {
      const about = stored.filter(({ record_id }) => record_id === id)
      const open = about.filter(({ state }) => state === 'queued')
      const last = open.at(-1) ?? about.filter(({ state }) => state === 'done').at(-1)
      expect({ id, city, pending }).toEqual({
        id,
        city: last?.fields.city ?? null,
        pending: open.length > 0 ? 'changed' : null,
      })
    }
    await store.close()
  }
  for (const name of ['mirror', 'ledger'] as const) {
    expect(lookInto(folder, name, (db) => db.pragma('integrity_check', { simple: true }))).toBe('ok')
  }
})
