import { EventEmitter } from 'node:events'
import { type Handler, keep } from './calls.ts'

/** Calls from a window that the main process answers. */
class IpcMain extends EventEmitter {
  readonly handle = (channel: string, handler: Handler) => keep(channel)(handler)
}

export const ipcMain = new IpcMain()
