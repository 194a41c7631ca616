import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { createContext, useContext } from 'react'
import type { ConnectionSummary } from '../../shared/ipc/connections.ts'
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
