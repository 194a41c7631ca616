import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../shared/domain/app-error.ts'
import { anEdit, step } from '../integration/data/support/operations.ts'
import { anIndividual } from '../integration/data/support/records.ts'
import { openIn } from './furnished.ts'

// Opens, writes, reads and closes stores, whatever errors the disk returns, and prints the outcome of each step.

/** The outcome of one step: done, or the error code. */
export type Outcome = { what: string; outcome: string }

const [folder = '', first = '0'] = process.argv.slice(2)
const outcomes: Outcome[] = []

async function attempt<Value>(what: string, work: () => Promise<Value>): Promise<Value | null> {
  try {
    const value = await work()
    outcomes.push({ what, outcome: 'done' })
    return value
  } catch (problem) {
    outcomes.push({ what, outcome: problem instanceof AppError ? problem.code : `not by name: ${String(problem)}` })
    return null
  }
}

const store = await attempt('open', () => openIn(folder))
if (store !== null) {
  for (let n = Number(first); n < Number(first) + 3; n += 1) {
    const edit = anEdit(n, 'individuals', anIndividual(n), { city: `City ${n}` })
    await attempt(`save ${edit.id}`, () => store.outbox.commit(step(edit)))
    await attempt(`draft ${n}`, () => store.writeLedger('drafts.keep', { name: `io-${n}`, json: '"kept"' }))
    await attempt('read', () => store.read('outbox.list', { show: 'open', offset: 0, limit: 50 }))
    await wait(1)
  }
  await attempt('close', () => store.close())
}
console.log(JSON.stringify(outcomes))
