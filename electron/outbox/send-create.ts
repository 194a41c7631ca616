import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { ask, markSending, refuse, settleCommon } from './attempt.ts'
import { classify, type Verdict } from './classify.ts'
import type { EngineParts } from './engine-parts.ts'
import { beginFileAgain, withSameFile } from './find-document.ts'
import { lookFor } from './look-for.ts'
import { readValuationBack } from './read-valuation-back.ts'
import { unsettledSibling } from './ready.ts'
import { canTellAbsence, findCreated, likeRecords, roundsMs, type Sweep } from './reconcile.ts'
import { bytesOf } from './record-bytes.ts'
import { sendFile } from './send-file.ts'
import { doneCreate } from './settle-create.ts'
import { startOver, stepOf } from './steps.ts'

/** Candidates shown to a person. */
const maxShown = 20

/** Sends a new record, once, after a look at what is there already. */
export async function sendCreate(parts: EngineParts, operation: Operation): Promise<void> {
  const sweep = await lookFor(parts, operation)
  parts.holds.reached()
  const { ids, unasked } = likeRecords(operation, sweep.records)
  const isValuation = operation.resource === 'valuations'
  const baseline = isValuation ? [...new Set([...ids, ...sweep.records.map(({ id }) => String(id))])] : ids
  if (unasked.length > 0) {
    const candidates = unasked.slice(0, maxShown)
    await ask(parts, operation, { kind: 'already-exists', candidates }, { baseline })
    return
  }
  const { file } = operation
  const upload = file && parts.uploads.begin(operation.id, file.size)
  try {
    const change = { baseline, ...(file ? { file: { ...file, whole_sent: false } } : {}) }
    const marked = await markSending(parts, operation, change)
    if (marked === null) return
    const outcome = file && upload ? await sendFile(parts, marked, { file, upload }) : await sendFields(parts, marked)
    if (outcome !== null) await settle(parts, marked, { verdict: classify(marked, outcome), sweep })
  } finally {
    upload?.end()
  }
}

function sendFields({ service, signal }: EngineParts, { resource, parent_id, fields }: Operation) {
  const isValuation = resource === 'valuations'
  const path = isValuation ? `entities/${encodeURIComponent(parent_id ?? '')}/valuation` : resource
  return service.send({ method: 'POST', path, body: fields, signal })
}

async function settle(
  parts: EngineParts,
  marked: Operation,
  { verdict, sweep }: { verdict: Verdict; sweep: Sweep },
): Promise<void> {
  const isValuation = marked.resource === 'valuations'
  if (verdict.kind !== 'accepted') {
    await settleCommon(parts, marked, verdict)
    return
  }
  const { record, bytes } = verdict
  const latest = String(sweep.records[0]?.effective_date ?? '')
  // Of valuations the mirror keeps the one that the service calls current.
  const isNewest = !isValuation || String(marked.fields.effective_date) >= latest
  const event = parts.event('done', `The service has it as ${String(record.id)}.`)
  parts.holds.forget(marked.id)
  const done = await parts.change(marked.id, (current) =>
    doneCreate(current, { record, bytes, book: parts.book, event, remark: null, isNewest }),
  )
  if (done && isValuation) await readValuationBack(parts, done)
}

/** Finds out what became of a new record whose answer was lost. */
export async function findOutCreate(parts: EngineParts, operation: Operation): Promise<void> {
  const sweep = await lookFor(parts, operation)
  parts.holds.reached()
  const like = findCreated(operation, sweep)
  const found = operation.file ? await withSameFile(parts, operation.file, like) : like
  if (found.kind === 'several') {
    await ask(parts, operation, { kind: 'several-matches', candidates: found.records.slice(0, maxShown) })
  } else if (found.kind === 'none') {
    await notFound(parts, operation, sweep)
  } else {
    await adopt(parts, operation, found.record)
  }
}

/** Unless another operation may have made it, or turned out to have made it while this one was looked for: then later. */
async function adopt(parts: EngineParts, operation: Operation, record: JsonFields): Promise<void> {
  const id = String(record.id)
  const isAnothers = (current: Operation) =>
    current.baseline?.includes(id) === true || unsettledSibling(current, parts.book)?.state === 'sending'
  const event = parts.event('adopted', `Found at the service after a lost answer: ${id}.`)
  const remark = 'The answer was lost; the record was found at the service.'
  const adopted = await parts.change(operation.id, (current) =>
    current.state === 'uncertain' && !isAnothers(current)
      ? doneCreate(current, { record, bytes: bytesOf(record), book: parts.book, event, remark, isNewest: true })
      : null,
  )
  if (adopted === null) parts.holds.failed(operation.id)
  else parts.holds.forget(operation.id)
}

async function notFound(parts: EngineParts, operation: Operation, sweep: Sweep): Promise<void> {
  const { holds } = parts
  const { id, problem, resource, fields } = operation
  if (problem?.status && problem.status >= 400 && problem.status < 500 && problem.status !== 408) {
    await refuse(parts, id, problem)
    return
  }
  if (operation.file && !operation.file.whole_sent) {
    await beginFileAgain(parts, operation)
    return
  }
  const latest = resource === 'valuations' ? (sweep.records[0] ?? null) : null
  const isHidden = latest !== null && String(latest.effective_date) > String(fields.effective_date)
  if (!isHidden && holds.round(id) < roundsMs.length - 1) {
    holds.nextRound(id)
    return
  }
  if (resource === 'households' && typeof fields.external_id === 'string') {
    // Its external id is unique in the tenant: a second one would be refused.
    const event = parts.event('not-sent', 'Not found at the service; sent again, since its external id is unique.')
    holds.forget(id)
    holds.failed(id)
    await parts.change(id, (current) => (current.state === 'uncertain' ? stepOf(current, startOver, event) : null))
    return
  }
  const unknown = latest !== null && !operation.baseline?.includes(String(latest.id)) ? [latest] : []
  const kind = canTellAbsence(operation, latest) ? 'not-found' : 'cannot-tell'
  await ask(parts, operation, { kind, candidates: kind === 'cannot-tell' ? unknown : [] })
}
