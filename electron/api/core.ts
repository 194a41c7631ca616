import type { CommandId } from '../../shared/domain/commands.ts'
import type { DemoColleagueResource } from '../../shared/domain/demo-colleague.ts'
import type { AppInfo, Preferences, PrintedScreen, ScreenToPrint } from '../../shared/ipc/app.ts'
import type { GivenAssetClass } from '../../shared/ipc/asset-classes.ts'
import type { ConnectionInput, ConnectionSummary, SignInProgress } from '../../shared/ipc/connections.ts'
import type { KeptDraft } from '../../shared/ipc/drafts.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import type { SummaryOriginal } from '../../shared/ipc/records.ts'
import type { SyncStatus } from '../../shared/ipc/sync.ts'
import type { Place, SavedView } from '../../shared/ipc/views.ts'
import type { Unfinished } from '../connections/unfinished-work.ts'
import type { ListName, ReadInput, ReadName, ReadOutput } from '../data/reads/read.ts'
import type { Bulk } from './bulk.ts'
import type { CustodyUseCases } from './custody.ts'
import type { Exports } from './exports.ts'
import type { FileUseCases } from './files.ts'
import type { Imports } from './imports.ts'
import type { IntakeUseCases } from './intake.ts'
import type { LinkUseCases } from './links.ts'
import type { OutboxUseCases } from './outbox.ts'
import type { PolicyUseCases } from './policy.ts'
import type { SettingsUseCases } from './settings.ts'
import type { SupportUseCases } from './support.ts'
import type { TravelUseCases } from './travel.ts'

/** The use cases, one per procedure. `transport/` only translates; all decisions are made here. All throw AppErrors. */
export type Core = {
  app: {
    info(): Promise<AppInfo>
    getPreferences(): Promise<Preferences>
    setPreferences(change: Partial<Preferences>): Promise<Preferences>
    /** Opens another window at an address of the app; see `Shell.openWindow` in `platform/host.ts`. */
    openWindow(path: string): Promise<string | null>
    /** The address of the last saved screen; null if none was saved. */
    lastScreen(): Promise<string | null>
    noteScreen(path: string): Promise<void>
    /** Registers the commands that the calling window's current screen offers. */
    offer(commands: readonly CommandId[]): Promise<void>
    /** Prints the screen of the front window. */
    print(screen: ScreenToPrint): Promise<PrintedScreen>
  }
  custody: CustodyUseCases
  policy: PolicyUseCases
  settings: SettingsUseCases
  support: SupportUseCases
  /**
   * Checks whether a procedure may be called now, by its path (`households.list`). Called before every procedure, and again after
   * a long wait such as a dialog, before any data leaves.
   * @throws AppError `custody/locked`, `policy/forbidden`
   */
  gate(procedure: string): void
  connections: {
    list(): Promise<ConnectionSummary[]>
    add(input: ConnectionInput): Promise<ConnectionSummary>
    /** Throws `outbox/unsent` while writes are unsent, unless they are to be kept in the ledger. */
    remove(connectionId: string, unsent?: 'keep'): Promise<void>
    /** Yields steps until signed in; throws an `auth/…` AppError; `signal` cancels. */
    signIn(connectionId: string, signal: AbortSignal): AsyncIterable<SignInProgress>
    /** See `remove`. */
    signOut(connectionId: string, unsent?: 'keep'): Promise<void>
    open(connectionId: string): Promise<ConnectionSummary>
    setReadOnly(connectionId: string, readOnly: boolean): Promise<ConnectionSummary>
    /** Stores a tenant's client secret in the keychain and replaces an existing one. Throws `connection/invalid`. */
    giveSecret(connectionId: string, secret: string): Promise<void>
    openDemo(): Promise<ConnectionSummary>
    setDemoService(running: boolean): Promise<ConnectionSummary>
    /** Has a simulated colleague edit a record at the demo firm's service; returns the names of the changed fields. */
    demoColleague(connectionId: string, record: { resource: DemoColleagueResource; id: string }): Promise<string[]>
  }
  sync: {
    start(connectionId: string): Promise<SyncStatus>
    cancel(connectionId: string): Promise<SyncStatus>
    status(connectionId: string): Promise<SyncStatus>
  }
  read<Name extends ReadName>(connectionId: string, name: Name, input: ReadInput<Name>): Promise<ReadOutput<Name>>
  /** A window of a list as JSON text that was already validated against the contract; see `ConnectionStore.readText`. */
  readText<Name extends ListName>(connectionId: string, name: Name, input: ReadInput<Name>): Promise<string>
  refreshValuation(connectionId: string, entityId: string): Promise<{ found: boolean }>
  refreshValuations(connectionId: string, householdId: string): Promise<{ asked: number; refused: number }>
  /** A machine-written summary as it was before its first edit on this computer. */
  summaryOriginal(connectionId: string, id: string): Promise<SummaryOriginal | null>
  views: {
    list(connectionId: string, resource: SavedView['resource']): Promise<SavedView[]>
    /** Throws `ipc/bad-request` for filters, an order or columns that the list does not have. */
    save(connectionId: string, view: SavedView): Promise<SavedView>
    remove(connectionId: string, viewId: string): Promise<void>
  }
  places: {
    recents(connectionId: string): Promise<Place[]>
    visit(connectionId: string, place: { resource: string; id: string }): Promise<void>
    favourites(connectionId: string): Promise<Place[]>
    setFavourite(connectionId: string, place: { resource: string; id: string; favourite: boolean }): Promise<void>
    me(connectionId: string): Promise<{ user_id: string | null; told: boolean }>
    setMe(connectionId: string, userId: string | null): Promise<void>
  }
  drafts: {
    list(connectionId: string): Promise<KeptDraft[]>
    /** Null deletes the draft. */
    keep(connectionId: string, draft: { name: string; json: string | null }): Promise<void>
  }
  assetClasses: {
    add(connectionId: string, given: GivenAssetClass): Promise<void>
    addAll(connectionId: string, classes: readonly GivenAssetClass[]): Promise<{ added: number; known: number }>
    forget(connectionId: string, id: string): Promise<void>
    /** Null if the user cancelled the dialog. */
    exportFile(connectionId: string): Promise<{ name: string; handle: string } | null>
  }
  exports: Exports
  outbox: OutboxUseCases
  bulk: Bulk
  imports: Imports
  files: FileUseCases
  intake: IntakeUseCases
  links: LinkUseCases
  travel: TravelUseCases
  /** Every event from now until `signal` aborts. A slow reader misses only superseded `sync` and `outbox` events. */
  events(signal: AbortSignal): AsyncIterable<AppEvent>
  /** For the confirmation before Steward quits. Throws `cache/…`. */
  unfinished(): Promise<Unfinished>
  /** Ends the core and everything else that registered with its shutdown; see `app/shutdown.ts`. */
  close(): Promise<void>
}
