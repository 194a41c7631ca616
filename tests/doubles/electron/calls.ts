import type * as Electron from 'electron'
import type { BrowserWindow } from './browser-window.ts'
import type { Menu } from './menu.ts'
import type { NativeImage } from './native-image.ts'
import type { Notification } from './notification.ts'
import type { Here } from './surface.ts'

type PathName = Parameters<Electron.App['getPath']>[0]

/** The main process's calls to Electron, for tests to check. */
export const calls = {
  privileged: [] as Electron.CustomScheme[],
  paths: {} as Partial<Record<PathName, string>>,
  /** Every window that was created, in order. */
  windows: [] as BrowserWindow[],
  menus: [] as Menu[],
  opened: [] as string[],
  /** Addresses for which the system's proxy was requested. */
  proxied: [] as string[],
  shown: [] as string[],
  openedFiles: [] as string[],
  drags: [] as { file: string; icon: NativeImage | string }[],
  saveDialogs: [] as { window: boolean; options: Electron.SaveDialogOptions }[],
  messages: [] as Here<Electron.MessageBoxOptions>[],
  /** Context menus that were opened. */
  popups: [] as Menu[],
  copied: [] as string[],
  /** Chromium's switches that were added. */
  switches: [] as string[],
  /** Requests of Electron's own lock on the user-data folder. */
  singleInstanceLocks: 0,
  /** Options of printing and of saving as a PDF. */
  prints: [] as (Electron.WebContentsPrintOptions | Electron.PrintToPDFOptions)[],
  notices: [] as Notification[],
  badges: [] as number[],
  /** App user model ids that were set for Windows. */
  modelIds: [] as string[],
  /** Arguments with which the app became the program for a scheme. */
  protocolClients: [] as unknown[][],
  /** Options of crash reporting. */
  crashReporting: [] as Electron.CrashReporterStartOptions[],
  exitCodes: [] as number[],
  quits: 0,
  /** Calls made after Electron was ready that only have an effect before. */
  tooLate: [] as string[],
}

/** The user's next actions: answers to questions, a place for files, a printer. */
export const user = {
  /** Button numbers; when the list is empty, the first button. */
  answers: [] as number[],
  /** Whether message boxes stay open until they are closed from the program. */
  hesitates: false,
  /** Where files are saved although a window is open. */
  savesTo: null as string | null,
  /** Electron's reason for a failed print; empty if printing succeeds. */
  printing: '',
  canMakePdf: true,
  /** Whether a page crashes while it is saved as a PDF. */
  pdfCrashes: false,
}

/** Facts about the computer and the installation. */
export const machine = {
  isPackaged: false,
  /** Whether the system has icons for files, has empty ones, or fails to find them. */
  fileIcons: 'there' as 'there' | 'empty' | 'none',
  /** Another program keeps the clipboard. */
  clipboardKept: false,
  /** Whether pages finish loading. */
  pagesLoad: true,
  notificationsSupported: true,
  idleSeconds: 0,
  idleState: 'active' as ReturnType<Electron.PowerMonitor['getSystemIdleState']>,
}
