import { app, type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron'
import type { Core } from '../../api/core.ts'
import { openSourceFile } from '../../intake/source-file.ts'
import type { OpenRequest } from '../common/open-request.ts'
import { isOwnMainFrame } from './lock-down.ts'

/**
 * Receives the links and files that macOS passes as events; elsewhere they are on the command line. Must be called before
 * Electron is ready, or events of the start are missed.
 */
export function takeOpenEvents(put: (given: OpenRequest) => void): void {
  app.on('open-url', (event, link) => {
    event.preventDefault()
    put({ links: [link], files: [] })
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    put({ links: [], files: [path] })
  })
}

/**
 * Windows lets a program come to the front only if the program in front passes on that right, which Electron does at a second start for
 * the holder of its own lock. So that lock is taken too, on Windows; whether Steward runs already is decided by `claimInstance` for both
 * shells. Must be called once the user-data folder is set.
 */
export function takeFocusFromSecondStart(platform: NodeJS.Platform, put: (given: OpenRequest) => void): void {
  if (platform !== 'win32') return
  app.on('second-instance', () => put({ links: [], files: [] }))
  app.requestSingleInstanceLock()
}

/**
 * Registers Steward for `steward://` links. Not on Linux, where the package does it and the call would start a program, and not
 * in a development clone, which would register Electron itself. Arguments after `--` are never parsed as switches, whatever a
 * link contains.
 */
export function claimLinks(platform: NodeJS.Platform, isPackaged: boolean): void {
  if (!isPackaged || platform === 'linux') return
  if (platform === 'win32') app.setAsDefaultProtocolClient('steward', process.execPath, ['--'])
  else app.setAsDefaultProtocolClient('steward')
}

/** The channel on which a preload sends the path of a file that was dropped on its window. */
const channel = 'steward:file'
const ticketForm = /^[\w-]{43}$/
const longestPath = 32_768

/**
 * Receives files by path: Electron gives the preload the path of a file that the user dropped or picked, and the preload sends it
 * with the one-time ticket of the announced file. A page cannot send a path of its own, because it has no access to this channel.
 *
 * @param windows - Steward's windows; messages from other senders are ignored
 */
export function takeDroppedFiles(takeFile: Core['takeFile'], windows: () => readonly BrowserWindow[]): void {
  ipcMain.handle(channel, async (event: IpcMainInvokeEvent, ticket: unknown, path: unknown): Promise<boolean> => {
    if (!windows().some((window) => isOwnMainFrame(event, window))) return false
    if (typeof ticket !== 'string' || !ticketForm.test(ticket)) return false
    if (typeof path !== 'string' || path === '' || path.length > longestPath || path.includes('\0')) return false
    const taking = takeFile(ticket)
    if (taking === null) return false
    const file = await openSourceFile(path).catch(async (problem: unknown) => {
      await taking.fail(problem)
      return null
    })
    if (file === null) return false
    try {
      return await taking.receive(file.bytes)
    } finally {
      await file.close()
    }
  })
}
