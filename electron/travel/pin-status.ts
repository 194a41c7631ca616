import { defaultTravelBudget, type PinnedHousehold } from '../../shared/ipc/travel.ts'
import type { KeptPin } from '../data/ledger/pins.ts'
import { classifyPin } from './classify-pin.ts'
import { bytesOf } from './file-budget.ts'
import type { TravelStore } from './travel-parts.ts'

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
  const judge = async (pin: KeptPin) => {
    const needs = await store.read('travel.needs', { household_id: pin.household_id })
    return classifyPin({ pin, needs, busy: isBusy(pin.household_id), budget, pinnedBytes })
  }
  const used = bytesOf(files)
  return { households: await Promise.all(pins.map(judge)), budget, used, loose: used - pinnedBytes }
}

export type PinnedStatus = { pinned: PinnedHousehold | null; budget: number }

/** The status of one household; null if it is not pinned, which is a quick check. */
export async function readPinned({ store, isBusy }: Options, householdId: string): Promise<PinnedStatus> {
  const { pin } = await store.read('travel.pin', { household_id: householdId })
  if (pin === null) return { pinned: null, budget: defaultTravelBudget }
  const { households, budget } = await readPinStatus({ store, isBusy })
  return { pinned: households.find(({ household_id }) => household_id === householdId) ?? null, budget }
}
