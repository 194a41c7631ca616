import { app, BrowserWindow, type Session } from 'electron'
import { appOrigin } from './app-address.ts'

/** Opens a window of Steward. It is loaded by {@link loadPage}, once everything it may ask for is in place. */
export function createWindow(preload: string, session: Session): BrowserWindow {
  const window = new BrowserWindow({
    width: 1360,
    height: 860,
    minWidth: 760,
    minHeight: 520,
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
    },
  })
  window.once('ready-to-show', () => window.show())
  return window
}

/** @param path - an address of the app, judged by the contract */
export async function loadPage(window: BrowserWindow, path: string): Promise<void> {
  await window.loadURL(`${appOrigin}${path}`)
}

/** Brings a window to the front, wherever it is. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
