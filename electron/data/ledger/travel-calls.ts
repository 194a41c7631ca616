/** A pinned household as the ledger keeps it; `json` holds what the last check found, see `electron/travel/check-result.ts`. */
export type KeptPin = { household_id: string; pinned_at: string; checked_at: string | null; json: string }

/** What lies on this computer of one file. Times are ISO 8601, sizes bytes. */
export type FileAtHand = { size: number; sha256: string; held_at: string; record_updated_at: string | null }

export type NeededDocument = {
  id: string
  title: string
  updated_at: string
  /** Made here and not sent yet: its file waits on this computer to be uploaded. */
  is_local: boolean
  held: FileAtHand | null
}

export type NeededValuation = {
  entity_id: string
  title: string
  /** When the service was last asked; null when never. */
  checked_at: string | null
  outcome: 'none' | 'set-aside' | 'valued' | null
}

/** All of one household that a person on the way wants at hand. */
export type HouseholdNeeds = {
  /** Null when the household itself is not in the copy. */
  title: string | null
  documents: NeededDocument[]
  valuations: NeededValuation[]
  individual_ids: string[]
  summary_ids: string[]
  /** Bytes of its files on this computer, PDFs of summaries included. */
  bytes: number
}

/** A downloaded file, and the household it belongs to as far as known. */
export type TakenRoom = {
  kind: 'document' | 'summary'
  id: string
  size: number
  used_at: string
  household_id: string | null
}

export type TravelReads = {
  /** In the order they were pinned; `budget` in bytes, null when nobody chose one. */
  'travel.pins': { input: Record<string, never>; output: { pins: KeptPin[]; budget: number | null } }
  'travel.pin': { input: { household_id: string }; output: { pin: KeptPin | null } }
  'travel.needs': { input: { household_id: string }; output: HouseholdNeeds }
  /** Every downloaded file. */
  'travel.held': { input: Record<string, never>; output: { files: TakenRoom[] } }
}

export type TravelWrites = {
  /** Pins a household, or puts a pin back as it was. */
  'travel.pin': KeptPin
  'travel.unpin': { household_id: string }
  /** What a check found; nothing when the household is not pinned any more. */
  'travel.note': { household_id: string; checked_at: string | null; json: string }
  'travel.setBudget': { bytes: number }
}
