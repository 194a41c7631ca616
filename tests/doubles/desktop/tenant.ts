/** A tenant with an unreachable service, which is enough for its tray. */
export const silentTenant = {
  name: 'Firm',
  base_url: 'https://127.0.0.1:9',
  auth_url: 'https://127.0.0.1:9',
  client_id: 'id',
  client_secret: 'secret',
  redirect_uri: '',
  flow: 'client_credentials',
  user: '',
  pkce: true,
  ca_certificate: '',
} as const
