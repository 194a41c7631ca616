import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { createContext, useContext } from 'react'
import type { ConnectionSummary } from '../../shared/ipc/connections.ts'
import type { Resource } from '../../shared/service/resource.ts'
import type { Client, Connected } from './client/connect-client.ts'

/** Query options and keys for every procedure, over one client. */
export const createApi = (client: Client) => createTanstackQueryUtils(client)

export type Api = ReturnType<typeof createApi>

const missing = (): never => {
  throw new Error('This component must be rendered inside the app.')
}

/** The client, its query helpers and the responses requested ahead, as provided to the screens. */
type Provided = { client: Client; api: Api; ahead: Connected['ahead'] }

export const ClientContext = createContext<Provided | null>(null)

/** The raw client, for calls that are not queries, such as event iterators. */
export const useClient = (): Client => (useContext(ClientContext) ?? missing()).client

/** The requests sent before the screens were loaded. */
export const useAhead = (): Connected['ahead'] => (useContext(ClientContext) ?? missing()).ahead

/** Query and mutation options of every procedure. */
export const useApi = (): Api => (useContext(ClientContext) ?? missing()).api

/** A connection without the number of its unsent writes: that changes with every save, and most components show none. */
export type Connection = Omit<ConnectionSummary, 'unsent'>

export const ConnectionContext = createContext<Connection | null>(null)

/** The connection whose screens are shown. */
export function useConnection(): Connection {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('This component must be rendered inside a connection.')
  return connection
}

/** Time in ms after which a save no longer expects the report of its change. It comes right behind the answer. */
const longestMs = 200

type Expected = { connectionId: string; resource: Resource; settle: () => void }

const expected = new Set<Expected>()

/**
 * Resolves when the main process reports that rows of a resource have changed, as it does right behind the answer to a save. What is
 * read from then on has the change, and need not be read a second time for the report. Also resolves without a report after a
 * while: nothing that is shown has changed, or events do not arrive.
 */
export function waitForChangeEvent(connectionId: string, resource: Resource): Promise<void> {
  return new Promise((resolve) => {
    const one: Expected = {
      connectionId,
      resource,
      settle() {
        clearTimeout(timer)
        expected.delete(one)
        resolve()
      },
    }
    const timer = setTimeout(one.settle, longestMs)
    expected.add(one)
  })
}

/** Passes a report to the saves that expect it; returns the resources whose queries these saves will read at once. */
export function resolvePendingSaves(connectionId: string, resources: readonly Resource[]): ReadonlySet<Resource> {
  const reported = [...expected].filter((one) => one.connectionId === connectionId && resources.includes(one.resource))
  for (const one of reported) one.settle()
  return new Set(reported.map(({ resource }) => resource))
}
