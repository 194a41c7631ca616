import { app, BrowserWindow, type IpcMainEvent, ipcMain, MessageChannelMain, type Session } from 'electron'
import type { IpcHandler } from '../../api/transport/handler.ts'
import { serveMessagePort } from '../../api/transport/serve-message-port.ts'
import { appOrigin, isOwnMainFrame } from './lock-down.ts'
import { sizeOf, smallest, type WindowPlace } from './window-place.ts'

type Options = {
  preload: string
  session: Session
  /** Position; null lets the system choose. */
  place: WindowPlace | null
}

/** Creates a window of Steward. {@link loadPage} loads its page, once everything that the page may request is ready. */
export function createWindow({ preload, session, place }: Options): BrowserWindow {
  const window = new BrowserWindow({
    ...sizeOf(place),
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    // A menu bar in the window stays visible: Alt leads to it.
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
      // macOS has its own dictionaries. Elsewhere Chromium would download them from Google without asking.
      spellcheck: process.platform === 'darwin',
    },
  })
  window.once('ready-to-show', () => {
    if (place?.maximised) window.maximize()
    window.show()
  })
  return window
}

/** @param path - an address of the app, validated against the contract */
export async function loadPage(window: BrowserWindow, path: string): Promise<void> {
  try {
    await window.loadURL(`${appOrigin}${path}`)
  } catch (problem) {
    // A reload aborts the load, and closing the window fails it; both are handled there.
    if (!window.isDestroyed() && !isAborted(problem)) throw problem
  }
}

const isAborted = (problem: unknown): boolean =>
  problem instanceof Error && 'code' in problem && problem.code === 'ERR_ABORTED'

/** Brings a window to the front, even if it is minimised. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/**
 * Gives each document of the window one port to the core, once, after checking the sender. A reload is a new document: the port
 * of the old one is closed first.
 */
export function handOverPorts(window: BrowserWindow, handler: IpcHandler): void {
  const live: { end: (() => void) | undefined } = { end: undefined }
  const endLive = () => {
    live.end?.()
    live.end = undefined
  }
  window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) endLive()
  })
  const connect = (event: IpcMainEvent) => {
    const frame = event.senderFrame
    if (live.end !== undefined || frame === null || !isOwnMainFrame(event, window)) return
    const { port1, port2 } = new MessageChannelMain()
    live.end = serveMessagePort(port1, handler)
    frame.postMessage('steward:port', null, [port2])
  }
  ipcMain.on('steward:connect', connect)
  window.on('closed', () => {
    ipcMain.off('steward:connect', connect)
    endLive()
  })
}
