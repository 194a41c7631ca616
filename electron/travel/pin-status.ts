import { defaultTravelBudget, type PinnedHousehold, type TravelGap } from '../../shared/ipc/travel.ts'
import type { KeptPin } from '../data/ledger/pins.ts'
import type { HouseholdNeeds, NeededDocument, NeededValuation } from '../data/reads/travel.ts'
import { bytesOf, isMissing, isOutdated } from './plan-files.ts'
import type { TravelStore } from './travel-parts.ts'
import { type CheckResult, parseCheckResult } from './travel-parts.ts'

/** The status of all pinned households, and the space used by files. See `travelContract.list`. */
export type PinStatus = { households: PinnedHousehold[]; budget: number; used: number; loose: number }

type Options = { store: Pick<TravelStore, 'read'>; isBusy: (householdId: string) => boolean }

/** Reads the status from the store on every call; nothing is cached in memory. */
export async function readPinStatus({ store, isBusy }: Options): Promise<PinStatus> {
  const { pins, budget: chosen } = await store.read('travel.pins', {})
  const budget = chosen ?? defaultTravelBudget
  const { files } = await store.read('travel.held', {})
  const pinned = new Set(pins.map(({ household_id }) => household_id))
  const isPinned = ({ household_id }: { household_id: string | null }) =>
    household_id !== null && pinned.has(household_id)
  const pinnedBytes = bytesOf(files.filter(isPinned))
  const statusOf = async (pin: KeptPin) => {
    const needs = await store.read('travel.needs', { household_id: pin.household_id })
    return classifyPin({ pin, needs, busy: isBusy(pin.household_id), budget, pinnedBytes })
  }
  const used = bytesOf(files)
  return { households: await Promise.all(pins.map(statusOf)), budget, used, loose: used - pinnedBytes }
}

export type PinnedStatus = { pinned: PinnedHousehold | null; budget: number }

/** The status of one household; null if it is not pinned, which is a quick check. */
export async function readPinned({ store, isBusy }: Options, householdId: string): Promise<PinnedStatus> {
  const { pin } = await store.read('travel.pin', { household_id: householdId })
  if (pin === null) return { pinned: null, budget: defaultTravelBudget }
  const { households, budget } = await readPinStatus({ store, isBusy })
  return { pinned: households.find(({ household_id }) => household_id === householdId) ?? null, budget }
}

type PinFacts = {
  pin: KeptPin
  needs: HouseholdNeeds
  /** It is being checked now. */
  busy: boolean
  /** In bytes: the limit for downloaded files, and the size of those of all pinned households including this one. */
  budget: number
  pinnedBytes: number
}

/** The status of a pinned household, from the data on this computer and the result of its last check. */
function classifyPin({ pin, needs, busy, budget, pinnedBytes }: PinFacts): PinnedHousehold {
  const findings = parseCheckResult(pin.json)
  const gaps = gapsOf(needs, findings)
  const tooLarge = needs.documents.filter((one) => isMissing(one) && findings.files[one.id]?.size)
  const wanted = tooLarge.reduce((sum, { id }) => sum + (findings.files[id]?.size ?? 0), 0)
  const short = wanted === 0 ? 0 : Math.max(0, pinnedBytes + wanted - budget)
  const { household_id, pinned_at, checked_at } = pin
  const isGone = needs.title === null && checked_at !== null
  return {
    household_id,
    title: needs.title ?? household_id,
    pinned_at,
    checked_at,
    verdict: verdictOf({ busy, short, lacking: isGone || gaps.length > 0, checked: checked_at !== null }),
    busy,
    short,
    problem: isGone ? gone : findings.problem,
    documents: { total: needs.documents.length, held: needs.documents.filter((one) => !isMissing(one)).length },
    valuations: { total: needs.valuations.length, held: needs.valuations.filter(isValued).length },
    summaries: needs.summary_ids.length,
    bytes: needs.bytes,
    gaps,
  }
}

const gone = 'The service no longer has this household.'

type Standing = { busy: boolean; short: number; lacking: boolean; checked: boolean }

function verdictOf({ busy, short, lacking, checked }: Standing): PinnedHousehold['verdict'] {
  if (busy && (lacking || !checked)) return 'fetching'
  if (short > 0) return 'over-budget'
  if (!checked) return 'unchecked'
  return lacking ? 'incomplete' : 'ready'
}

const isValued = ({ checked_at, outcome }: NeededValuation) => checked_at !== null && outcome !== 'set-aside'

function gapsOf(needs: HouseholdNeeds, findings: CheckResult): TravelGap[] {
  return [
    ...needs.documents.flatMap((one) => documentGap(one, findings)),
    ...findings.unreadable.map((one) => ({ ...one, reason: 'The service’s data for it cannot be read.' })),
    ...needs.valuations.flatMap(valuationGap),
  ]
}

function documentGap(document: NeededDocument, { files }: CheckResult): TravelGap[] {
  const { id, title } = document
  const reason = files[id]?.reason
  if (isMissing(document)) return [{ what: 'document', id, title, reason: reason ?? 'Not downloaded yet.' }]
  if (!isOutdated(document)) return []
  const older = 'The document changed after its file was downloaded; the file here may be older.'
  return [{ what: 'document', id, title, reason: reason ? `${older} ${reason}` : older }]
}

function valuationGap(needed: NeededValuation): TravelGap[] {
  const { entity_id: id, title, outcome } = needed
  if (isValued(needed)) return []
  const unreadable = outcome === 'set-aside'
  const reason = unreadable ? 'The service’s data for it cannot be read.' : 'Not downloaded yet.'
  return [{ what: 'valuation', id, title, reason }]
}
