import { type AppError, toAppError } from '../../shared/domain/app-error.ts'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import { isUnreached as isUnreachedCode } from '../http/network-errors.ts'
import { checkRecords, checkValuations } from './check-records.ts'
import { type CheckResult, parseCheckResult } from './check-result.ts'
import type { FileEvictor } from './evict-files.ts'
import { fetchFiles, verifyFiles } from './fetch-files.ts'
import { isVerificationDue } from './plan-files.ts'
import type { TravelParts } from './travel-parts.ts'

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

/** The message about a check that could not finish, including the next step. */
function problemWords(error: AppError): string {
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
