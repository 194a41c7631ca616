import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { createContext, useContext } from 'react'
import type { contract } from '../../shared/ipc/contract.ts'
import type { Connected } from './client/connect-client.ts'

/** Everything the main process offers, as promises. */
export type Client = ContractRouterClient<typeof contract>

/** Query options and keys for every procedure, over one client. */
export const createApi = (client: Client) => createTanstackQueryUtils(client)

export type Api = ReturnType<typeof createApi>

const missing = (): never => {
  throw new Error('This component must be rendered inside the app.')
}

/** The way to the main process as the screens have it. */
type Way = { client: Client; api: Api; ahead: Connected['ahead'] }

export const ClientContext = createContext<Way | null>(null)

/** The raw client, for calls that are no queries (event iterators). */
export const useClient = (): Client => (useContext(ClientContext) ?? missing()).client

/** What was asked before the screens were there. */
export const useAhead = (): Connected['ahead'] => (useContext(ClientContext) ?? missing()).ahead

/** Query and mutation options of every procedure. */
export const useApi = (): Api => (useContext(ClientContext) ?? missing()).api
