import { writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Saved } from '../../electron/outbox/outbox.ts'
import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import type { Decision, Write } from '../../shared/ipc/outbox.ts'
import { createRandom } from '../faults/random.ts'
import type { Line } from './diary.ts'
import type { Steward } from './steward.ts'

/** Records that one lane works on; no other lane and no other user touches them. */
export type Ground = {
  editable: string[]
  /** Records to be deleted. */
  victims: string[]
  households: string[]
  entities: string[]
  assetClass: string
  owner: string
}

/** The longest pause between two writes of one lane, ms. */
const longestPauseMs = 25
/** At most this many writes are pending; beyond that an advisor only reads for a while. */
const mostOpen = 120

/** The share of saves that are undone, and of those after which everything is sent at once. */
const undos = 0.15
const sendsNow = 0.1

/** Writes synchronously to the pipe, so that the line is out before anything else can happen. */
export const say = (line: Line): void => void writeSync(1, `${JSON.stringify(line)}\n`)

/** Saves a write and reports it before and after. */
export async function saveAloud({ outbox }: Steward, n: string, write: Write): Promise<Saved | null> {
  say({ kind: 'try', n, write })
  try {
    const saved = await outbox.save(write)
    say({ kind: 'ack', n, operationId: saved.operation_id, recordId: saved.record_id })
    return saved
  } catch (thrown) {
    say({ kind: 'failed', n, message: thrown instanceof Error ? thrown.message : String(thrown) })
    return null
  }
}

/** Undoes a save and reports it before and after. Returns false if it was too late. */
async function undoAloud({ outbox }: Steward, n: string, { undo }: Saved): Promise<boolean> {
  if (undo === null) return false
  say({ kind: 'undo', n })
  const isUndone = await outbox.undo({ save_id: undo.save_id }).then(
    () => true,
    () => false,
  )
  say({ kind: isUndone ? 'undone' : 'not-undone', n })
  return isUndone
}

/** Edits a person, starting from what the screen shows of them. */
export async function editOf({ store }: Steward, id: string, fields: { city: string }): Promise<Write | null> {
  const { records } = await store.read('records.byIds', { resource: 'individuals', ids: [id] })
  const base = records[0]?.record
  if (!base) return null
  return { action: 'update', resource: 'individuals', record_id: id, base: base as JsonFields, fields }
}

/** Runs one advisor's lane: one write after another until the process ends. */
export async function workOn(
  steward: Steward,
  options: { ground: Ground; life: string; seed: number },
): Promise<never> {
  const { ground, life, seed } = options
  const random = createRandom(seed)
  const made: string[] = []
  const victims = [...ground.victims]
  const today = new Date().toISOString().slice(0, 10)
  const actions: Record<string, (mark: string) => Write | null | Promise<Write | null>> = {
    edit: (mark) => editOf(steward, random.pick(ground.editable), { city: mark }),
    again: (mark) => (made.length === 0 ? null : editOf(steward, random.pick(made), { city: mark })),
    person: (mark) => ({
      action: 'create',
      resource: 'individuals',
      fields: { first_name: mark, last_name: 'Crash', household_id: random.pick(ground.households) },
    }),
    household: (mark) => ({
      action: 'create',
      resource: 'households',
      fields: {
        primary_relationship_owner_id: ground.owner,
        notes: mark,
        ...(random.chance(0.5) ? { external_id: mark } : {}),
      },
    }),
    valuation: (mark) => ({
      action: 'create',
      resource: 'valuations',
      parent_id: random.pick(ground.entities),
      fields: {
        description: mark,
        effective_date: today,
        directly_held_assets: [{ asset_class_id: ground.assetClass, display_name: 'Cash', value: random.below(1000) }],
      },
    }),
    remove: () => {
      const record_id = random.chance(0.3) ? victims.pop() : undefined
      return record_id ? { action: 'delete', resource: 'individuals', record_id } : null
    },
  }
  for (let count = 0; ; count += 1) {
    const n = `${life}-${count}`
    const action = random.weighted({ edit: 40, again: 12, person: 25, household: 6, valuation: 6, remove: 3 })
    const write = steward.outbox.counts().open > mostOpen ? null : await actions[action]?.(`mark ${n}`)
    const saved = write ? await saveAloud(steward, n, write) : null
    await wait(random.next() * longestPauseMs)
    const isUndone = saved !== null && random.chance(undos) && (await undoAloud(steward, n, saved))
    if (saved !== null && !isUndone && action === 'person') made.push(saved.record_id)
    // Otherwise what waits a minute would hardly ever be sent before the kill.
    if (random.chance(sendsNow)) await steward.outbox.sendNow()
  }
}

/** Sends and answers questions until nothing is open; reports how much was left. */
export async function finish({ outbox, store }: Steward): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    await outbox.sendNow()
    await outbox.idle()
    const { operations } = await store.read('outbox.list', { show: 'open', offset: 0, limit: 500 })
    if (operations.length === 0) break
    for (const operation of operations) {
      if (operation.question === null) continue
      const decision = decisionFor(operation)
      say({
        kind: 'answer',
        operationId: operation.id,
        question: operation.question.kind,
        decision: decision.decision,
      })
      await outbox.decide(operation.id, decision)
    }
  }
  say({ kind: 'idle', left: outbox.counts().open })
}

function decisionFor({ question }: Pick<Operation, 'question'>): Decision {
  const [candidate] = question?.candidates ?? []
  switch (question?.kind) {
    case 'already-exists':
    case 'several-matches':
      return candidate ? { decision: 'adopt', id: String(candidate.id) } : { decision: 'send-again' }
    case 'not-found':
    case 'cannot-tell':
      return { decision: 'send-again' }
    case 'changed-elsewhere':
      return { decision: 'delete' }
    case 'fields':
      return {
        decision: 'merge',
        fields: Object.fromEntries(question.fields.map(({ field, mine }) => [field, mine])),
      }
    default:
      return { decision: 'discard' }
  }
}
