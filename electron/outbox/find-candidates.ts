import { AppError } from '../../shared/domain/app-error.ts'
import type { JsonFields, Operation, OperationFile } from '../../shared/domain/operation.ts'
import { own } from '../../shared/lib/json.ts'
import type { Clock } from '../platform/clock.ts'
import { assertCurrent } from '../service/check-answer.ts'
import { ask, type Engine, parseRecord, readFresh } from './attempt.ts'
import { isFields, startOver, transition } from './operations.ts'
import { backoffMs } from './ready.ts'
import type { Candidate, Sweep } from './reconcile.ts'

/**
 * Every record at the service that a new record could be. For a valuation this is only the latest of its entity, the one that the
 * service shows.
 * @throws AppError `service/…`, `auth/…`
 */
export async function findCandidates({ service, clock, signal }: Engine, operation: Operation): Promise<Search> {
  const { resource, fields, parent_id } = operation
  if (resource === 'valuations') {
    const body = await readLatest(service, { entityId: parent_id ?? '', signal })
    assertCurrent(body)
    if (body.bytes === null) return { records: [], ...timesOf(null, clock) }
    const record = parseRecord(body.bytes)
    return { records: record ? [record] : [], ...timesOf(body.serverTime, clock) }
  }
  const listed = resource === 'individuals' || resource === 'documents' ? resource : 'households'
  const query: Record<string, string> = {}
  if (listed === 'documents') Object.assign(query, { household_id: parent_id ?? '', type: String(fields.type) })
  else if (listed === 'individuals') query.household_id = parent_id ?? ''
  else if (typeof fields.external_id === 'string') query.external_id = fields.external_id
  const { records, serverTime } = await service.listAll({ resource: listed, query, signal })
  const whole = records.filter((record): record is JsonFields => isFields(record))
  return { records: whole, ...timesOf(serverTime, clock) }
}

/**
 * Reads an entity's latest valuation. A gateway says "not found" too. So before and after the answer "none" the service must prove that it
 * answers itself. Otherwise the new valuation would replace a colleague's that the advisor never saw.
 */
async function readLatest(service: Engine['service'], asked: { entityId: string; signal: AbortSignal }) {
  const first = await service.getValuation(asked)
  if (first.bytes !== null) return first
  await service.prove('entities', asked.signal)
  const body = await service.getValuation(asked)
  if (body.bytes === null) await service.prove('entities', asked.signal)
  return body
}

/** `serviceTime`: the service's clock now, ISO 8601, counted on from its answer; null if it did not tell. */
type Search = Sweep & { serviceTime: () => string | null }

function timesOf(serverTime: number | null, clock: Clock): Pick<Search, 'clockOffset' | 'serviceTime'> {
  if (serverTime === null) return { clockOffset: 0, serviceTime: () => null }
  const read = clock.elapsed()
  return {
    clockOffset: serverTime - clock.now(),
    serviceTime: () => new Date(serverTime + clock.elapsed() - read).toISOString(),
  }
}

/** After this many interrupted attempts, a file is sent again only if the user decides so. */
const mostAttempts = 8

/**
 * Of the documents that could be the one whose answer was lost, returns those with exactly its bytes; each is downloaded to
 * compare. If none has them, returns those whose file could not be downloaded, which may or may not be the one.
 * @throws AppError `service/…`, `auth/…`
 */
export async function withSameFile(
  engine: Engine,
  { sha256 }: OperationFile,
  matches: readonly Candidate[],
): Promise<Candidate[]> {
  const same: Candidate[] = []
  const unknown: Candidate[] = []
  for (const match of matches) {
    const digest = await engine.service.digestOf(String(match.record.id), engine.signal)
    if (digest === sha256) same.push(match)
    else if (digest === null) unknown.push({ ...match, isWhole: false })
  }
  return same.length > 0 ? same : unknown
}

/**
 * The last bytes of the form were never sent and no such document exists: that attempt cannot succeed any more, so the file is
 * sent again from its start.
 */
export async function beginFileAgain(engine: Engine, operation: Operation): Promise<void> {
  const { backoff, clock } = engine
  const { id, attempts } = operation
  if (attempts >= mostAttempts) {
    await ask(engine, operation, { kind: 'not-found' })
    return
  }
  backoff.forget(id)
  const not_before = new Date(clock.now() + backoffMs(attempts, clock.random())).toISOString()
  const event = engine.event('not-sent', 'Interrupted before the whole file was sent; it starts again.')
  await engine.change(id, (current) =>
    current.state === 'uncertain' ? transition(current, { ...startOver, not_before }, event) : null,
  )
}

/** Records that are read one by one; with more of them, the user has to decide anyway. */
const mostRead = 20

/** True for errors that concern a single record, which the service lists but does not return. */
export const isAboutOne = (thrown: unknown): boolean =>
  thrown instanceof AppError && ['service/forbidden', 'service/refused', 'service/bad-page'].includes(thrown.code)

/**
 * Reads each record by id, since a list may omit the fields that distinguish two of them: notes, identifiers, individuals. A
 * record that is gone by now is left out; one that the service does not return stays as it was listed.
 * @throws AppError `service/…`, `auth/…`
 */
export async function readCandidates(
  engine: Engine,
  { resource }: Operation,
  listed: readonly JsonFields[],
): Promise<Candidate[]> {
  // An entity's valuation is always read completely.
  if (resource === 'valuations') return listed.map((record) => ({ record, isWhole: true, ...nothingIn }))
  const found: Candidate[] = []
  for (const [at, record] of listed.entries()) {
    const whole = at < mostRead ? await readCandidate(engine, resource, record).catch(unread) : undefined
    if (whole === undefined) found.push({ record, isWhole: false, others: [], documents: null })
    else if (whole !== null) found.push(whole)
  }
  return found
}

function unread(thrown: unknown): undefined {
  if (!isAboutOne(thrown)) throw thrown
}

async function readCandidate(
  engine: Engine,
  resource: Exclude<Operation['resource'], 'valuations'>,
  { id }: JsonFields,
): Promise<Candidate | null> {
  const fresh = await readFresh(engine, { resource, id: String(id) })
  if (fresh === null) return null
  const { record } = fresh
  if (resource === 'individuals') {
    const documents = await readDocuments(engine, record.household_id)
    const about = documents?.filter(({ individual_id }) => individual_id === id) ?? null
    return { record, isWhole: true, others: [], documents: about }
  }
  if (resource !== 'households') return { record, isWhole: true, ...nothingIn }
  const people = await readPeople(engine, { household_id: String(id) })
  const shown = record.primary_individuals
  const primaries = Array.isArray(shown) ? shown.filter(isFields) : people.filter((one) => one.is_primary === true)
  const isPrimary = (person: JsonFields) => primaries.some((one) => one.id === person.id)
  const whole = { ...record, primary_individuals: primaries }
  const others = people.filter((person) => !isPrimary(person))
  return { record: whole, isWhole: true, others, documents: await readDocuments(engine, id) }
}

const nothingIn = { others: [], documents: [] } as const

/** Documents of a household, deleted ones aside; null if the service does not list them for this user. */
async function readDocuments({ service, signal }: Engine, household_id: unknown): Promise<JsonFields[] | null> {
  try {
    const query = { household_id: String(household_id) }
    const { records } = await service.listAll({ resource: 'documents', query, signal })
    return records.filter((record): record is JsonFields => isFields(record) && !record.deleted_at)
  } catch (thrown) {
    if (isAboutOne(thrown)) return null
    throw thrown
  }
}

/**
 * Adds primary clients to households, from the list of individuals, if the list of households does not contain them.
 * @throws AppError `service/…`, `auth/…`
 */
export async function withListedPeople(
  engine: Engine,
  { resource, fields }: Operation,
  listed: readonly JsonFields[],
): Promise<readonly JsonFields[]> {
  if (resource !== 'households' || !isSent(fields.primary_individuals) || listed.length === 0) return listed
  if (listed.some((record) => own(record, 'primary_individuals') !== undefined)) return listed
  const people = await readPeople(engine, { is_primary: 'true' })
  const byHousehold = Map.groupBy(people, ({ household_id }) => household_id)
  return listed.map((record) => ({ ...record, primary_individuals: byHousehold.get(own(record, 'id') ?? null) ?? [] }))
}

const isSent = (people: unknown): boolean => Array.isArray(people) && people.length > 0

/**
 * People that a query of the list finds, deleted ones aside.
 * @throws AppError `service/…`, `auth/…`
 */
export async function readPeople({ service, signal }: Engine, query: Record<string, string>): Promise<JsonFields[]> {
  const { records } = await service.listAll({ resource: 'individuals', query, signal })
  return records.filter((record): record is JsonFields => isFields(record) && !record.deleted_at)
}
