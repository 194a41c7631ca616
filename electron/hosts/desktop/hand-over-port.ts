import { type BrowserWindow, type IpcMainEvent, ipcMain, MessageChannelMain } from 'electron'
import type { IpcHandler } from '../../api/transport/handler.ts'
import { serveMessagePort } from '../../api/transport/serve-message-port.ts'
import { isOwnMainFrame } from './own-frame.ts'

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
