import { app, BrowserWindow, type Session } from 'electron'
import { appOrigin } from './app-address.ts'
import { sizeOf, smallest, type WindowPlace } from './window-place.ts'

type Options = {
  preload: string
  session: Session
  /** Where it stands; null for wherever the system puts it. */
  place: WindowPlace | null
}

/** Opens a window of Steward. It is loaded by {@link loadPage}, once everything it may ask for is in place. */
export function createWindow({ preload, session, place }: Options): BrowserWindow {
  const window = new BrowserWindow({
    ...sizeOf(place),
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    // Where the menus stand in the window they stay there: Alt leads to them.
    autoHideMenuBar: false,
    webPreferences: {
      preload,
      session,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      experimentalFeatures: false,
      devTools: !app.isPackaged,
      // A Mac has dictionaries of its own. Elsewhere Chromium would fetch them from its maker, with no word to anybody.
      spellcheck: process.platform === 'darwin',
    },
  })
  window.once('ready-to-show', () => {
    if (place?.maximised) window.maximize()
    window.show()
  })
  return window
}

/** @param path - an address of the app, judged by the contract */
export async function loadPage(window: BrowserWindow, path: string): Promise<void> {
  try {
    await window.loadURL(`${appOrigin}${path}`)
  } catch (problem) {
    // Loaded anew, or closed, before it was there: whoever did that goes on with it.
    if (!isAborted(problem)) throw problem
  }
}

const isAborted = (problem: unknown): boolean =>
  problem instanceof Error && 'code' in problem && problem.code === 'ERR_ABORTED'

/** Brings a window to the front, wherever it is. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
