import { createContext, useContext } from 'react'
import type { ConnectionSummary } from '../../shared/ipc/connections.ts'

/** A connection without the number of its unsent writes: that changes with every save, and most components show none. */
export type Connection = Omit<ConnectionSummary, 'unsent'>

export const ConnectionContext = createContext<Connection | null>(null)

/** The connection whose screens are shown. */
export function useConnection(): Connection {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('This component must be rendered inside a connection.')
  return connection
}
