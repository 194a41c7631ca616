import { randomBytes } from 'node:crypto'
import type { Client } from '../auth/clients.ts'
import { seedStore } from '../data/seed-store.ts'
import type { SandboxOptions } from '../options.ts'
import { createIds, type Ids } from './ids.ts'
import type { Store } from './store.ts'

export interface StoreSettings {
  client: Client
  cursorKey: string
  ids: Ids
}

/** Fills an empty store. A store that is already filled keeps its data, its client and its cursors, whatever the options. */
export function prepareStore(store: Store, options: SandboxOptions): StoreSettings {
  const {
    seed = 7,
    households = 500,
    hostile = false,
    fullFiles = false,
    canaries = false,
    redirectUris = ['http://127.0.0.1/callback'],
  } = options
  const ids = createIds(options.idStyle ?? 'prefixed')
  if (store.setting('seed') === undefined) {
    const day = options.asOf === undefined ? {} : { now: options.asOf }
    seedStore(store, ids, { seed, households, hostile, fullFiles, canaries, ...day })
    store.saveSetting('seed', String(seed))
  }
  const client: Client = {
    id: options.clientId ?? keptSetting(store, 'client_id', () => 'sandbox-client'),
    secret: options.publicClient ? null : (options.clientSecret ?? keptSecret(store)),
    redirectUris,
    exactRedirect: options.exactRedirect ?? false,
  }
  // The key depends only on the seed, so that a walk can be resumed and pages of two runs can be compared.
  return { client, ids, cursorKey: `cursor:${store.setting('seed')}` }
}

function keptSecret(store: Store): string {
  return keptSetting(store, 'client_secret', () => randomBytes(24).toString('base64url'))
}

function keptSetting(store: Store, name: string, fresh: () => string): string {
  const known = store.setting(name)
  if (known !== undefined) return known
  const value = fresh()
  store.saveSetting(name, value)
  return value
}
