import { AppError, toAppError } from '../../shared/domain/app-error.ts'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import { maxPageSize } from '../../shared/service/page.ts'
import type { HouseholdNeeds } from '../data/reads/travel.ts'
import type { ListedAnswer } from '../data/records.ts'
import { isUnreached as isUnreachedCode } from '../http/network-errors.ts'
import { isSince } from '../platform/clock.ts'
import { forEachConcurrent } from '../platform/concurrency.ts'
import { createPaginationPlan, type WalkedList, walkUntilComplete } from '../service/pagination.ts'
import { badPagination, confirmMissing } from '../sync/sweep-resource.ts'
import { concludeNone, type NotValued, noneOf } from '../sync/sweep-valuations.ts'
import { fetchFiles, verifyFiles } from './fetch-files.ts'
import { type FileEvictor, isVerificationDue } from './plan-files.ts'
import type { TravelParts } from './travel-parts.ts'
import { type CheckResult, parseCheckResult } from './travel-parts.ts'

/** How thoroughly a household is checked. */
export type Thoroughness = {
  /** Its records are requested again; not needed right after a complete sweep. */
  records: boolean
  /** Valuations that were requested less than this many ms ago are not requested again. */
  valuationAge: number
  /** Its files are re-read and verified even if that was done today. */
  verify: boolean
}

type Check = Thoroughness & {
  householdId: string
  signal: AbortSignal
  /** Called whenever more of the household's data is on this computer. */
  onStep: () => void
}

/** The service could not be reached, which is temporary. */
export const isUnreached = ({ code }: AppError): boolean => code === 'service/rate-limited' || isUnreachedCode(code)

/** The abort reason if the user stopped the check; any other reason is not recorded. */
export const stoppedByPerson = 'stopped'

/**
 * Compares a pinned household with the service, fetches what is missing, and stores the result in the ledger.
 * @returns the error that kept it from finishing; null if it finished, or if it is no longer pinned
 */
export async function checkHousehold(parts: TravelParts, room: FileEvictor, check: Check): Promise<AppError | null> {
  const { store, clock } = parts
  const { householdId, signal } = check
  const { pin } = await store.read('travel.pin', { household_id: householdId })
  if (pin === null) return null
  const findings = { ...parseCheckResult(pin.json), problem: null }
  const note = async (checked_at: string | null, problem: string | null) => {
    const json = JSON.stringify({ ...findings, problem } satisfies CheckResult)
    await store.writeLedger('travel.note', { household_id: householdId, checked_at, json })
  }
  try {
    await work(parts, { room, check, findings })
    await note(new Date(clock.now()).toISOString(), null)
    return null
  } catch (thrown) {
    const error = toAppError(thrown)
    const problem = signal.aborted ? (signal.reason === stoppedByPerson ? stopped : null) : problemWords(error)
    await note(pin.checked_at, problem)
    return error
  }
}

/** The message about a check that could not finish, including the next step. */
export function problemWords(error: AppError): string {
  return `${error.message} ${isUnreached(error) ? 'Steward will try again.' : error.nextStep}`
}

const stopped = 'It was stopped before everything was checked.'

const damaged = { reason: 'Its file on this computer was damaged and has to be downloaded again.', size: null }

type Work = { room: FileEvictor; check: Check; findings: CheckResult }

async function work(parts: TravelParts, { room, check, findings }: Work): Promise<void> {
  const { store, clock, files } = parts
  const { householdId, signal, onStep } = check
  const readNeeds = () => store.read('travel.needs', { household_id: householdId })
  if (check.verify || isVerificationDue(findings, clock.now())) {
    const removed = await verifyFiles(files, { needs: await readNeeds(), signal })
    for (const id of removed) findings.files[id] = damaged
    findings.verified_at = new Date(clock.now()).toISOString()
  }
  // A household that exists only on this computer cannot be compared with the service.
  if (isLocalId(householdId)) return
  if (check.records) findings.unreadable = await checkRecords(parts, { householdId, signal })
  await store.flush()
  onStep()
  const now = clock.now()
  await checkValuations(parts, { needs: await readNeeds(), since: now - check.valuationAge, now, signal })
  await store.flush()
  onStep()
  const needs = await readNeeds()
  const onFile = (id: string, finding: CheckResult['files'][string] | null) => {
    if (finding) findings.files[id] = finding
    else delete findings.files[id]
    onStep()
  }
  forgetOthers(findings, new Set(needs.documents.map(({ id }) => id)))
  await fetchFiles({ files, room }, { needs, findings, signal, onFile })
}

/** Drops the results of documents that no longer exist. */
function forgetOthers({ files }: CheckResult, documents: ReadonlySet<string>): void {
  for (const id of Object.keys(files)) if (!documents.has(id)) delete files[id]
}

const minute = 60 * 1000

/** The trigger of a check determines how thorough it is. */
export const occasions = {
  /** The user requests it. */
  request: { records: true, valuationAge: 0, verify: true },
  pin: { records: true, valuationAge: 15 * minute, verify: false },
  hour: { records: true, valuationAge: 50 * minute, verify: false },
  /** A sweep has just compared every record. */
  sweep: { records: false, valuationAge: 50 * minute, verify: false },
} as const satisfies Record<string, Thoroughness>

export type Occasion = keyof typeof occasions

/** Interval between two automatic checks in ms, with jitter so that a firm's computers do not ask all at once. */
export const hourly = (random: number): number => 60 * minute * (0.95 + random * 0.1)

/** One check that covers both. */
export function together(a: Thoroughness, b: Thoroughness): Thoroughness {
  return {
    records: a.records || b.records,
    valuationAge: Math.min(a.valuationAge, b.valuationAge),
    verify: a.verify || b.verify,
  }
}

/** Number of simultaneous lookups by id. */
const concurrency = 2

type Asked = { householdId: string; signal: AbortSignal }

const lists = [
  { resource: 'individuals', what: 'individual' },
  { resource: 'entities', what: 'entity' },
  { resource: 'documents', what: 'document' },
  { resource: 'document-summaries', what: 'summary' },
] as const

type List = (typeof lists)[number]

/**
 * Compares a household and all records that belong to it with the service, by its own lists, and looks up by id those that the
 * lists do not contain.
 * @returns the records that cannot be read
 * @throws AppError `service/…`, `auth/…`, `cache/…`, `sync/cancelled`
 */
async function checkRecords(parts: TravelParts, asked: Asked): Promise<CheckResult['unreadable']> {
  const { store, service } = parts
  const { householdId, signal } = asked
  const household = await service.getRecord({ resource: 'households', id: householdId, signal })
  if (household !== null) await store.applyRecord('households', household.bytes, household.ageMs)
  const before = await store.read('travel.needs', { household_id: householdId })
  const unreadable: CheckResult['unreadable'] = []
  for (const list of lists) {
    const { ids, bad } = await walkUntilComplete(() => walk(parts, list, asked))
    unreadable.push(...bad.map((id) => ({ what: list.what, id, title: id === '' ? 'A record without an ID' : id })))
    const missing = knownIds(before, list).filter((id) => !ids.has(id) && !isLocalId(id))
    const asking = { ids: missing, heldBefore: new Set<string>() }
    await confirmMissing({ service, store, signal, concurrency }, list.resource, asking)
  }
  if (household === null) await store.removeRecords('households', [householdId])
  return unreadable
}

type Walked = WalkedList & { bad: string[] }

async function walk({ store, service }: TravelParts, { resource }: List, asked: Asked): Promise<Walked> {
  const { householdId, signal } = asked
  const plan = createPaginationPlan({ after: null })
  const ids = new Set<string>()
  const bad: string[] = []
  let received = 0
  for (let after: string | null = null; ; ) {
    const query = { household_id: householdId }
    const { bytes, ageMs } = await service.listPage({ resource, after, limit: maxPageSize, query, signal })
    const page = await store.applyListed(resource, bytes, ageMs)
    received += page.outcome.received
    for (const id of page.ids) ids.add(id)
    bad.push(...page.unreadable)
    const step = plan.next(page.outcome)
    if (step.kind === 'complete') return { ids, bad, received, counted: countedWithId(page, bad) }
    if (step.kind === 'broken') throw badPagination(step.reason)
    after = step.after
  }
}

/** How many records with an id the service counts; unreadable ones without an id count, too. */
function countedWithId({ outcome }: ListedAnswer, bad: readonly string[]): number | null {
  return outcome.totalCount === null ? null : outcome.totalCount - bad.filter((id) => id === '').length
}

function knownIds(needs: HouseholdNeeds, { resource }: List): string[] {
  if (resource === 'individuals') return needs.individual_ids
  if (resource === 'document-summaries') return needs.summary_ids
  if (resource === 'entities') return needs.valuations.map(({ entity_id }) => entity_id)
  return needs.documents.map(({ id }) => id)
}

const valuationConcurrency = 3

/** `since`, `now`: ms since the epoch. */
type ValuationsAsked = { needs: HouseholdNeeds; since: number; now: number; signal: AbortSignal }

/**
 * Requests the latest valuation of each entity of a household that was not requested recently.
 * @throws AppError `service/…`, `auth/…`, `cache/…`, `sync/cancelled`
 */
async function checkValuations({ store, service }: TravelParts, asked: ValuationsAsked): Promise<void> {
  const { needs, since, now, signal } = asked
  const due = needs.valuations.filter(({ checked_at }) => !isSince(checked_at, since, now))
  const none: NotValued[] = []
  await forEachConcurrent(
    due,
    { concurrency: valuationConcurrency, signal },
    async ({ entity_id: entityId }, within) => {
      const body = await service.getValuation({ entityId, signal: within })
      if (body.bytes === null) none.push({ entityId, ...noneOf(body) })
      else await store.applyValuation({ entityId, bytes: body.bytes, ageMs: body.ageMs }).catch(ignoreUnreadable)
    },
  )
  await concludeNone({ service, store, signal }, none)
}

/** Ignores an unreadable valuation: its entity stays due, and the household is not ready. */
function ignoreUnreadable(problem: unknown): void {
  if (!(problem instanceof AppError && problem.code === 'service/not-json')) throw problem
}
