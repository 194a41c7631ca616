import { type AppError, toAppError } from '../../shared/domain/app-error.ts'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import { isUnreached as isUnreachedCode } from '../http/network-errors.ts'
import { checkRecords } from './check-records.ts'
import { type CheckResult, parseCheckResult } from './check-result.ts'
import { checkValuations } from './check-valuations.ts'
import type { FileEvictor } from './evict-files.ts'
import { fetchFiles } from './fetch-files.ts'
import { isVerificationDue } from './plan-files.ts'
import type { TravelParts } from './travel-parts.ts'
import { verifyFiles } from './verify-files.ts'

/** How thoroughly a household is looked at. */
export type Thoroughness = {
  /** Its records are asked for again; not needed where a whole sweep has just compared them. */
  records: boolean
  /** Valuations that were asked for within so many ms are not asked for again. */
  valuationAge: number
  /** Its files are read through even if that was done today. */
  verify: boolean
}

type Check = Thoroughness & {
  householdId: string
  signal: AbortSignal
  /** Told whenever something is at hand that was not. */
  onStep: () => void
}

/** The service could not be asked, which passes by itself. */
export const isUnreached = ({ code }: AppError): boolean => code === 'service/rate-limited' || isUnreachedCode(code)

/** Told to a signal by a person; any other reason is not worth a note. */
export const stoppedByPerson = 'stopped'

/**
 * Compares a pinned household with the service, fetches what is missing, and notes what came of it in the ledger.
 * @returns what kept it from being finished; null when it was, or when it is not pinned any more
 */
export async function checkHousehold(parts: TravelParts, room: FileEvictor, check: Check): Promise<AppError | null> {
  const { store, clock } = parts
  const { householdId, signal } = check
  const { pin } = await store.read('travel.pin', { household_id: householdId })
  if (pin === null) return null
  const findings = { ...parseCheckResult(pin.json), problem: null }
  const note = async (checked_at: string | null, problem: string | null) => {
    const json = JSON.stringify({ ...findings, problem } satisfies CheckResult)
    await store.keep('travel.note', { household_id: householdId, checked_at, json })
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

/** What to say of a check that could not be finished, and what comes next. */
function problemWords(error: AppError): string {
  return `${error.message} ${isUnreached(error) ? 'It is tried again by itself.' : error.nextStep}`
}

const stopped = 'It was stopped before everything had been looked at.'

const damaged = { reason: 'Its file on this computer was damaged, and has to be fetched again.', size: null }

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
  // What is only on this computer cannot be compared with anything.
  if (isLocalId(householdId)) return
  if (check.records) findings.unreadable = await checkRecords(parts, { householdId, signal })
  await store.flush()
  onStep()
  const notCheckedSince = new Date(clock.now() - check.valuationAge).toISOString()
  await checkValuations(parts, { needs: await readNeeds(), notCheckedSince, signal })
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

/** What was found of documents that are gone is of no use. */
function forgetOthers({ files }: CheckResult, documents: ReadonlySet<string>): void {
  for (const id of Object.keys(files)) if (!documents.has(id)) delete files[id]
}
