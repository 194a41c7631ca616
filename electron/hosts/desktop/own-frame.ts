import type { BrowserWindow, IpcMainEvent, IpcMainInvokeEvent } from 'electron'
import { appOrigin, isAppAddress } from './app-address.ts'

/** Whether the sender is the main frame of Steward's own window, showing one of Steward's own pages. */
export function isOwnMainFrame(
  { sender, senderFrame }: Pick<IpcMainEvent | IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  window: BrowserWindow,
): boolean {
  if (senderFrame === null || senderFrame.detached || window.isDestroyed()) return false
  if (sender !== window.webContents || senderFrame !== sender.mainFrame || senderFrame.parent !== null) return false
  return senderFrame.origin === appOrigin && isAppAddress(senderFrame.url)
}
