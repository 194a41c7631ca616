import { emptyConnection } from '../../../shared/ipc/connections.ts'
/** A tenant with an unreachable service, which is enough for its tray. */
export const silentTenant = {
  ...emptyConnection,
  name: 'Firm',
  base_url: 'https://127.0.0.1:9',
  auth_url: 'https://127.0.0.1:9',
  client_id: 'id',
  client_secret: 'secret',
  flow: 'client_credentials',
} as const
