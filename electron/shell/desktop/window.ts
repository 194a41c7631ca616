import { app, BrowserWindow, Menu, type MenuItemConstructorOptions, type Session } from 'electron'
import { appOrigin } from './app-address.ts'

/** Opens Steward's one window. It is loaded by {@link loadPage}, once everything it may ask for is in place. */
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

export async function loadPage(window: BrowserWindow): Promise<void> {
  await window.loadURL(`${appOrigin}/`)
}

/** Brings the window to the front, wherever it is. */
export function showWindow(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** The few entries that people miss when they are not there: copy and paste, zoom, reload, quit. */
export function setMenu(): void {
  const first: MenuItemConstructorOptions = process.platform === 'darwin' ? { role: 'appMenu' } : { role: 'fileMenu' }
  const view: MenuItemConstructorOptions = {
    label: 'View',
    submenu: [
      { role: 'reload' },
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'togglefullscreen' },
    ],
  }
  Menu.setApplicationMenu(Menu.buildFromTemplate([first, { role: 'editMenu' }, view, { role: 'windowMenu' }]))
}
