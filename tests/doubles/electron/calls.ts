import type { BrowserWindow } from './browser-window.ts'
import type { MenuEntry } from './menu.ts'
import type { Notification } from './notification.ts'

/** The parts of a request that a scheme's handler reads. A real `Request` refuses some of the addresses tested here. */
export type SchemeRequest = { url: string; method: string }
export type SchemeHandler = (request: SchemeRequest) => Response | Promise<Response>
export type Handler = (...args: never[]) => unknown

/** The main process's calls to Electron, for tests to check. */
export const calls = {
  privileged: [] as unknown[],
  paths: {} as Record<string, string>,
  scheme: new Map<string, SchemeHandler>(),
  handlers: new Map<string, Handler>(),
  windows: [] as BrowserWindow[],
  menus: [] as MenuEntry[][],
  opened: [] as string[],
  /** Addresses for which the system's proxy was requested. */
  proxied: [] as string[],
  shown: [] as string[],
  openedFiles: [] as string[],
  drags: [] as { file: string; icon: unknown }[],
  saveDialogs: [] as { window: boolean; options: unknown }[],
  messages: [] as { message: string; buttons: string[] }[],
  /** Context menus that were opened. */
  popups: [] as MenuEntry[][],
  copied: [] as string[],
  /** Options of printing and of saving as a PDF. */
  prints: [] as unknown[],
  notices: [] as Notification[],
  badges: [] as number[],
  /** App user model ids that were set for Windows. */
  modelIds: [] as string[],
  /** Options of crash reporting. */
  crashReporting: [] as unknown[],
  exitCodes: [] as number[],
  quits: 0,
  /** Calls made after Electron was ready that only have an effect before. */
  tooLate: [] as string[],
}

/** Stores a handler under this name, for tests to call. */
export const keep = (name: string) => (handler: Handler) => void calls.handlers.set(name, handler)

/** The user's next actions: answers to questions, a place for files, a printer. */
export const user = {
  /** Button numbers; when the list is empty, the first button. */
  answers: [] as number[],
  /** Where files are saved although a window is open. */
  savesTo: null as string | null,
  /** Electron's reason for a failed print; empty if printing succeeds. */
  printing: '',
  canMakePdf: true,
}
