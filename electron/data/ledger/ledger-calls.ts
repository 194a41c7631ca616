import type { GivenAssetClass } from '../../../shared/ipc/asset-classes.ts'
import type { KeptDraft } from '../../../shared/ipc/drafts.ts'
import type { Place, SavedView } from '../../../shared/ipc/views.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { StagedWrites } from '../file-rows.ts'
import type { TravelReads, TravelWrites } from './travel-calls.ts'

/** A row of the intake tray as it is kept; `json` is read by whoever wrote it. */
export type StoredIntakeRow = { id: string; staged_id: string | null; removed_at: string | null; json: string }

/** What the reader answers from the ledger, with titles from the mirror. */
export type LedgerReads = TravelReads & {
  /** In the order they were first saved. */
  'views.list': { input: { resource: SavedView['resource'] }; output: SavedView[] }
  /** Newest first, at most 50; what is not in the mirror is left out. */
  'places.recents': { input: Record<string, never>; output: Place[] }
  /** In the order they were added; what is not in the mirror is left out. */
  'places.favourites': { input: Record<string, never>; output: Place[] }
  /** Records that are in the mirror, with their titles, in the order asked. */
  'places.titles': { input: { resource: Resource; ids: readonly string[] }; output: Place[] }
  /** `user` is the connection's user name: an e-mail address, where the firm gave one. */
  'places.me': { input: { user: string | null }; output: { user_id: string | null; told: boolean } }
  /** What {@link LedgerWrites} kept of the screen that was left; null when nothing is. */
  'places.lastQuery': { input: Record<string, never>; output: { path: string; query: string } | null }
  'drafts.list': { input: Record<string, never>; output: KeptDraft[] }
  /** In the order they were dropped, those taken out of the tray among them. */
  'intake.rows': { input: Record<string, never>; output: StoredIntakeRow[] }
  /** Ids of all staged files, those of queued uploads among them. */
  'intake.stagedIds': { input: Record<string, never>; output: string[] }
}

/** What the writer keeps in the ledger. */
export type LedgerWrites = StagedWrites &
  TravelWrites & {
    /** Makes a view or replaces the one with its id. */
    'views.save': SavedView
    'views.remove': { id: string }
    'places.visit': { resource: Resource; id: string }
    'places.setFavourite': { resource: Resource; id: string; favourite: boolean }
    /** Null takes back what was told. */
    'places.setMe': { user_id: string | null }
    /** The query of the screen that a person is on: a list's filters, order and view. */
    'places.setLastQuery': { path: string; query: string }
    /** With null the draft is forgotten. */
    'drafts.keep': { name: string; json: string | null }
    /** Makes rows of the tray or replaces those with their ids, which keep their place. */
    'intake.put': { rows: readonly StoredIntakeRow[] }
    'intake.forget': { ids: readonly string[] }
    /** Makes a class known, under a new name if it was. */
    'assetClasses.add': GivenAssetClass
    /** Makes those known that are not. */
    'assetClasses.addAll': { classes: readonly GivenAssetClass[] }
    /** What a valuation taught stays. */
    'assetClasses.forget': { id: string }
  }

export type LedgerWriteName = keyof LedgerWrites
export type LedgerWriteInput<Name extends LedgerWriteName> = LedgerWrites[Name]
