import { AppError } from '../../shared/domain/app-error.ts'
import type { JsonFields, Operation, OperationFile, OperationQuestion } from '../../shared/domain/operation.ts'
import type { WriteOutcome } from '../service/write-service.ts'
import {
  ask,
  classify,
  type Engine,
  markSending,
  problemOfError,
  readFresh,
  refuse,
  settleCommon,
  type Verdict,
} from './attempt.ts'
import { completeCreate } from './complete-create.ts'
import {
  beginFileAgain,
  findCandidates,
  isAboutOne,
  readCandidates,
  withListedPeople,
  withSameFile,
} from './find-candidates.ts'
import { bytesOf, entityState, startOver, titleOfNew, transition } from './operations.ts'
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
import type { Upload } from './uploads.ts'

/** A new record to which "not found" is answered is sent this often before the user is asked: a gateway may have come and gone. */
const surelyRefused = 3

/** Most candidates that are shown to the user. */
const maxShown = 20

/** Most people and documents of a candidate that are named to the user. */
const maxNamed = 5

/** Sends a new record, once, after searching the service for existing ones. */
export async function sendCreate(engine: Engine, operation: Operation): Promise<void> {
  if (await isEntityChanged(engine, operation)) return
  const sweep = await findCandidates(engine, operation)
  engine.backoff.reached()
  const { baseline, candidates } = await lookBefore(engine, operation, sweep)
  if (candidates.length > 0) {
    await ask(engine, operation, { kind: 'already-exists', ...shown(operation, candidates) }, { baseline })
    return
  }
  const latest = sweep.records[0]
  if (operation.expects_latest !== undefined && operation.expects_latest !== (latest ? String(latest.id) : null)) {
    await ask(engine, operation, { kind: 'other-latest', candidates: latest ? [latest] : [] })
    return
  }
  const { file } = operation
  const upload = file && engine.uploads.begin(operation.id, file.size)
  try {
    const change = {
      baseline,
      sent_at_service: sweep.serviceTime(),
      ...(file ? { file: { ...file, whole_sent: false } } : {}),
    }
    const marked = await markSending(engine, operation, change)
    if (marked === null) return
    const outcome = file && upload ? await sendFile(engine, marked, { file, upload }) : await sendFields(engine, marked)
    if (outcome !== null) await settle(engine, marked, { verdict: classify(marked, outcome), sweep })
  } finally {
    upload?.end()
  }
}

/** Asks about a reviewed valuation whose entity was archived, moved to another household or deleted since; resolves to true then. */
async function isEntityChanged(engine: Engine, operation: Operation): Promise<boolean> {
  const { expects_entity: expected, parent_id: id } = operation
  if (expected === undefined || id === null) return false
  const fresh = await readFresh(engine, { resource: 'entities', id })
  engine.backoff.reached()
  if (fresh === null) {
    await ask(engine, operation, { kind: 'other-entity' }, {}, { gone: [{ resource: 'entities', id }] })
    return true
  }
  const state = entityState(fresh.record)
  const isMoved = state.household_id !== expected.household_id
  const isArchived = state.stage === archived && expected.stage !== archived
  if (!isMoved && !isArchived) return false
  const fields = (['household_id', 'stage'] as const).flatMap((field) =>
    state[field] === expected[field]
      ? []
      : [{ field, base: expected[field], theirs: state[field], mine: null, kind: 'value' as const }],
  )
  const question = { kind: 'other-entity' as const, fields, theirs: fresh.record }
  await ask(engine, operation, question, {}, { records: [{ resource: 'entities', bytes: fresh.bytes }] })
  return true
}

const archived = 'ARCHIVED'

/** Existing records before the sending, and those that the user should see first. */
async function lookBefore(
  engine: Engine,
  operation: Operation,
  sweep: Sweep,
): Promise<{ baseline: string[]; candidates: Candidate[] }> {
  const records = await withListedPeople(engine, operation, sweep.records)
  const { ids, unasked } = likeRecords(operation, { ...sweep, records }, engine.clock.now())
  const isValuation = operation.resource === 'valuations'
  const baseline = isValuation ? [...new Set([...ids, ...records.map(({ id }) => String(id))])] : ids
  const alike = matchesOf(operation, await readCandidates(engine, operation, unasked.slice(0, maxShown)))
  // A record from an earlier attempt may have appeared since, with only the fields that were sent.
  const found: Found = operation.attempts > 0 ? await findCreated(engine, operation, sweep) : { kind: 'none' }
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

function sendFields({ service, signal }: Engine, { resource, parent_id, fields }: Operation) {
  const isValuation = resource === 'valuations'
  const path = isValuation ? `entities/${encodeURIComponent(parent_id ?? '')}/valuation` : resource
  return service.send({ method: 'POST', path, body: fields, signal })
}

async function settle(
  engine: Engine,
  marked: Operation,
  { verdict, sweep }: { verdict: Verdict; sweep: Sweep },
): Promise<void> {
  const isValuation = marked.resource === 'valuations'
  if (verdict.kind !== 'accepted') {
    const isNotFound = verdict.kind === 'refused' && (verdict.problem.status === 404 || verdict.problem.status === 410)
    const isRepeated = isNotFound && (marked.attempts < surelyRefused || (await isElsewhere(engine, marked)))
    await settleCommon(engine, marked, isRepeated ? notReceived(verdict) : verdict)
    return
  }
  const { record, bytes } = verdict
  const latest = String(sweep.records[0]?.effective_date ?? '')
  // For valuations the mirror keeps the one that the service considers current.
  const isNewest = !isValuation || String(marked.fields.effective_date) >= latest
  const event = engine.event('done', `The service has it as ${String(record.id)}.`)
  engine.backoff.forget(marked.id)
  const done = await engine.change(marked.id, (current) =>
    completeCreate(current, { record, bytes, operations: engine.operations, event, remark: null, isNewest }),
  )
  if (done && isValuation) await readValuationBack(engine, done)
}

/** True if "not found" came from something else than the service, such as a gateway. */
const isElsewhere = ({ service, signal }: Engine, { resource }: Operation): Promise<boolean> =>
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
export async function findOutCreate(engine: Engine, operation: Operation): Promise<void> {
  const { backoff } = engine
  if (operation.server_id !== null) {
    await readPeopleBack(engine, operation, operation.server_id)
    return
  }
  const sweep = await findCandidates(engine, operation)
  backoff.reached()
  const found = await findCreated(engine, operation, sweep)
  if (found.kind === 'none') await notFound(engine, operation, sweep)
  else if (found.kind === 'one') await adopt(engine, operation, found.candidate.record)
  // The record itself may still be in transit: the user is asked once, after the last search, with all candidates.
  else if (backoff.round(operation.id) < roundsMs.length - 1) backoff.nextRound(operation.id)
  else await ask(engine, operation, { kind: 'several-matches', ...shown(operation, found.candidates) })
}

async function findCreated(engine: Engine, operation: Operation, sweep: Sweep): Promise<Found> {
  const candidates = await readCandidates(engine, operation, possibleMatches(operation, sweep))
  const matches = matchesOf(operation, candidates)
  const like = operation.file ? await withSameFile(engine, operation.file, matches) : matches
  return classifyMatches(operation, like, isAwaited(operation, engine.operations))
}

/**
 * Adopts the found record, unless another operation may have created it, or turns out during this search to have created it; then
 * the search is repeated later.
 */
async function adopt(engine: Engine, operation: Operation, record: JsonFields): Promise<void> {
  const id = String(record.id)
  const isAnothers = (current: Operation) =>
    current.baseline?.includes(id) === true || unsettledSibling(current, engine.operations)?.state === 'sending'
  const event = engine.event('adopted', `Found in the service after a lost answer: ${id}.`)
  const remark = 'The answer was lost; the record was found in the service.'
  const adopted = await engine.change(operation.id, (current) =>
    // People or documents may have been saved into it during this search.
    current.state === 'uncertain' && !isAnothers(current) && !isAwaited(current, engine.operations)
      ? completeCreate(current, {
          record,
          bytes: bytesOf(record),
          operations: engine.operations,
          event,
          remark,
          isNewest: true,
        })
      : null,
  )
  if (adopted === null) engine.backoff.failed(operation.id)
  else engine.backoff.forget(operation.id)
}

async function notFound(engine: Engine, operation: Operation, sweep: Sweep): Promise<void> {
  const { backoff } = engine
  const { id, problem, resource, fields } = operation
  if (problem?.status && problem.status >= 400 && problem.status < 500 && problem.status !== 408) {
    await refuse(engine, id, problem)
    return
  }
  if (operation.file && !operation.file.whole_sent) {
    await beginFileAgain(engine, operation)
    return
  }
  const latest = resource === 'valuations' ? (sweep.records[0] ?? null) : null
  const isHidden = latest !== null && String(latest.effective_date) > String(fields.effective_date)
  if (!isHidden && backoff.round(id) < roundsMs.length - 1) {
    backoff.nextRound(id)
    return
  }
  if (resource === 'households' && typeof fields.external_id === 'string') {
    // The external id is unique in the tenant, so a second record would be refused.
    const event = engine.event('not-sent', 'Not found in the service; sent again, because its external ID is unique.')
    backoff.forget(id)
    backoff.failed(id)
    await engine.change(id, (current) => (current.state === 'uncertain' ? transition(current, startOver, event) : null))
    return
  }
  const unknown = latest !== null && !operation.baseline?.includes(String(latest.id)) ? [latest] : []
  const kind = canTellAbsence(operation, latest) ? 'not-found' : 'cannot-tell'
  await ask(engine, operation, { kind, candidates: kind === 'cannot-tell' ? unknown : [] })
}

/**
 * Sends a new document with its file, once. Returns null if the outcome is recorded already: the staged file could not be read,
 * or the user stopped the upload.
 */
async function sendFile(
  engine: Engine,
  marked: Operation,
  { file, upload }: { file: OperationFile; upload: Upload },
): Promise<WriteOutcome | null> {
  const { name, media_type, size, staged_id } = file
  const outcome = await engine.service.send({
    method: 'POST',
    path: marked.resource,
    body: null,
    file: {
      parts: marked.fields,
      name,
      media_type,
      size,
      open: () => engine.files.open(staged_id),
      onProgress: upload.progress,
      beforeEnd: () => noteWholeSent(engine, marked.id),
    },
    signal: AbortSignal.any([engine.signal, upload.signal]),
  })
  if (outcome.kind === 'answered') return outcome
  if (isAboutFile(outcome.error)) {
    await refuse(engine, marked.id, problemOfError(outcome.error))
    return null
  }
  if (!upload.signal.aborted) return outcome
  await stopped(engine, marked.id, outcome.kind)
  return null
}

const isAboutFile = (error: Error): error is AppError => error instanceof AppError && error.code.startsWith('files/')

/**
 * Recorded before the last bytes of the form are sent: if this record is missing, an interrupted upload cannot be complete at the
 * service, whatever happened to Steward.
 */
async function noteWholeSent(engine: Engine, id: string): Promise<void> {
  const noted = await engine.change(id, (current) =>
    current.state === 'sending' && current.file
      ? { operations: [{ ...current, file: { ...current.file, whole_sent: true } }], events: [] }
      : null,
  )
  if (noted === null) throw notSending()
}

/** The user stopped the upload while it was in progress. */
async function stopped(engine: Engine, id: string, kind: 'not-sent' | 'lost'): Promise<void> {
  await engine.change(id, (current) => {
    if (kind === 'not-sent') {
      const event = engine.event('not-sent', 'Stopped before anything was sent.')
      return transition(current, { state: 'queued', problem: null }, event)
    }
    const note = current.file?.whole_sent
      ? 'Stopped after the whole file had been sent: the service may have it.'
      : 'Stopped part way: the service did not get the whole file.'
    return transition(current, { state: 'uncertain', problem: null }, engine.event('lost', note))
  })
  engine.backoff.nextRound(id)
}

function notSending(): AppError {
  return new AppError('internal/unexpected', {
    message: 'This upload is no longer in progress.',
    nextStep: 'Look at it in the outbox.',
  })
}
