/**
 * Where secrets live. `null` from `get` means "no such entry" and nothing else: an implementation that cannot tell
 * that from "locked" must throw `keychain/locked` instead.
 */
export type Keychain = {
  /** `os`: the operating system's. `session`: this process's memory. `demo-file`: the made-up firm's own file. */
  readonly kind: 'os' | 'session' | 'demo-file'
  get(account: string): Promise<string | null>
  set(account: string, secret: string): Promise<void>
  /** Deleting what is not there is fine. */
  delete(account: string): Promise<void>
}
