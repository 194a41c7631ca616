import { mergeRecord } from '../../shared/domain/merge.ts'
import type { JsonFields, Operation, OperationMerge, RecordLeft } from '../../shared/domain/operation.ts'
import { hasMergeBegun } from '../../shared/domain/operation-rules.ts'
import { differencesOf } from '../../shared/domain/record-differences.ts'
import { own } from '../../shared/lib/json.ts'
import { ask, classify, type Engine, type Fresh, readFresh, refuse } from './attempt.ts'
import { begin, isFields, mergeCommits, textOf, titleOfRecord, transition } from './operations.ts'
import { afterDeletion, atOnce, isMerging, type Merging, nounOf } from './plan-merge.ts'
import { holdsFields } from './reconcile.ts'
import { isSeen, unseenChanges } from './send-delete.ts'
import { freshMs } from './send-update.ts'

/**
 * Goes on with a merge from the first step that is not done. A step whose answer was lost is read before it is sent again. Whatever a
 * colleague changed in between is asked about; nothing is deleted before a read shows every step before the deletion as done.
 */
export async function sendMerge(engine: Engine, operation: Operation): Promise<void> {
  if (!isMerging(operation)) return
  let current: Merging | null = await checkDropped(engine, operation)
  // The records of a household are moved by hand, which may take days: the chosen fields do not wait for it.
  if (
    current?.resource === 'individuals' &&
    (await areNewDocuments(engine, current, await isStillThere(engine, current)))
  )
    return
  if (current?.merge.fields === 'waiting' || current?.merge.fields === 'sent')
    current = await sendFields(engine, current)
  for (let next = current && nextDocument(current); current && next; next = current && nextDocument(current))
    current = await moveDocument(engine, current, next.id)
  if (current) await deleteDropped(engine, current)
}

const nextDocument = ({ merge }: Merging) =>
  merge.documents.find(({ state }) => state === 'waiting' || state === 'sent')

/** Records that a step is being sent, before its first byte; null if the merge changed since the step was prepared. */
async function mark(
  engine: Engine,
  operation: Merging,
  merge: Partial<OperationMerge>,
  note: string,
): Promise<Merging | null> {
  const sent = engine.event('sent', note)
  const marked = await engine.change(operation.id, (current) =>
    current !== operation || current.paused || !engine.maySend()
      ? null
      : transition(
          current,
          {
            ...{ state: 'sending', sent_at: sent.at, attempts: current.attempts + 1 },
            ...{ problem: null, not_before: null, grace_until: null },
            merge: { ...operation.merge, ...merge },
          },
          sent,
        ),
  )
  return isMerging(marked) ? marked : null
}

/** Reads the record to be deleted. Null, with a question, if a colleague changed or deleted it. */
async function checkDropped(engine: Engine, operation: Merging): Promise<Merging | null> {
  if (operation.merge.deletion !== 'waiting') return operation
  return (await readDropped(engine, operation)) === null ? null : operation
}

async function readDropped(engine: Engine, operation: Merging): Promise<{ askedAt: number } | null> {
  const { resource, record_id: id, base } = operation
  const fresh = await readFresh(engine, { resource, id, known: base })
  engine.backoff.reached()
  if (fresh === null) {
    await ask(engine, operation, { kind: 'deleted-elsewhere' })
    return null
  }
  if (isSeen(resource, base, fresh.record) || isSameHousehold(operation, fresh.record)) return fresh
  const fields = unseenChanges(resource, base, fresh.record)
  const question = { kind: 'changed-elsewhere' as const, fields, theirs: fresh.record }
  await ask(engine, operation, question, asRead(operation, true), { records: [{ resource, bytes: fresh.bytes }] })
  return null
}

/** True if the record to be deleted is there: a deletion that was sent may not have arrived. */
async function isStillThere(engine: Engine, { resource, record_id: id, base, merge }: Merging): Promise<boolean> {
  if (merge.deletion !== 'sent') return merge.deletion === 'waiting'
  return (await readFresh(engine, { resource, id, known: base })) !== null
}

/** The deletion as a read showed it, even if its answer was lost: a question about the record depends on whether it is there. */
function asRead({ merge }: Merging, isThere: boolean): { merge: OperationMerge } {
  const gone = merge.deletion === 'sent' ? 'done' : merge.deletion
  return { merge: { ...merge, deletion: isThere ? 'waiting' : gone } }
}

/** True for a household of which only the name and the time of change differ: both may follow when its people leave it. */
const isSameHousehold = ({ resource, base }: Merging, record: JsonFields): boolean =>
  resource === 'households' &&
  base !== null &&
  differencesOf(resource, base, record).every(({ field }) => field === 'name')

const nobodyDeleted = ({ merge, resource }: Merging): string =>
  merge.deletion === 'waiting' ? ` No ${nounOf(resource)} was deleted.` : ''

/**
 * True, with a question, if something belongs to the record to be deleted that the merge does not know of. `isThere`: a read shows that
 * the record is not deleted yet.
 */
const isAnythingLeft = (engine: Engine, operation: Merging, isThere: boolean): Promise<boolean> =>
  operation.resource === 'households'
    ? areRecordsLeft(engine, operation, isThere)
    : areNewDocuments(engine, operation, isThere)

/** The kinds of records that a household has. A summary belongs to its document. */
const kindsInHousehold = ['individuals', 'entities', 'documents'] as const

/**
 * True, with a question, if the service lists records of the household to be deleted; also while the user's own deletions of all of them
 * are not sent yet, which needs no question.
 * @throws AppError `service/…` when a list is not complete
 */
async function areRecordsLeft(engine: Engine, operation: Merging, isThere: boolean): Promise<boolean> {
  const { merge, record_id } = operation
  // Records are left only in a household that is deleted.
  const accepted = new Set(isThere ? [] : merge.left?.map(({ id }) => id))
  const left: RecordLeft[] = []
  for (const resource of kindsInHousehold) {
    const query = { household_id: record_id }
    const { records } = await engine.service.listAll({ resource, query, signal: engine.signal })
    const there = records.filter(isFields).filter((one) => !one.deleted_at && isIn(one, record_id))
    left.push(...there.map((one) => ({ resource, id: String(one.id), name: titleOfRecord(one) })))
  }
  const unknown = left.filter(({ id }) => !accepted.has(id))
  if (unknown.length === 0) return false
  const isBeingDeleted = ({ id }: RecordLeft) =>
    engine.operations.ofRecord(id).some(({ action, question }) => action === 'delete' && question === null)
  if (unknown.every(isBeingDeleted)) await goOnLater(engine, operation, 'Deletions in this household are not sent yet.')
  else await ask(engine, operation, { kind: 'records-left', candidates: unknown }, asRead(operation, isThere))
  return true
}

/** A record that does not name its household is not known to be elsewhere. */
const isIn = (record: JsonFields, household: string): boolean => (record.household_id ?? household) === household

/**
 * True, with a question, if the service lists documents of the person to be deleted that are not to be moved, or that were moved and
 * are back. The service has no list of one person's documents, so all of both households are read.
 * @throws AppError `service/…` when a list is not complete
 */
async function areNewDocuments(engine: Engine, operation: Merging, isThere: boolean): Promise<boolean> {
  const { merge, record_id, base } = operation
  const households = new Set([own(base ?? {}, 'household_id'), own(merge.keep_base, 'household_id')])
  const found: JsonFields[] = []
  for (const household of households) {
    const query = { household_id: String(household) }
    const { records } = await engine.service.listAll({ resource: 'documents', query, signal: engine.signal })
    found.push(...records.filter(isFields).filter((one) => one.individual_id === record_id && !one.deleted_at))
  }
  const waiting = new Set(
    merge.documents.flatMap(({ id, state }) => (state === 'waiting' || state === 'sent' ? id : [])),
  )
  const candidates = found.filter(({ id }) => !waiting.has(String(id)))
  if (candidates.length === 0) return false
  await ask(engine, operation, { kind: 'new-documents', candidates }, asRead(operation, isThere))
  return true
}

async function sendFields(engine: Engine, operation: Merging): Promise<Merging | null> {
  const { merge, fields } = operation
  const mine = atOnce(fields)
  const fresh = await readKept(engine, operation)
  if (fresh === null) return null
  const { record: theirs } = fresh
  const done = { merge: { fields: 'done' }, note: `${merge.keep_title} has the chosen fields.` } as const
  if (holdsFields(theirs, mine)) return finishStep(engine, operation, done, { resource: operation.resource, fresh })
  const merged = mergeRecord({ base: merge.keep_base, theirs, mine })
  if (merged.conflicts.length > 0) {
    await ask(engine, operation, { kind: 'fields', fields: merged.conflicts, theirs })
    return null
  }
  // The service has lines of a colleague among those of a text that was sent.
  if (Object.keys(merged.fields).length === 0)
    return finishStep(engine, operation, done, { resource: operation.resource, fresh })
  const marked = await mark(engine, operation, { fields: 'sent' }, `The chosen fields to ${merge.keep_title}.`)
  if (marked === null) return null
  if (engine.clock.elapsed() - fresh.askedAt > freshMs) {
    const again = await readFresh(engine, { resource: operation.resource, id: merge.keep_id }).catch(() => null)
    if (again === null || own(again.record, 'updated_at') !== own(theirs, 'updated_at'))
      return goOnLater(engine, marked, `${merge.keep_title} changed before the fields could be sent.`, merge)
  }
  const path = `${operation.resource}/${encodeURIComponent(merge.keep_id)}`
  if (!(await put(engine, marked, { path, body: merged.fields, before: merge }))) return null
  const shown = await readAfter(engine, operation.resource, merge.keep_id)
  if (shown === null) return goOnLater(engine, marked, 'The service accepted the fields; they could not be read yet.')
  const sent: JsonFields = { ...mine, ...merged.fields }
  if (holdsFields(shown.record, sent))
    return finishStep(engine, marked, done, { resource: operation.resource, fresh: shown })
  const other = Object.keys(sent).filter((field) => !holdsFields(shown.record, { [field]: sent[field] ?? null }))
  await refuse(engine, marked.id, {
    code: 'outbox/not-kept',
    message: `The service accepted the fields, and keeps another value of ${other.join(', ')}.`,
    nextStep: `Stop the merge here, and merge again with the values that the service keeps.${nobodyDeleted(operation)}`,
    ...{ status: null, detail: null },
  })
  return null
}

/** Reads the record that is kept. Null, with a question, if it was deleted; `isThere` is that of {@link isAnythingLeft}. */
async function readKept(
  engine: Engine,
  operation: Merging,
  isThere = false,
): Promise<(Fresh & { askedAt: number }) | null> {
  const { keep_id: id, keep_base: known } = operation.merge
  const fresh = await readFresh(engine, { resource: operation.resource, id, known })
  engine.backoff.reached()
  if (fresh === null) await ask(engine, operation, { kind: 'kept-deleted' }, isThere ? asRead(operation, true) : {})
  return fresh
}

async function moveDocument(engine: Engine, operation: Merging, documentId: string): Promise<Merging | null> {
  const { keep_id, keep_title, documents } = operation.merge
  const title = documents.find(({ id }) => id === documentId)?.title ?? documentId
  const moved = {
    merge: withDocument(operation.merge, documentId, 'moved'),
    note: `“${title}” belongs to ${keep_title}.`,
  }
  const found = (fresh: Fresh) => ({ resource: 'documents' as const, fresh })
  const left = (note: string, fresh: Fresh | null) =>
    finishStep(
      engine,
      operation,
      { merge: withDocument(operation.merge, documentId, 'left'), note },
      fresh === null ? null : found(fresh),
    )
  const fresh = await readFresh(engine, { resource: 'documents', id: documentId })
  engine.backoff.reached()
  if (fresh === null) return left(`“${title}” was deleted in the service.`, null)
  const owner = fresh.record.individual_id
  if (owner === keep_id) return finishStep(engine, operation, moved, found(fresh))
  if (owner !== operation.record_id) return left(`A colleague gave “${title}” to someone else.`, fresh)
  if ((await readKept(engine, operation)) === null) return null
  const marked = await mark(
    engine,
    operation,
    withDocument(operation.merge, documentId, 'sent'),
    `“${title}” to ${keep_title}.`,
  )
  if (marked === null) return null
  if (engine.clock.elapsed() - fresh.askedAt > freshMs) {
    const again = await readFresh(engine, { resource: 'documents', id: documentId }).catch(() => null)
    if (again?.record.individual_id !== operation.record_id)
      return goOnLater(engine, marked, `“${title}” changed before it could be moved.`, operation.merge)
  }
  const path = `documents/${encodeURIComponent(documentId)}`
  if (!(await put(engine, marked, { path, body: { individual_id: keep_id }, before: operation.merge }))) return null
  const shown = await readAfter(engine, 'documents', documentId)
  if (shown?.record.individual_id === keep_id) return finishStep(engine, marked, moved, found(shown))
  if (shown?.record.individual_id !== operation.record_id)
    return goOnLater(engine, marked, `The service accepted the move of “${title}”; it could not be read yet.`)
  await refuse(engine, marked.id, {
    code: 'outbox/not-kept',
    message: `The service accepted the move of “${title}”, and still has it with ${operation.title}.`,
    nextStep: `Try again, or stop the merge here.${nobodyDeleted(operation)}`,
    ...{ status: null, detail: null },
  })
  return null
}

const withDocument = (
  { documents }: OperationMerge,
  id: string,
  state: OperationMerge['documents'][number]['state'],
): Pick<OperationMerge, 'documents'> => ({
  documents: documents.map((one) => (one.id === id ? { ...one, state } : one)),
})

/** Records that a read of the service showed the step as done. Null if the merge ended meanwhile, or if the user put it on hold. */
async function finishStep(
  engine: Engine,
  { id }: Operation,
  { merge, note }: { merge: Partial<OperationMerge>; note: string },
  shown: { resource: Merging['resource'] | 'documents'; fresh: Fresh } | null,
): Promise<Merging | null> {
  engine.backoff.forget(id)
  const changed = await engine.change(id, (current) => {
    if (!isMerging(current)) return null
    const next = { ...current.merge, ...merge }
    const records = shown ? [{ resource: shown.resource, bytes: shown.fresh.bytes }] : []
    const state = hasMergeBegun(next) ? 'uncertain' : 'queued'
    return transition(current, { state, merge: next }, engine.event('done', note), { records })
  })
  return isMerging(changed) && !changed.paused ? changed : null
}

/** The record right after it was written; null if it cannot be read now. */
const readAfter = (engine: Engine, resource: Merging['resource'] | 'documents', id: string): Promise<Fresh | null> =>
  readFresh(engine, { resource, id }).catch(() => null)

/** The step is read again later, and sent again if it was not received. `before`: the steps before it, if it certainly was not. */
async function goOnLater(engine: Engine, { id }: Operation, note: string, before?: OperationMerge): Promise<null> {
  engine.backoff.failed(id)
  await engine.change(id, (current) => {
    if (!isMerging(current)) return null
    const merge = before ?? current.merge
    const state = hasMergeBegun(merge) ? 'uncertain' : 'queued'
    return transition(current, { state, merge }, engine.event(before ? 'not-sent' : 'lost', note))
  })
  return null
}

/** Sends one step. True if the service accepted it; otherwise it is settled: read again later, or refused. */
async function put(
  engine: Engine,
  marked: Merging,
  { path, body, before }: { path: string; body: JsonFields; before: OperationMerge },
): Promise<boolean> {
  const outcome = await engine.service.send({ method: 'PUT', path, body, signal: engine.signal })
  // The answer is about another record than the operation, and only a read of it counts.
  if (outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300) return true
  await settle(engine, marked, outcome, { before })
  return false
}

/** `before`: the steps before this one; `ifRefused`: what is known then. */
async function settle(
  engine: Engine,
  marked: Merging,
  outcome: Parameters<typeof classify>[1],
  { before, ifRefused = {} }: { before: OperationMerge; ifRefused?: Partial<Operation> },
): Promise<void> {
  const verdict = classify(marked, outcome)
  if (verdict.kind === 'refused') return refuse(engine, marked.id, verdict.problem, ifRefused)
  if (verdict.kind === 'again') {
    if (verdict.unreached) engine.backoff.unreached()
    else if (verdict.waitMs !== null) engine.backoff.rest(verdict.waitMs)
  }
  const note = 'problem' in verdict ? verdict.problem.message : 'The service answered “not found”.'
  await goOnLater(engine, marked, note, verdict.kind === 'again' ? before : undefined)
}

async function deleteDropped(engine: Engine, operation: Merging): Promise<void> {
  const { merge, resource, record_id: id, title } = operation
  if (engine.operations.aboutPerson(id).length + engine.operations.ofParent(id).length > 0) {
    await goOnLater(engine, operation, `A new record about ${title} is not sent yet.`)
    return
  }
  const isThere = await isStillThere(engine, operation)
  const listedAt = engine.clock.elapsed()
  if (await isAnythingLeft(engine, operation, isThere)) return
  if (merge.deletion === 'elsewhere') return finish(engine, operation, `${title} had been deleted in the service.`)
  if (merge.deletion === 'done') return finish(engine, operation, 'Deleted.')
  if (!isThere) return finish(engine, operation, `The answer was lost; the ${nounOf(resource)} is gone.`)
  if ((await readKept(engine, operation, isThere)) === null) return
  const fresh = await readDropped(engine, operation)
  if (fresh === null) return
  const marked = await mark(engine, operation, { deletion: 'sent' }, `The deletion of ${title}.`)
  if (marked === null) return
  if (engine.clock.elapsed() - listedAt > freshMs && !(await isStillUnused(engine, marked, merge))) return
  const path = `${resource}/${encodeURIComponent(id)}`
  const outcome = await engine.service.send({ method: 'DELETE', path, body: null, signal: engine.signal })
  const isAccepted = outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300
  if (!isAccepted) return settle(engine, marked, outcome, { before: merge, ifRefused: asRead(marked, true) })
  const shown = await readFresh(engine, { resource, id }).catch(() => 'unknown' as const)
  if (shown !== null) return void (await goOnLater(engine, marked, 'The deletion could not be read yet.'))
  // A colleague may have added one in the moment before the deletion.
  const isClean = await isAnythingLeft(engine, marked, false).then(
    (found) => !found,
    () => null,
  )
  if (isClean === null) await goOnLater(engine, marked, 'The records could not be listed after the deletion.')
  if (isClean) await finish(engine, marked, 'Deleted.')
}

/** Writing the mark may take long: reads what the deletion depends on once more. */
async function isStillUnused(engine: Engine, marked: Merging, before: OperationMerge): Promise<boolean> {
  try {
    return (
      !(await isAnythingLeft(engine, marked, true)) &&
      (await readKept(engine, marked, true)) !== null &&
      (await readDropped(engine, marked)) !== null
    )
  } catch {
    await goOnLater(engine, marked, `${marked.title} could not be read right before the deletion.`, before)
    return false
  }
}

/** The other record is gone and nothing belongs to it: what is stored on this computer alone moves in the same step. */
async function finish(engine: Engine, { id }: Merging, note: string): Promise<void> {
  engine.backoff.forget(id)
  const { at, newId, nextSeq } = { at: engine.event('done', '').at, newId: engine.newId, nextSeq: engine.nextSeq }
  await engine.change(id, (current) => {
    if (!isMerging(current)) return null
    const { merge, resource, record_id, fields } = current
    const done = { state: 'done', question: null, problem: null, not_before: null, remark: remarkOf(merge) } as const
    const ended = transition(
      current,
      { ...done, merge: { ...merge, deletion: 'done' } },
      { at, event: 'done', note },
      { gone: [{ resource, id: record_id }] },
    )
    const household_id = textOf(merge.keep_base.household_id) ?? null
    const merged = [{ resource, from_id: record_id, to_id: merge.keep_id, household_id }]
    const later = afterDeletion(fields)
    const following =
      Object.keys(later).length === 0
        ? []
        : [
            begin(
              { at, newId, nextSeq },
              {
                ...{ action: 'update', resource, record_id: merge.keep_id, parent_id: null },
                ...{ title: merge.keep_title, fields: later, base: merge.keep_base },
              },
            ).step,
          ]
    return mergeCommits([ended, { operations: [], events: [], merged }, ...following])
  })
}

/** The records that stay where they were, by name; null if there are none. */
function remarkOf({ documents, left = [] }: OperationMerge): string | null {
  const listed = (titles: readonly string[]) => titles.map((title) => `“${title}”`).join(', ')
  const given = documents.filter(({ state }) => state === 'left').map(({ title }) => title)
  if (left.length > 0)
    return `Left in the deleted household, since they were added as it was deleted: ${listed(left.map(({ name }) => name))}. Your service’s support can move them.`
  return given.length > 0
    ? `Not moved, since a colleague had given them to someone else or deleted them: ${listed(given)}.`
    : null
}
