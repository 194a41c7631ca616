import type { HttpsUrl } from './https-url.ts'

/** A process that Steward started and will end. */
export type ChildService = {
  /** Resolves with the first line of standard output; rejects when the process ends before it. */
  readonly firstLine: Promise<string>
  readonly exited: Promise<void>
  stop(): Promise<void>
}

/** All that the core sees of its host. The desktop and the browser shell each implement it. */
export type Shell = {
  readonly kind: 'desktop' | 'browser'
  /** Opens a page in the system's browser. Rejects with `auth/browser-not-opened`. */
  openInBrowser(url: HttpsUrl): Promise<void>
  /** Runs one of Steward's own scripts beside it (the demo firm's service), with Node's abilities and no window. */
  startService(script: string, args: readonly string[]): ChildService
}
