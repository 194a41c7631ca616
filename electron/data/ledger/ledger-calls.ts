import type { GivenAssetClass } from '../../../shared/ipc/asset-classes.ts'
import type { KeptDraft } from '../../../shared/ipc/drafts.ts'
import type { Place, SavedView } from '../../../shared/ipc/views.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { StagedWrites } from '../file-rows.ts'
import type { TravelReads, TravelWrites } from './travel-calls.ts'

/** A stored row of the intake tray; only the code that writes `json` interprets it. */
export type StoredIntakeRow = { id: string; staged_id: string | null; removed_at: string | null; json: string }

/** The reader's answers from the ledger, with titles from the mirror. */
export type LedgerReads = TravelReads & {
  /** In the order they were first saved. */
  'views.list': { input: { resource: SavedView['resource'] }; output: SavedView[] }
  /** Newest first, at most 50; records that are not in the mirror are left out. */
  'places.recents': { input: Record<string, never>; output: Place[] }
  /** In the order they were added; records that are not in the mirror are left out. */
  'places.favourites': { input: Record<string, never>; output: Place[] }
  /** Records that are in the mirror, with their titles, in the requested order. */
  'places.titles': { input: { resource: Resource; ids: readonly string[] }; output: Place[] }
  /** `user` is the connection's user name: an e-mail address, if the firm uses them. */
  'places.me': { input: { user: string | null }; output: { user_id: string | null; told: boolean } }
  /** The last value of {@link LedgerWrites} `places.setLastQuery`; null without one. */
  'places.lastQuery': { input: Record<string, never>; output: { path: string; query: string } | null }
  'drafts.list': { input: Record<string, never>; output: KeptDraft[] }
  /** In the order they were dropped, including those removed from the tray. */
  'intake.rows': { input: Record<string, never>; output: StoredIntakeRow[] }
  /** Ids of all staged files, including those of queued uploads. */
  'intake.stagedIds': { input: Record<string, never>; output: string[] }
}

/** Writes to the ledger. */
export type LedgerWrites = StagedWrites &
  TravelWrites & {
    /** Creates a view or replaces the one with its id. */
    'views.save': SavedView
    'views.remove': { id: string }
    'places.visit': { resource: Resource; id: string }
    'places.setFavourite': { resource: Resource; id: string; favourite: boolean }
    /** Null deletes the user's answer. */
    'places.setMe': { user_id: string | null }
    /** The query of the current screen: a list's filters, order and view. */
    'places.setLastQuery': { path: string; query: string }
    /** Null deletes the draft. */
    'drafts.keep': { name: string; json: string | null }
    /** Creates rows of the tray or replaces those with the same ids, which keep their position. */
    'intake.put': { rows: readonly StoredIntakeRow[] }
    'intake.forget': { ids: readonly string[] }
    /** Adds a class, or renames one that exists. */
    'assetClasses.add': GivenAssetClass
    /** Adds the classes that are not known yet. */
    'assetClasses.addAll': { classes: readonly GivenAssetClass[] }
    /** A class learned from a valuation stays. */
    'assetClasses.forget': { id: string }
  }

export type LedgerWriteName = keyof LedgerWrites
export type LedgerWriteInput<Name extends LedgerWriteName> = LedgerWrites[Name]
