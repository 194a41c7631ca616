import { commitStep } from '../../electron/data/overlay/replay-ledger.ts'
import { applyValuation } from '../../electron/data/records.ts'
import type { Writer } from '../../electron/data/writer.ts'
import { changesIn } from '../integration/data/support/changed-firm.ts'
import { anEdit, step } from '../integration/data/support/operations.ts'
import { sweepAll } from '../integration/data/support/outbox-world.ts'
import {
  aDocument,
  aHousehold,
  anEntity,
  anIndividual,
  aValuation,
  bodyOf,
  many,
} from '../integration/data/support/records.ts'

// A firm before and after its colleagues' work, and what a ledger must then tell, once each.

const people = 60
const files = 12
const [entityCount, valued, staged] = [3, 2, 1]
/** Small pages, so that one sweep is committed in several batches. */
const pageSize = 2
const later = { updated_at: '2025-01-01T00:00:00.000Z' }

/** The moments of the first copy, of the user's own edit and of the sweep that is killed, ms since the epoch. */
export const moments = { before: Date.UTC(2026, 0, 1), own: Date.UTC(2026, 0, 2), after: Date.UTC(2026, 0, 3) }

const isMoved = (n: number) => n % 3 === 0
/** Its move was this computer's own work. */
const ownMove = 3
const seq = 1

type Firm = 'before' | 'after'

const individuals = (of: Firm) =>
  many((n) => anIndividual(n, { city: 'Lyon' }), people + 1).flatMap((person, at) => {
    const n = at + 1
    if (n === (of === 'before' ? people + 1 : people)) return []
    return [of === 'after' && isMoved(n) ? { ...person, ...later, city: 'Turin', email: `${n}@example.com` } : person]
  })

const documents = (of: Firm) =>
  many((n) => aDocument(n), files + 1).flatMap((document, at) => {
    const n = at + 1
    if (n === (of === 'before' ? files + 1 : files)) return []
    return [of === 'after' && n === 1 ? { ...document, ...later, name: 'Renamed' } : document]
  })

const entities = (of: Firm) =>
  many((n) => anEntity(n, of === 'after' && n === staged ? { ...later, stage: 'TERMINATED' } : {}), entityCount)

const valuationOf = (of: Firm, n: number) =>
  aValuation(n, of === 'after' && n === valued ? { ...later, directly_held_assets: [], total_value: 7 } : {})

/** Reads the whole firm as a sync does. */
export async function receive(writer: Writer, of: Firm): Promise<void> {
  const lists = { households: many(aHousehold, 2), individuals: individuals(of), documents: documents(of) }
  for (const [resource, records] of Object.entries({ ...lists, entities: entities(of) }))
    await sweepAll(writer, resource as keyof typeof lists, { records, pageSize })
  for (const { id } of entities(of)) {
    const n = Number(id.replace('entity_', ''))
    applyValuation(writer, { entityId: id, bytes: bodyOf(valuationOf(of, n)) })
  }
  writer.batch.commit()
}

/** The user's own edit, sent and done. */
export function editSelf(writer: Writer): void {
  const sent_at = new Date(moments.own).toISOString()
  const edit = anEdit(seq, 'individuals', anIndividual(ownMove, { city: 'Lyon' }), { city: 'Turin' })
  commitStep(writer, step({ ...edit, state: 'done', sent_at }))
}

/** Every change, as one line each. */
const expected: ReadonlySet<string> = new Set([
  ...many((n) => n, people)
    .filter((n) => isMoved(n) && n !== people)
    .map((n) => `individuals client_profile_${n} changed email,city${n === ownMove ? ` of ${seq}` : ''}`),
  `individuals client_profile_${people} gone`,
  `individuals client_profile_${people + 1} added`,
  'documents document_1 changed name',
  `documents document_${files} gone`,
  `documents document_${files + 1} added`,
  `entities entity_${staged} changed stage`,
  `valuations entity_${valued} changed total_value,directly_held_assets`,
])

/** Returns what the ledger tells wrongly or twice, and what it lost; while it is not finished, it may still lack some. */
export function changeProblems(ledger: Writer['ledger'], { isFinished }: { isFinished: boolean }): string[] {
  const told = changesIn(ledger).map(({ resource, record_id, kind, fields }) => {
    const names = fields.map(({ field }) => field).join()
    const own = fields.flatMap(({ operation }) => (operation === null ? [] : [` of ${operation}`])).join('')
    return `${[resource, record_id, kind, names].join(' ').trim()}${own}`
  })
  const twice = told.filter((line, at) => told.indexOf(line) !== at)
  const wrong = told.filter((line) => !expected.has(line))
  const lost = isFinished ? [...expected].filter((line) => !told.includes(line)) : []
  return [
    ...twice.map((line) => `told twice: ${line}`),
    ...wrong.map((line) => `told wrongly: ${line}`),
    ...lost.map((line) => `lost: ${line}`),
  ]
}
