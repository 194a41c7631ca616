import type { AppInfo, Preferences } from '../../shared/ipc/app.ts'
import type { ConnectionInput, ConnectionSummary, SignInProgress } from '../../shared/ipc/connections.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import type { SyncStatus } from '../../shared/ipc/sync.ts'
import type { ReadInput, ReadName, ReadOutput } from '../data/connection-store.ts'

/** The use cases, one per procedure. `ipc/` only translates; whatever decides lives behind this. All throw AppErrors. */
export type Core = {
  app: {
    info(): Promise<AppInfo>
    getPreferences(): Promise<Preferences>
    setPreferences(change: Partial<Preferences>): Promise<Preferences>
  }
  connections: {
    list(): Promise<ConnectionSummary[]>
    add(input: ConnectionInput): Promise<ConnectionSummary>
    remove(connectionId: string): Promise<void>
    /** Yields steps until signed in; throws an `auth/…` AppError; `signal` cancels. */
    signIn(connectionId: string, signal: AbortSignal): AsyncIterable<SignInProgress>
    signOut(connectionId: string): Promise<void>
    open(connectionId: string): Promise<ConnectionSummary>
    openDemo(): Promise<ConnectionSummary>
    setDemoService(running: boolean): Promise<ConnectionSummary>
  }
  sync: {
    start(connectionId: string): Promise<SyncStatus>
    cancel(connectionId: string): Promise<SyncStatus>
    status(connectionId: string): Promise<SyncStatus>
  }
  read<Name extends ReadName>(connectionId: string, name: Name, input: ReadInput<Name>): Promise<ReadOutput<Name>>
  refreshValuation(connectionId: string, entityId: string): Promise<{ found: boolean }>
  /** Every event from now until `signal` aborts. A slow reader loses nothing but repeated `sync` events. */
  events(signal: AbortSignal): AsyncIterable<AppEvent>
  close(): Promise<void>
}
