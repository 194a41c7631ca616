import type { ConnectionSummary } from '../../../shared/ipc/connections.ts'

/** The state of a known connection in a few words. */
export function connectionState(connection: Pick<ConnectionSummary, 'session' | 'cache'>): string {
  if (connection.cache === 'failed') return 'Needs attention'
  if (connection.session === 'signed-out') return 'Signed out'
  if (connection.session === 'sign-in-needed') return 'Sign in again to refresh'
  return connection.cache === 'open' ? 'Open' : 'Signed in'
}

/** Whether its settings can be changed here: not those of the demo firm, nor of a connection that the firm manages. */
export const isEditable = ({ kind, managed }: Pick<ConnectionSummary, 'kind' | 'managed'>): boolean =>
  kind === 'tenant' && !managed
