import { openConnectionStore } from '../../electron/data/connection-store.ts'
import { anEdit, step } from '../integration/data/support/operations.ts'
import { anIndividual, bodyOf } from '../integration/data/support/records.ts'
import { startDataThread } from './data-worker.ts'

// Saves edits and marks them done until it is killed, and reports each step once it is stored:
//   node tests/doubles/outbox-child.ts FOLDER MIRROR-KEY LEDGER-KEY

const [folder = '', mirrorKey = '', ledgerKey = ''] = process.argv.slice(2)
const keys = { mirror: { key: mirrorKey, created: false }, ledger: { key: ledgerKey, created: false } }
const store = await openConnectionStore({ startThread: startDataThread, memory: false, folder, ...keys })
const { nextSeq } = await store.outbox.load()

for (let seq = nextSeq; ; seq += 1) {
  const person = anIndividual((seq % 20) + 1)
  const edit = anEdit(seq, 'individuals', person, { city: `City ${seq}` })
  await store.outbox.commit(step(edit))
  process.stdout.write(`${seq} queued\n`)
  if (seq % 3 !== 0) continue
  const bytes = bodyOf({ ...person, city: `City ${seq}`, updated_at: '2025-01-01T00:00:00Z' })
  const records = [{ resource: 'individuals', bytes }] as const
  await store.outbox.commit({ ...step({ ...edit, state: 'done' }), records })
  process.stdout.write(`${seq} done\n`)
}
