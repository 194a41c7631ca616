import { createContext, useContext } from 'react'
import type { ConnectionSummary } from '../../shared/ipc/connections.ts'

export const ConnectionContext = createContext<ConnectionSummary | null>(null)

/** The connection whose screens are shown. */
export function useConnection(): ConnectionSummary {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('This component must be rendered inside a connection.')
  return connection
}
