import { mergeRecord } from '../../shared/domain/merge.ts'
import type { JsonFields, Operation, OperationProblem } from '../../shared/domain/operation.ts'
import { valuesOf } from '../../shared/domain/operation-rules.ts'
import { inWords } from '../../shared/domain/operation-words.ts'
import { isNothing, isSame, own } from '../../shared/lib/json.ts'
import { fieldsTogether } from '../../shared/records/resource-fields.ts'
import type { ListedResource } from '../../shared/service/resource.ts'
import type { OutboxCommit } from '../data/ledger/operations.ts'
import {
  ask,
  classify,
  type Engine,
  type Fresh,
  markSending,
  readFresh,
  refuse,
  refusedQuestion,
  settleCommon,
  type Verdict,
} from './attempt.ts'
import { begin, mergeCommits, startOver, transition } from './operations.ts'
import { holdsFields, isSameTrimmed } from './reconcile.ts'

/** Age in ms after which a copy of the record must be read again. */
export const freshMs = 2_000

/** Sends an edit on top of the record's current version: only the fields that were changed here. */
export async function sendUpdate(engine: Engine, operation: Operation): Promise<void> {
  const resource = listed(operation)
  const fresh = await readFresh(engine, { resource, id: operation.record_id, known: operation.base })
  engine.backoff.reached()
  if (fresh === null) {
    await ask(engine, operation, { kind: 'deleted-elsewhere' })
    return
  }
  const { record: theirs } = fresh
  const { fields, conflicts } = mergeRecord({ base: operation.base ?? {}, theirs, mine: operation.fields })
  if (conflicts.length > 0) {
    await engine.change(operation.id, (current) =>
      current === operation ? asked(engine, current, { fresh, conflicts }) : null,
    )
    return
  }
  if (Object.keys(fields).length === 0) {
    await finish(engine, operation, { fresh, note: 'The service had it already.', remark: null })
    return
  }
  const marked = await markSending(engine, operation, { base: theirs, fields }, mergedStep(engine, operation, theirs))
  if (marked === null) return
  if (engine.clock.elapsed() - fresh.askedAt > freshMs && !(await isUnchanged(engine, marked, theirs))) return
  const path = `${resource}/${encodeURIComponent(marked.record_id)}`
  const outcome = await engine.service.send({ method: 'PUT', path, body: fields, signal: engine.signal })
  const verdict = classify(marked, outcome)
  if (verdict.kind === 'gone') await notThere(engine, marked)
  else if (verdict.kind === 'accepted') await accept(engine, marked, { theirs, answer: verdict })
  else if (verdict.kind === 'refused') await refuseUpdate(engine, marked, verdict)
  else await settleCommon(engine, marked, verdict)
}

/**
 * The service answered "not found" to an edit. Only a read that is proved to come from the service says that the record is gone; until
 * there is one, the edit counts as lost on its way.
 */
async function notThere(engine: Engine, marked: Operation): Promise<void> {
  engine.backoff.nextRound(marked.id)
  const uncertain = await engine.change(marked.id, (current) =>
    transition(current, { state: 'uncertain' }, engine.event('lost', 'The service answered “not found”.')),
  )
  if (uncertain !== null) await findOutUpdate(engine, uncertain)
}

/** Finds out whether an edit whose answer was lost arrived; if not, sends it again, because sending twice does no harm. */
export async function findOutUpdate(engine: Engine, operation: Operation): Promise<void> {
  const fresh = await readFresh(engine, {
    resource: listed(operation),
    id: operation.record_id,
    known: operation.base,
  })
  engine.backoff.reached()
  if (fresh === null) {
    await ask(engine, operation, { kind: 'deleted-elsewhere' })
  } else if (holdsFields(fresh.record, operation.fields)) {
    await finish(engine, operation, { fresh, note: 'The answer was lost; the service has it.', remark: null })
  } else {
    await sendAgain(engine, operation, 'It was not received; to be sent again.', fresh)
  }
}

/** Returns the operation to the queue, after a wait. `fresh` is the record as it was found. */
export async function sendAgain(
  engine: Engine,
  { id, problem }: Operation,
  note: string,
  fresh: Fresh | null = null,
): Promise<void> {
  engine.backoff.failed(id)
  await engine.change(id, (current) => {
    const base = fresh && current.action === 'update' ? rebased(current, fresh.record) : current.base
    const records = fresh ? [{ resource: listed(current), bytes: fresh.bytes }] : []
    return transition(current, { ...startOver, base, problem }, engine.event('not-sent', note), { records })
  })
}

function asked(
  engine: Engine,
  operation: Operation,
  { fresh, conflicts }: { fresh: Fresh; conflicts: ReturnType<typeof mergeRecord>['conflicts'] },
): OutboxCommit {
  const names = conflicts.map(({ field }) => field).join(', ')
  const question = { kind: 'fields' as const, candidates: [], fields: conflicts, theirs: fresh.record }
  const change = { state: 'conflict', question, base: rebased(operation, fresh.record) } as const
  const records = [{ resource: listed(operation), bytes: fresh.bytes }]
  return transition(operation, change, engine.event('asked', `Changed on both sides: ${names}.`), { records })
}

/**
 * The base, updated with the fields that already have their new value at the service. It does not matter who wrote them: a further
 * edit of them is no conflict.
 */
function rebased({ base, fields }: Operation, theirs: JsonFields): JsonFields {
  const there = Object.keys(fields).filter((field) => isSame(fields[field], own(theirs, field)))
  return { ...base, ...Object.fromEntries(there.map((field) => [field, own(theirs, field) ?? null])) }
}

/** Adds a line to the history if a colleague changed the record in the meantime. */
function mergedStep(engine: Engine, operation: Operation, theirs: JsonFields): OutboxCommit {
  const changed = differing(operation.base ?? {}, theirs, [])
  if (changed.length === 0) return { operations: [], events: [] }
  const { at, event, note } = engine.event('merged', `A colleague also changed ${changed.join(', ')}; both are kept.`)
  return { operations: [], events: [{ operationId: operation.id, at, event, note, was: valuesOf(operation) }] }
}

/** Fields that differ between two copies of a record, except time stamps. */
function differing(one: JsonFields, other: JsonFields, aside: readonly string[]): string[] {
  const isDifferent = (field: string) =>
    field !== 'updated_at' && !isSame(own(one, field), own(other, field)) && !aside.includes(field)
  const added = Object.keys(other).filter((field) => !Object.hasOwn(one, field))
  return [...Object.keys(one), ...added].filter(isDifferent)
}

/** Writing the mark may take long: checks that the record is still the version that the edit was merged with. */
async function isUnchanged(engine: Engine, marked: Operation, theirs: JsonFields): Promise<boolean> {
  const again = await readFresh(engine, { resource: listed(marked), id: marked.record_id }).catch(() => null)
  const isSlow = again === null || differing(theirs, again.record, []).length > 0
  if (isSlow) await sendAgain(engine, marked, 'The record changed before it could be sent.')
  return !isSlow
}

const namesOf = (fields: readonly [string, unknown][]): string => fields.map(([field]) => field).join(', ')

async function accept(
  engine: Engine,
  marked: Operation,
  { theirs, answer }: { theirs: JsonFields; answer: Fresh },
): Promise<void> {
  const { record } = answer
  const sent = Object.keys(marked.fields)
  const raced = differing(theirs, record, sent)
  const mixed = [
    ...new Set(
      sent
        .map(fieldsTogether)
        .filter((group) => raced.some((field) => group.includes(field)))
        .flat(),
    ),
  ]
  const changed = Object.entries(marked.fields).filter(([field, value]) => !isSameTrimmed(value, own(record, field)))
  const kept = changed.filter(([, value]) => isNothing(value))
  const other = changed.filter(([, value]) => !isNothing(value))
  const remarks = [
    raced.length > 0 ? `Someone else changed ${raced.join(', ')} at the same time.` : '',
    mixed.length > 0 ? `Check ${mixed.join(', ')}: they belong together, and now come from both of you.` : '',
    kept.length > 0 ? `The service did not clear ${namesOf(kept)}.` : '',
    other.length > 0 ? `The service answered with another value of ${namesOf(other)}.` : '',
  ].filter((text) => text !== '')
  const remark = remarks.length > 0 ? remarks.join(' ') : null
  await finish(engine, marked, { fresh: answer, note: remark ?? 'The service has it.', remark })
}

async function finish(
  engine: Engine,
  operation: Operation,
  { fresh, note, remark }: { fresh: Fresh; note: string; remark: string | null },
): Promise<void> {
  const records = [{ resource: listed(operation), bytes: fresh.bytes }]
  const done = { state: 'done', question: null, problem: null, not_before: null, remark } as const
  engine.backoff.forget(operation.id)
  await engine.change(operation.id, (current) => {
    // The operation was edited again since; that edit has not been checked yet.
    if (current.state === 'queued' && current !== operation) return null
    const step = transition(current, done, engine.event(remark === null ? 'done' : 'raced', note), { records })
    return mergeCommits([step, rebasedDeletions(engine, current, fresh.record)])
  })
}

/** A later deletion of the same record is about the version that this edit made, unless a colleague changed something as well. */
function rebasedDeletions({ operations }: Engine, { record_id, seq, base, fields }: Operation, record: JsonFields) {
  const isOwn = differing(base ?? {}, record, Object.keys(fields)).length === 0
  const before = own(base ?? {}, 'updated_at')
  const later = operations.ofRecord(record_id).filter((one) => one.action === 'delete' && one.seq > seq)
  const seen = later.filter((one) => isOwn && own(one.base ?? {}, 'updated_at') === before)
  return { operations: seen.map((one) => ({ ...one, base: record })), events: [] }
}

function listed({ resource }: Operation): ListedResource {
  return resource === 'valuations' ? 'entities' : resource
}

type Refusal = Extract<Verdict, { kind: 'refused' }>

/** The statuses with which a service says that a body is invalid. */
const invalidStatuses: ReadonlySet<number | null> = new Set([400, 422])

/**
 * Handles the refusal of an edit. A service may refuse null for a field that Steward offers to clear: then the cleared fields, with
 * those that belong together with them, become an edit of their own, and the rest is sent without them.
 */
async function refuseUpdate(engine: Engine, operation: Operation, refusal: Refusal): Promise<void> {
  const divided = divide(operation.fields, refusal)
  if (divided === null) return refuse(engine, operation.id, refusal.problem)
  engine.backoff.forget(operation.id)
  await engine.change(operation.id, (current) =>
    planDivision(current, { ...divided, engine, problem: refusal.problem }),
  )
}

type Divided = {
  /** Fields that are sent again without the others. */
  rest: JsonFields
  /** Cleared fields and those that belong together with them, sent as an edit of their own. */
  cleared: JsonFields
  /** True if the service named the cleared fields as those that it refuses. */
  isNamed: boolean
}

/** Null if the refusal is not about cleared fields, or if the edit has no other fields. */
function divide(fields: JsonFields, { problem, named }: Refusal): Divided | null {
  if (!invalidStatuses.has(problem.status)) return null
  const sent = Object.entries(fields)
  const objected = named.filter((name) => Object.hasOwn(fields, name))
  const isClearedHere = (name: string) =>
    Object.hasOwn(fields, name) && isNothing(fields[name]) && (objected.length === 0 || objected.includes(name))
  const isRefused = ([name]: (typeof sent)[number]) => fieldsTogether(name).some(isClearedHere)
  const cleared = sent.filter(isRefused)
  const isOnlyClearing = objected.every((name) => isNothing(fields[name]))
  if (cleared.length === 0 || cleared.length === sent.length || !isOnlyClearing) return null
  const rest = sent.filter((entry) => !isRefused(entry))
  return { rest: Object.fromEntries(rest), cleared: Object.fromEntries(cleared), isNamed: objected.length > 0 }
}

type DivisionParts = Divided & { engine: Engine; problem: OperationProblem }

function planDivision(operation: Operation, { rest, cleared, isNamed, engine, problem }: DivisionParts): OutboxCommit {
  const { resource, record_id, title, base } = operation
  const names = inWords(
    Object.keys(cleared)
      .filter((name) => isNothing(cleared[name]))
      .join(', '),
  )
  const why = isNamed ? 'The service refused to clear' : 'The service refused the change, perhaps because it cleared'
  const shrunk = transition(
    operation,
    { ...startOver, fields: rest },
    engine.event('changed', `${why} ${names}. That is now a change of its own; the rest is sent again.`),
  )
  const { at } = engine.event('saved', '')
  const own = begin(
    { at, newId: engine.newId, nextSeq: engine.nextSeq },
    { action: 'update', resource, record_id, parent_id: null, title, fields: cleared, base },
  )
  const [made] = own.step.operations
  if (!isNamed || made === undefined) return mergeCommits([shrunk, own.step])
  const refused = transition(
    { ...made, attempts: operation.attempts, sent_at: operation.sent_at },
    { state: 'failed', problem, question: refusedQuestion },
    engine.event('refused', problem.detail ?? problem.message),
  )
  return mergeCommits([shrunk, own.step, refused])
}
