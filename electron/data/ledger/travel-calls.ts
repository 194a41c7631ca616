/** A pinned household in the ledger; `json` is the result of the last check, see `electron/travel/check-result.ts`. */
export type KeptPin = { household_id: string; pinned_at: string; checked_at: string | null; json: string }

/** A file that is available on this computer. Times are ISO 8601, sizes bytes. */
export type FileAtHand = { size: number; sha256: string; held_at: string; record_updated_at: string | null }

export type NeededDocument = {
  id: string
  title: string
  updated_at: string
  /** Created here and not sent yet: its file waits on this computer to be uploaded. */
  is_local: boolean
  held: FileAtHand | null
}

export type NeededValuation = {
  entity_id: string
  title: string
  /** When the service was last asked, ISO 8601; null when never. */
  checked_at: string | null
  outcome: 'none' | 'set-aside' | 'valued' | null
}

/** Everything of one household that the user needs while travelling. */
export type HouseholdNeeds = {
  /** Null when the household itself is not in the mirror. */
  title: string | null
  documents: NeededDocument[]
  valuations: NeededValuation[]
  individual_ids: string[]
  summary_ids: string[]
  /** Bytes of its files on this computer, including PDFs of summaries. */
  bytes: number
}

/** A downloaded file, and its household if known. */
export type TakenRoom = {
  kind: 'document' | 'summary'
  id: string
  size: number
  used_at: string
  household_id: string | null
}

export type TravelReads = {
  /** In the order they were pinned; `budget` in bytes, null when the user has not set one. */
  'travel.pins': { input: Record<string, never>; output: { pins: KeptPin[]; budget: number | null } }
  'travel.pin': { input: { household_id: string }; output: { pin: KeptPin | null } }
  'travel.needs': { input: { household_id: string }; output: HouseholdNeeds }
  /** Every downloaded file. */
  'travel.held': { input: Record<string, never>; output: { files: TakenRoom[] } }
}

export type TravelWrites = {
  /** Pins a household, or restores a pin as it was. */
  'travel.pin': KeptPin
  'travel.unpin': { household_id: string }
  /** The result of a check; ignored when the household is no longer pinned. */
  'travel.note': { household_id: string; checked_at: string | null; json: string }
  'travel.setBudget': { bytes: number }
}
