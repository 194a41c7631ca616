import { app } from '../electron/app.ts'
import { BrowserWindow } from '../electron/browser-window.ts'
import { calls, machine } from '../electron/calls.ts'
import { forTests } from '../electron/for-tests.ts'
import { connectPage, type Scenario } from './desk.ts'

// A window that is closed before its page has loaded, and a window that is loaded again before its page has loaded.

export const run: Scenario = async ({ window }) => {
  const client = connectPage(window)
  machine.pagesLoad = false
  const opening = client.app.openWindow({ path: '/connect' })
  while (calls.windows.length < 2) await new Promise(setImmediate)
  calls.windows[1]?.close()
  const opened = await opening.catch((failure) => failure.data)
  machine.pagesLoad = true
  const left = BrowserWindow.getAllWindows().length
  window.close()
  await app[forTests].exited
  return { opened, left }
}
