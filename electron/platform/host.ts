import type { HttpsUrl, LoopbackUrl } from './https-url.ts'
import type { SystemEvents } from './system-events.ts'
import type { WrittenFile } from './written-file.ts'

declare const openable: unique symbol

/** The path of a private copy of a harmless kind; only `vetOpenableFile` makes one. */
export type OpenableFile = string & { readonly [openable]: true }

/** A process that Steward started and will end. */
export type ChildService = {
  /** Resolves with the first line of standard output; rejects when the process ends before it. */
  readonly firstLine: Promise<string>
  readonly exited: Promise<void>
  stop(): Promise<void>
}

/** Where a file is to be saved. */
export type SaveTarget = {
  /** Absolute. */
  folder: string
  name: string
  /** A person agreed that a file of this name is replaced; else the name is changed until it is free. */
  replace: boolean
}

/** Prints the window in front. Rejects with `print/failed`. */
export type ScreenPrinter = {
  /** With the system's own dialog; false when the person left it. */
  onPaper(): Promise<boolean>
  asPdf(): Promise<Uint8Array>
}

/** What a person is told outside of Steward's windows. It names nobody. */
export type Notice = {
  title: string
  body: string
  /** An address of the app, for whoever clicks. */
  path: string
}

/** All that the core sees of its host. The desktop and the browser shell each implement it. */
export type Shell = {
  readonly kind: 'desktop' | 'browser'
  /** Opens a page of Steward's own in the system's browser. Rejects with `auth/browser-not-opened`. */
  openInBrowser(url: LoopbackUrl): Promise<void>
  /** How this computer reaches a server, in the words of a PAC script: `PROXY proxy.example.com:8080; DIRECT`. */
  resolveProxy(url: HttpsUrl): Promise<string>
  /**
   * Opens another window at an address of the app (judged by the contract). Returns null when it did, else an address that
   * lets a page in, once, for the asking page to open.
   */
  openWindow(path: string): Promise<string | null>
  /** Runs one of Steward's own scripts beside it (the demo firm's service), with Node's abilities and no window. */
  startService(script: string, args: readonly string[]): ChildService
  /**
   * Where a person wants a new file; null when they want none. The browser shell cannot ask, and answers with the folder
   * of their downloads.
   */
  chooseSaveTarget(file: { suggestedName: string }): Promise<SaveTarget | null>
  /** Shows a file in its folder. Rejects with `export/not-shown`. */
  revealFile(file: WrittenFile): Promise<void>
  /** Opens a private copy in the program that the system has for it. Rejects with `files/not-opened`. */
  openFile(file: OpenableFile): Promise<void>
  /** Gives a file to the drag that began in the window in front. Null where pages cannot give files to other programs. */
  readonly dragFile: ((file: OpenableFile) => Promise<void>) | null
  /** Null where a page prints itself. */
  readonly print: ScreenPrinter | null
  /** Tells a person who looks elsewhere. Null where pages alone tell. */
  readonly notify: ((notice: Notice) => void) | null
  /** Shows on the program's icon that so many changes need a decision. Null where it has none of its own. */
  readonly badge: ((count: number) => void) | null
  /** Locks, sleep and idleness of this computer. */
  readonly system: SystemEvents
  /** Ends Steward, all its windows with it, without asking anybody. */
  quit(): void
}
