import { mkdirSync } from 'node:fs'
import { app, type BrowserWindow, crashReporter, dialog } from 'electron'
import type { Log } from '../../logs/log.ts'
import { crashFolder } from '../../support/support-bundle.ts'

/** A page that crashes sooner than this after a reload would only crash again, in ms. */
const tooSoonMs = 60_000

/**
 * Reloads the page of a window if it crashed; if it hangs, asks the user what to do. Only for windows that the user sees: a hidden
 * window in which a document is printed fails the print instead.
 */
export function recoverPage(window: BrowserWindow, now: () => number = () => performance.now()): void {
  const contents = window.webContents
  let endedAt = Number.NEGATIVE_INFINITY
  /** The user agreed to end the page: the crash that follows is intended. */
  let wanted = false
  let asking: AbortController | null = null

  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    asking?.abort()
    const again = !wanted && now() - endedAt < tooSoonMs
    const told = !wanted
    wanted = false
    endedAt = now()
    if (again) return void askAfterSecondEnd(window)
    contents.reload()
    if (told) void say(window)
  })
  const waitOrReload = async () => {
    if (asking !== null) return
    asking = new AbortController()
    const reload = await askWhetherToReload(window, asking.signal)
    asking = null
    if (!reload || window.isDestroyed()) return
    wanted = true
    contents.forcefullyCrashRenderer()
  }
  window.on('unresponsive', () => void waitOrReload())
  window.on('responsive', () => asking?.abort())
}

async function say(window: BrowserWindow): Promise<void> {
  await dialog.showMessageBox(window, {
    type: 'info',
    message: 'This window crashed and was reopened.',
    detail: 'What was saved is safe, and unsaved forms are offered again where you left them.',
    buttons: ['OK'],
  })
}

async function askAfterSecondEnd(window: BrowserWindow): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'This window crashed twice.',
    detail: 'What was saved is safe. It may work on another screen.',
    buttons: ['Reopen', 'Close the window'],
    defaultId: 0,
    cancelId: 0,
  })
  if (window.isDestroyed()) return
  if (response === 0) window.webContents.reload()
  else window.close()
}

async function askWhetherToReload(window: BrowserWindow, signal: AbortSignal): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'This window is not responding.',
    detail: 'It may just be busy. What was saved is safe either way.',
    buttons: ['Wait', 'Reload the window'],
    defaultId: 0,
    cancelId: 0,
    signal,
  })
  return response === 1
}

/**
 * Stores crash dumps, which contain Steward's memory, in the user's own folder and uploads them nowhere. The system's own crash handler,
 * which macOS would also call, gets none.
 */
export function keepCrashesHere(userDataDir: string): void {
  const folder = crashFolder(userDataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  app.setPath('crashDumps', folder)
  crashReporter.start({ uploadToServer: false, ignoreSystemCrashHandler: true })
}

const reasons = ['crashed', 'killed', 'oom', 'launch-failed', 'integrity-failure'] as const

/** Logs that a page, or a process that serves it, crashed. */
export function logGonePages(log: Log): void {
  const note = (reason: string) => {
    if (reason !== 'clean-exit') log('page-gone', { reason: reasons.find((one) => one === reason) ?? 'other' })
  }
  app.on('render-process-gone', (_event, _contents, { reason }) => note(reason))
  app.on('child-process-gone', (_event, { reason }) => note(reason))
}
