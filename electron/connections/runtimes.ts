import type { Keychain } from '../keychain/keychain.ts'
import { systemClock } from '../platform/clock.ts'
import { createServiceLimiters } from '../service/request-limiter.ts'
import type { Connection } from '../tenants/connection.ts'
import type { SavedConnections } from '../tenants/saved-connections.ts'
import { type ConnectionRuntime, createConnectionRuntime, type RuntimeOptions } from './connection-runtime.ts'

/** One runtime per known connection, created on first use. */
export type Runtimes = {
  /** Throws `connection/not-found`. */
  get(connectionId: string): Promise<ConnectionRuntime>
  /** In the order they were added. */
  all(): Promise<ConnectionRuntime[]>
  /** Closes and forgets it; the next `get` creates a new one from the saved connection. */
  drop(connectionId: string): Promise<void>
  close(): Promise<void>
}

type RuntimesOptions = Omit<RuntimeOptions, 'connection' | 'keychain' | 'limiters'> & {
  saved: SavedConnections
  keychainOf: (connection: Connection) => Promise<Keychain>
}

/** {@link Runtimes} over the saved connections. */
export function createRuntimes({ saved, keychainOf, ...shared }: RuntimesOptions): Runtimes {
  const known = new Map<string, Promise<ConnectionRuntime>>()
  const limiters = createServiceLimiters(systemClock)

  const make = async (connection: Connection) =>
    createConnectionRuntime({ ...shared, limiters, connection, keychain: await keychainOf(connection) })

  /** Looks up and fills the map synchronously, so that two callers never create two runtimes. */
  const runtimeOf = (connection: Connection): Promise<ConnectionRuntime> => {
    const runtime = known.get(connection.id) ?? make(connection)
    known.set(connection.id, runtime)
    return runtime
  }

  return {
    get: async (connectionId) => known.get(connectionId) ?? runtimeOf(await saved.get(connectionId)),
    all: async () => Promise.all((await saved.list()).map(runtimeOf)),
    async drop(connectionId) {
      const runtime = known.get(connectionId)
      known.delete(connectionId)
      await (await runtime)?.close()
    },
    async close() {
      const runtimes = await Promise.all(known.values())
      known.clear()
      await Promise.all(runtimes.map((runtime) => runtime.close()))
    },
  }
}
