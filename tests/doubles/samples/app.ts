import { type ConnectionSummary, emptyConnection } from '../../../shared/ipc/connections.ts'
import type { AppLockState } from '../../../shared/ipc/lock.ts'
import type { SyncStatus } from '../../../shared/ipc/sync.ts'
import { connectionId, type Samples, when } from './sample.ts'

const unlocked: AppLockState = {
  locked: null,
  has_passphrase: false,
  wait_until: null,
  idle_minutes: 0,
  with_system: true,
}

/** The connection that every sample is about. */
export const connection: ConnectionSummary = {
  id: connectionId,
  name: 'Demo firm',
  kind: 'demo',
  base_url: 'https://127.0.0.1:1/',
  auth_url: 'https://127.0.0.1:1/',
  client_id: 'demo',
  redirect_uri: null,
  flow: 'client_credentials',
  user: null,
  pkce: true,
  token_auth: 'post',
  scope: null,
  resource: null,
  audience: null,
  session: 'signed-in',
  cache: 'open',
  cacheProblem: null,
  demoServiceRunning: true,
  read_only: false,
  managed: false,
  needs_secret: false,
  unrenewable: null,
  unsent: 0,
}

const connectionInput = {
  ...emptyConnection,
  name: 'Firm',
  base_url: 'https://api.example.com',
  auth_url: 'https://auth.example.com',
  client_id: 'id',
  client_secret: 'canary-secret',
  flow: 'client_credentials',
} as const

const syncStatus: SyncStatus = {
  connectionId,
  state: 'idle',
  startedAt: null,
  endedAt: null,
  reachable: 'unknown',
  problem: null,
  resources: [],
  valuationsCheckedFrom: null,
  valuationsNeverChecked: 0,
  valuationsProgress: null,
  restingUntil: null,
}

export const appSamples: Samples<
  'app' | 'lock' | 'policy' | 'presenting' | 'programs' | 'settings' | 'support' | 'connections' | 'sync' | 'events'
> = {
  app: {
    info: [
      {},
      {
        version: '0.0.0',
        shell: 'browser',
        keychain: { kind: 'session', notice: null, asks: null },
        startWith: null,
        newer: null,
      },
    ],
    answerKeychain: [{ answer: 'try-again' }],
    getPreferences: [{}, { theme: 'system', single_keys: true }],
    setPreferences: [{ theme: 'dark' }, { theme: 'dark', single_keys: true }],
    openWindow: [{ path: '/connect' }, { address: null }],
    lastScreen: [{}, { path: null }],
    noteScreen: [{ path: '/connect' }],
    offer: [{ commands: ['go.households'] }],
    copy: [{ text: 'Okafor' }, { copied: true }],
    print: [
      { to: 'pdf', title: 'Okafor' },
      { outcome: 'done', file: null },
    ],
  },
  presenting: {
    state: [{}, { presenting: null }],
    start: [
      { connectionId, record: { resource: 'households', id: 'hh-1' } },
      { presenting: { connection_id: connectionId, household_id: 'hh-1', amounts: false } },
    ],
    showAmounts: [
      { shown: true },
      { presenting: { connection_id: connectionId, household_id: 'hh-1', amounts: true } },
    ],
    end: [{}, { presenting: null }],
  },
  lock: {
    state: [{}, unlocked],
    lock: [{}, { ...unlocked, locked: 'asked' }],
    unlock: [{ passphrase: null }, unlocked],
    active: [{}],
    setPassphrase: [
      { current: null, next: 'correct horse' },
      { ...unlocked, has_passphrase: true },
    ],
    localData: [{}, { connections: [{ name: 'Demo firm', unsent: 0, staged: 0, drafts: 0 }], others: 0 }],
    removeEverything: [{ typed: 'remove everything', unsent: 'drop' }, { secrets_gone: true }],
  },
  policy: { get: [{}, { source: null, problems: [], policy: {}, forbidden: {} }] },
  settings: {
    exportFile: [{}, { file: null }],
    check: [{ text: '{}' }, { preferences: [{ name: 'theme', from: 'system', to: 'dark' }], connections: [] }],
    apply: [{ text: '{}' }, { preferences: 1, connections: 0 }],
    about: [
      {},
      {
        version: '0.0.0',
        shell: 'browser',
        system: 'Linux 6',
        node: '24',
        electron: null,
        chromium: null,
        sqlite: '3',
      },
    ],
  },
  programs: {
    state: [
      {},
      {
        ...{ is_on: true, is_open: true, problem: null, is_kept: true },
        levels: { names: 'full', amounts: 'exact', document_text: 'off', households: 'all' },
        in_force: { names: 'roles', amounts: 'rounded', document_text: 'off', households: 'mine' },
        allowed: [
          { id: 'p1', name: 'Nightly report', started_by: '/usr/sbin/cron', allowed_at: when, last_call_at: null },
        ],
        refused: [{ id: 'p3', name: 'Backup', started_by: null, until: when }],
        paused_until: null,
        asking: [{ id: 'p2', name: 'Assistant', started_by: null }],
        attached: ['Nightly report'],
        calls: [
          {
            ...{ at: when, program: 'Nightly report', command: 'list', resource: 'individuals' },
            ...{ rows: 12, ms: 5, outcome: 'answered' },
          },
        ],
      },
    ],
    switchOn: [{}],
    switchOff: [{}],
    setLevels: [{ levels: { names: 'roles', amounts: 'hidden', document_text: 'off', households: 'favorites' } }],
    answer: [{ id: 'p2', allow: true }],
    letAsk: [{ id: 'p3' }],
    revoke: [{ id: 'p1' }],
  },
  support: {
    preview: [{}, { handle: 'bundle', files: [{ name: 'about.json', text: '{}' }] }],
    save: [{ handle: 'bundle' }, { file: { name: 'Steward support.zip', handle: 'file' } }],
  },
  connections: {
    list: [{}, [connection]],
    problems: [{}, [{ name: 'Firm', message: 'This connection is not valid.', nextStep: 'Add it again.' }]],
    check: [
      { ...connectionInput, step: 'address' },
      { part: 'service-address', state: 'running' },
    ],
    add: [connectionInput, connection],
    describe: [
      { connectionId },
      {
        name: 'Firm',
        base_url: 'https://api.example.com',
        auth_url: 'https://auth.example.com',
        client_id: 'id',
        redirect_uri: '',
        flow: 'client_credentials',
        user: '',
        pkce: true,
        token_auth: 'post',
        scope: '',
        resource: '',
        audience: '',
        certificates: [],
        has_secret: true,
      },
    ],
    edit: [{ connectionId, changes: { name: 'Firm', client_secret: 'canary-secret' } }, { saved: connectionId }],
    remove: [{ connectionId }],
    signIn: [{ connectionId }, { step: 'preparing' }],
    signOut: [{ connectionId }],
    open: [{ connectionId }, connection],
    setReadOnly: [{ connectionId, read_only: true }, connection],
    giveSecret: [{ connectionId, client_secret: 'canary-secret' }],
    openDemo: [{}, connection],
    setDemoService: [{ running: false }, connection],
    demoColleague: [{ connectionId, resource: 'individuals', id: 'client_profile_1' }, { changed: ['notes'] }],
  },
  sync: {
    start: [{ connectionId }, syncStatus],
    cancel: [{ connectionId }, syncStatus],
    status: [{ connectionId }, syncStatus],
  },
  events: { subscribe: [{}, { type: 'lock', state: unlocked }] },
}
