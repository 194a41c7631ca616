import { app, BrowserWindow, Menu, type Session } from 'electron'
import type { CommandId } from '../../../shared/domain/commands.ts'
import { appOrigin } from './app-address.ts'
import { menuTemplate } from './menu-template.ts'

/** Opens a window of Steward. It is loaded by {@link loadPage}, once everything it may ask for is in place. */
export function createWindow(preload: string, session: Session): BrowserWindow {
  const window = new BrowserWindow({
    width: 1360,
    height: 860,
    minWidth: 760,
    minHeight: 520,
    show: false,
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

/** Brings a window to the front, wherever it is; once it is closed, another one that is open. */
export function showWindow(preferred: BrowserWindow): void {
  const window = preferred.isDestroyed() ? BrowserWindow.getAllWindows()[0] : preferred
  if (window === undefined) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** @param run - runs a command in a window */
export function setMenu(run: (window: BrowserWindow, id: CommandId) => void, checkForUpdates: () => void): void {
  const template = menuTemplate({
    mac: process.platform === 'darwin',
    checkForUpdates,
    run(id) {
      const window = BrowserWindow.getFocusedWindow()
      if (window !== null) run(window, id)
    },
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
