import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron'
import type { Core } from '../../api/core.ts'
import { openSourceFile } from '../../intake/source-file.ts'
import { isOwnMainFrame } from './own-frame.ts'

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
export function takeDroppedFiles(intake: Pick<Core['intake'], 'take'>, windows: () => readonly BrowserWindow[]): void {
  ipcMain.handle(channel, async (event: IpcMainInvokeEvent, ticket: unknown, path: unknown): Promise<boolean> => {
    if (!windows().some((window) => isOwnMainFrame(event, window))) return false
    if (typeof ticket !== 'string' || !ticketForm.test(ticket)) return false
    if (typeof path !== 'string' || path === '' || path.length > longestPath || path.includes('\0')) return false
    const taking = intake.take(ticket)
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
