/**
 * Stores secrets. `null` from `get` means "no such entry" and nothing else: an implementation that cannot distinguish that from
 * "locked" must throw `keychain/locked` instead.
 */
export type Keychain = {
  /** `os`: the operating system's. `session`: this process's memory. `demo-file`: the made-up firm's own file. */
  readonly kind: 'os' | 'session' | 'demo-file'
  get(account: string): Promise<string | null>
  set(account: string, secret: string): Promise<void>
  /** Does nothing if there is no such entry. */
  delete(account: string): Promise<void>
}
