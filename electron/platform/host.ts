import type { HttpsUrl, LoopbackUrl } from './https-url.ts'
import type { SystemEvents } from './system-events.ts'
import type { WrittenFile } from './written-file.ts'

declare const openable: unique symbol

/** The path of a private copy of a harmless type; only `vetOpenableFile` creates one. */
export type OpenableFile = string & { readonly [openable]: true }

/** A process that Steward started and will end. */
export type ChildService = {
  /** Resolves with the first line of standard output; rejects if the process ends before it. */
  readonly firstLine: Promise<string>
  readonly exited: Promise<void>
  stop(): Promise<void>
}

/**
 * A process that reads hostile files for Steward: it has no window, no network and no access to files or programs, as far as the system
 * lets Steward forbid it. Messages are copied.
 */
export type ReaderProcess = {
  /** Resolves when the message was handed over; rejects if the process has ended. */
  send(message: unknown): Promise<void>
  /** Returns a function that unsubscribes. */
  onMessage(listener: (message: unknown) => void): () => void
  /** Resolves with the exit code; null if a signal ended it, or it could not be started. */
  readonly exited: Promise<number | null>
  kill(): Promise<void>
}

/** The place where a file is to be saved. */
export type SaveTarget = {
  /** Absolute path. */
  folder: string
  name: string
  /** The user agreed to replace a file of this name; otherwise the name is changed until it is free. */
  replace: boolean
}

/** The newer version that the last look found; null if none. */
export type NewerVersion = {
  current(): string | null
  /** Returns a function that unsubscribes. */
  onChanged(listener: () => void): () => void
}

/** Prints the front window. Rejects with `print/failed`. */
export type ScreenPrinter = {
  /** With the system's own dialog; false if the user cancelled it. */
  onPaper(): Promise<boolean>
  asPdf(): Promise<Uint8Array>
}

/**
 * Prints self-contained HTML documents out of sight, one at a time, without a network and without scripts. A document that asks for
 * anything else is refused.
 */
export type DocumentPrinter = {
  /**
   * A tagged PDF with an outline. Rejects with `print/failed`, or with the signal's reason.
   *
   * @param html - a whole document
   */
  print(html: string, signal: AbortSignal): Promise<Uint8Array>
  /** Ends the printer and removes what it used; never rejects. */
  close(): Promise<void>
}

/** A notification outside of Steward's windows. It contains no names. */
export type Notice = {
  title: string
  body: string
  /** The address of the app that a click opens. */
  path: string
}

/** The core's whole interface to its host. The desktop and the browser shell each implement it. */
export type Shell = {
  readonly kind: 'desktop' | 'browser'
  /** Opens one of Steward's own pages in the system's browser. Rejects with `auth/browser-not-opened`. */
  openInBrowser(url: LoopbackUrl): Promise<void>
  /** The proxies for a server, in PAC syntax: `PROXY proxy.example.com:8080; DIRECT`. */
  resolveProxy(url: HttpsUrl): Promise<string>
  /**
   * Opens another window at an address of the app (validated by the contract). Returns null on success, else an address that
   * admits one page, once, for the calling page to open.
   */
  openWindow(path: string): Promise<string | null>
  /** Runs one of Steward's own scripts as a separate process (the demo firm's service), with Node's abilities and no window. */
  startService(script: string, args: readonly string[]): ChildService
  /**
   * Runs one of Steward's own scripts as a process that reads hostile files. `memoryMb`: the most that its objects may take, in MiB;
   * `mayRead`: paths of files that it loads.
   */
  startReader(script: string, options: { memoryMb: number; mayRead?: readonly string[] }): ReaderProcess
  /**
   * The place that the user chose for a new file; null if they cancelled. The browser shell cannot ask, and returns the user's
   * downloads folder.
   */
  chooseSaveTarget(file: { suggestedName: string }): Promise<SaveTarget | null>
  /** Shows a file in its folder. Rejects with `export/not-shown`. */
  revealFile(file: WrittenFile): Promise<void>
  /** Opens a private copy in the system's default program. Rejects with `files/not-opened`. */
  openFile(file: OpenableFile): Promise<void>
  /** Attaches a file to the drag that began in the front window. Null if pages cannot give files to other programs. */
  readonly dragFile: ((file: OpenableFile) => Promise<void>) | null
  /** Puts a text on the system's clipboard; false if it is not there afterwards. Null if a page copies by itself. */
  readonly copy: ((text: string) => Promise<boolean>) | null
  /** Null if a page prints itself. */
  readonly print: ScreenPrinter | null
  /** Starts a printer of documents. Rejects with `print/unavailable`. */
  readonly openPrinter: () => Promise<DocumentPrinter>
  /** Notifies a user who is not looking at Steward. Null if only pages can notify. */
  readonly notify: ((notice: Notice) => void) | null
  /** Shows the number of changes that need a decision on the app's icon. Null if it has no icon of its own. */
  readonly badge: ((count: number) => void) | null
  /** The result of the checks for new versions. Null in a shell that never looks. */
  readonly newer: NewerVersion | null
  /** Screen locks, sleep and idle time of this computer. */
  readonly system: SystemEvents
  /** Quits Steward with all its windows, without a question. */
  quit(): void
}
