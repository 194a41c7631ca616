import { AppError } from '../../shared/domain/app-error.ts'
import type { JsonFields, Operation, OperationFile, OperationQuestion } from '../../shared/domain/operation.ts'
import type { WriteOutcome } from '../service/write-service.ts'
import { ask, type EngineParts, markSending, refuse, settleCommon } from './attempt.ts'
import { classify, problemOfError, type Verdict } from './classify.ts'
import { bytesOf, startOver, transition } from './commits.ts'
import { completeCreate } from './complete-create.ts'
import {
  beginFileAgain,
  findCandidates,
  isAboutOne,
  readCandidates,
  withListedPeople,
  withSameFile,
} from './find-candidates.ts'
import { readPeopleBack, readValuationBack } from './read-back.ts'
import { isAwaited, unsettledSibling } from './ready.ts'
import {
  type Candidate,
  canTellAbsence,
  classifyMatches,
  type Found,
  likeRecords,
  matchesOf,
  possibleMatches,
  roundsMs,
  type Sweep,
} from './reconcile.ts'
import { titleOfNew } from './titles.ts'
import type { Upload } from './uploads.ts'

/** A new record to which "not found" is answered is sent this often before the user is asked: a gateway may have come and gone. */
const surelyRefused = 3

/** Most candidates that are shown to the user. */
const maxShown = 20

/** Most people and documents of a candidate that are named to the user. */
const maxNamed = 5

/** Sends a new record, once, after searching the service for existing ones. */
export async function sendCreate(parts: EngineParts, operation: Operation): Promise<void> {
  const sweep = await findCandidates(parts, operation)
  parts.holds.reached()
  const { baseline, candidates } = await lookBefore(parts, operation, sweep)
  if (candidates.length > 0) {
    await ask(parts, operation, { kind: 'already-exists', ...shown(operation, candidates) }, { baseline })
    return
  }
  const { file } = operation
  const upload = file && parts.uploads.begin(operation.id, file.size)
  try {
    const change = {
      baseline,
      sent_at_service: sweep.serviceTime(),
      ...(file ? { file: { ...file, whole_sent: false } } : {}),
    }
    const marked = await markSending(parts, operation, change)
    if (marked === null) return
    const outcome = file && upload ? await sendFile(parts, marked, { file, upload }) : await sendFields(parts, marked)
    if (outcome !== null) await settle(parts, marked, { verdict: classify(marked, outcome), sweep })
  } finally {
    upload?.end()
  }
}

/** Existing records before the sending, and those that the user should see first. */
async function lookBefore(
  parts: EngineParts,
  operation: Operation,
  sweep: Sweep,
): Promise<{ baseline: string[]; candidates: Candidate[] }> {
  const records = await withListedPeople(parts, operation, sweep.records)
  const { ids, unasked } = likeRecords(operation, { ...sweep, records }, parts.clock.now())
  const isValuation = operation.resource === 'valuations'
  const baseline = isValuation ? [...new Set([...ids, ...records.map(({ id }) => String(id))])] : ids
  const alike = matchesOf(operation, await readCandidates(parts, operation, unasked.slice(0, maxShown)))
  // A record from an earlier attempt may have appeared since, with only the fields that were sent.
  const found: Found = operation.attempts > 0 ? await findCreated(parts, operation, sweep) : { kind: 'none' }
  const turnedUp = found.kind === 'one' ? [found.candidate] : found.kind === 'ask' ? found.candidates : []
  const candidates = new Map([...alike, ...turnedUp].map((candidate) => [candidate.record.id, candidate]))
  return { baseline, candidates: [...candidates.values()] }
}

/** The candidates of a question, and what belongs to each of them. */
function shown(
  { resource }: Operation,
  candidates: readonly Candidate[],
): Pick<OperationQuestion, 'candidates' | 'contents'> {
  const most = candidates.slice(0, maxShown)
  const records = most.map(({ record }) => record)
  if (resource !== 'households' && resource !== 'individuals') return { candidates: records }
  const contents = most.map(({ record, isWhole, others, documents }) => ({
    id: String(record.id),
    people: isWhole && resource === 'households' ? named(others, 'individuals') : null,
    documents: documents && named(documents, 'documents'),
  }))
  return { candidates: records, contents }
}

const named = (records: readonly JsonFields[], resource: 'individuals' | 'documents') => ({
  total: records.length,
  names: records.slice(0, maxNamed).map((record) => titleOfNew(resource, record, null)),
})

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
    const isNotFound = verdict.kind === 'refused' && (verdict.problem.status === 404 || verdict.problem.status === 410)
    const isRepeated = isNotFound && (marked.attempts < surelyRefused || (await isElsewhere(parts, marked)))
    await settleCommon(parts, marked, isRepeated ? notReceived(verdict) : verdict)
    return
  }
  const { record, bytes } = verdict
  const latest = String(sweep.records[0]?.effective_date ?? '')
  // For valuations the mirror keeps the one that the service considers current.
  const isNewest = !isValuation || String(marked.fields.effective_date) >= latest
  const event = parts.event('done', `The service has it as ${String(record.id)}.`)
  parts.holds.forget(marked.id)
  const done = await parts.change(marked.id, (current) =>
    completeCreate(current, { record, bytes, book: parts.book, event, remark: null, isNewest }),
  )
  if (done && isValuation) await readValuationBack(parts, done)
}

/** True if "not found" came from something else than the service, such as a gateway. */
const isElsewhere = ({ service, signal }: EngineParts, { resource }: Operation): Promise<boolean> =>
  service.prove(resource === 'valuations' ? 'entities' : resource, signal).then(
    () => false,
    (thrown: unknown) => !isAboutOne(thrown),
  )

/** Something in place of the service refused it: nothing was done, and it is sent again. */
const notReceived = ({ problem }: Extract<Verdict, { kind: 'refused' }>): Verdict => ({
  kind: 'again',
  problem: {
    ...problem,
    message: 'Something answered “not found” in place of the service.',
    nextStep: 'No action needed. The change is sent when the service answers again.',
  },
  waitMs: null,
  unreached: true,
})

/** Finds out what happened to a new record whose answer was lost. */
export async function findOutCreate(parts: EngineParts, operation: Operation): Promise<void> {
  const { holds } = parts
  if (operation.server_id !== null) {
    await readPeopleBack(parts, operation, operation.server_id)
    return
  }
  const sweep = await findCandidates(parts, operation)
  holds.reached()
  const found = await findCreated(parts, operation, sweep)
  if (found.kind === 'none') await notFound(parts, operation, sweep)
  else if (found.kind === 'one') await adopt(parts, operation, found.candidate.record)
  // The record itself may still be in transit: the user is asked once, after the last search, with all candidates.
  else if (holds.round(operation.id) < roundsMs.length - 1) holds.nextRound(operation.id)
  else await ask(parts, operation, { kind: 'several-matches', ...shown(operation, found.candidates) })
}

async function findCreated(parts: EngineParts, operation: Operation, sweep: Sweep): Promise<Found> {
  const candidates = await readCandidates(parts, operation, possibleMatches(operation, sweep))
  const matches = matchesOf(operation, candidates)
  const like = operation.file ? await withSameFile(parts, operation.file, matches) : matches
  return classifyMatches(operation, like, isAwaited(operation, parts.book))
}

/**
 * Adopts the found record, unless another operation may have created it, or turns out during this search to have created it; then
 * the search is repeated later.
 */
async function adopt(parts: EngineParts, operation: Operation, record: JsonFields): Promise<void> {
  const id = String(record.id)
  const isAnothers = (current: Operation) =>
    current.baseline?.includes(id) === true || unsettledSibling(current, parts.book)?.state === 'sending'
  const event = parts.event('adopted', `Found in the service after a lost answer: ${id}.`)
  const remark = 'The answer was lost; the record was found in the service.'
  const adopted = await parts.change(operation.id, (current) =>
    // A person or a document may have been saved into it during this search.
    current.state === 'uncertain' && !isAnothers(current) && !isAwaited(current, parts.book)
      ? completeCreate(current, { record, bytes: bytesOf(record), book: parts.book, event, remark, isNewest: true })
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
    // The external id is unique in the tenant, so a second record would be refused.
    const event = parts.event('not-sent', 'Not found in the service; sent again, because its external ID is unique.')
    holds.forget(id)
    holds.failed(id)
    await parts.change(id, (current) => (current.state === 'uncertain' ? transition(current, startOver, event) : null))
    return
  }
  const unknown = latest !== null && !operation.baseline?.includes(String(latest.id)) ? [latest] : []
  const kind = canTellAbsence(operation, latest) ? 'not-found' : 'cannot-tell'
  await ask(parts, operation, { kind, candidates: kind === 'cannot-tell' ? unknown : [] })
}

/**
 * Sends a new document with its file, once. Returns null if the outcome is recorded already: the staged file could not be read,
 * or the user stopped the upload.
 */
async function sendFile(
  parts: EngineParts,
  marked: Operation,
  { file, upload }: { file: OperationFile; upload: Upload },
): Promise<WriteOutcome | null> {
  const { name, media_type, size, staged_id } = file
  const outcome = await parts.service.send({
    method: 'POST',
    path: marked.resource,
    body: null,
    file: {
      parts: marked.fields,
      name,
      media_type,
      size,
      open: () => parts.files.open(staged_id),
      onProgress: upload.progress,
      beforeEnd: () => noteWholeSent(parts, marked.id),
    },
    signal: AbortSignal.any([parts.signal, upload.signal]),
  })
  if (outcome.kind === 'answered') return outcome
  if (isAboutFile(outcome.error)) {
    await refuse(parts, marked.id, problemOfError(outcome.error))
    return null
  }
  if (!upload.signal.aborted) return outcome
  await stopped(parts, marked.id, outcome.kind)
  return null
}

const isAboutFile = (error: Error): error is AppError => error instanceof AppError && error.code.startsWith('files/')

/**
 * Recorded before the last bytes of the form are sent: if this record is missing, an interrupted upload cannot be complete at the
 * service, whatever happened to Steward.
 */
async function noteWholeSent(parts: EngineParts, id: string): Promise<void> {
  const noted = await parts.change(id, (current) =>
    current.state === 'sending' && current.file
      ? { operations: [{ ...current, file: { ...current.file, whole_sent: true } }], events: [] }
      : null,
  )
  if (noted === null) throw notSending()
}

/** The user stopped the upload while it was in progress. */
async function stopped(parts: EngineParts, id: string, kind: 'not-sent' | 'lost'): Promise<void> {
  await parts.change(id, (current) => {
    if (kind === 'not-sent') {
      const event = parts.event('not-sent', 'Stopped before anything was sent.')
      return transition(current, { state: 'queued', problem: null }, event)
    }
    const note = current.file?.whole_sent
      ? 'Stopped after the whole file had been sent: the service may have it.'
      : 'Stopped part way: the service did not get the whole file.'
    return transition(current, { state: 'uncertain', problem: null }, parts.event('lost', note))
  })
  parts.holds.nextRound(id)
}

function notSending(): AppError {
  return new AppError('internal/unexpected', {
    message: 'This upload is no longer in progress.',
    nextStep: 'Look at it in the outbox.',
  })
}
