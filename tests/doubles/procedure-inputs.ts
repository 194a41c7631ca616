import { knownConnection } from './core.ts'

const connectionId = knownConnection
const byId = { connectionId, id: 'x-1' }
const list = (column: string) => ({ connectionId, offset: 0, limit: 10, sort: { column, direction: 'asc' } })

/** A good input for every procedure, by path; a procedure without one fails the tests that go through them all. */
export const goodInputs: Readonly<Record<string, object>> = {
  '/app/info': {},
  '/app/getPreferences': {},
  '/app/setPreferences': { theme: 'dark' },
  '/connections/list': {},
  '/connections/add': {
    name: 'Firm',
    base_url: 'https://api.example.com',
    auth_url: 'https://auth.example.com',
    client_id: 'id',
    client_secret: 'canary-secret',
    redirect_uri: '',
    flow: 'client_credentials',
    user: '',
    pkce: true,
    ca_certificate: '',
  },
  '/connections/remove': { connectionId },
  '/connections/signIn': { connectionId },
  '/connections/signOut': { connectionId },
  '/connections/open': { connectionId },
  '/connections/openDemo': {},
  '/connections/setDemoService': { running: false },
  '/sync/start': { connectionId },
  '/sync/cancel': { connectionId },
  '/sync/status': { connectionId },
  '/events/subscribe': {},
  '/households/list': list('title'),
  '/households/get': byId,
  '/individuals/list': list('email'),
  '/individuals/get': byId,
  '/entities/list': list('kind'),
  '/entities/get': byId,
  '/entities/refreshValuation': byId,
  '/valuations/list': list('effective_date'),
  '/valuations/get': byId,
  '/documents/list': list('type'),
  '/documents/get': byId,
  '/documentSummaries/list': list('entry_mode'),
  '/documentSummaries/get': byId,
  '/users/list': list('email'),
  '/users/get': byId,
  '/setAside/list': { connectionId, offset: 0, limit: 10 },
  '/search/query': { connectionId, text: 'okafor', limit: 10 },
}

export const streamPaths: ReadonlySet<string> = new Set(['/connections/signIn', '/events/subscribe'])
