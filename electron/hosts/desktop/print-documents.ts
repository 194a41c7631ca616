import { randomUUID } from 'node:crypto'
import { BrowserWindow, type Session, session, type WebContents } from 'electron'
import { AppError } from '../../../shared/domain/app-error.ts'
import { withTimeLimit } from '../../../shared/lib/calls.ts'
import type { DocumentPrinter, ScreenPrinter } from '../../platform/host.ts'
import { appOrigin, lockDownSession } from './lock-down.ts'

/** The longest time for one document, in ms. */
const printMs = 120_000

/** The one page of a printer's session. It has the app's own scheme, to which windows are confined. */
const address = `${appOrigin}/print`

/** Prints documents in hidden windows, whose session is in memory, runs no scripts and reaches nothing but the document. */
export async function openDocumentPrinter(): Promise<DocumentPrinter> {
  const own = session.fromPartition(`print-${randomUUID()}`)
  lockDownSession(own)
  const shown = { html: '' }
  own.protocol.handle('app', (request) =>
    request.url === address
      ? new Response(shown.html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
      : new Response(null, { status: 404 }),
  )
  return {
    async print(html, signal) {
      signal.throwIfAborted()
      shown.html = html
      const window = hiddenWindow(own)
      try {
        return await withinLimits({ signal, window }, async () => {
          await window.loadURL(address)
          return window.webContents.printToPDF({
            printBackground: true,
            preferCSSPageSize: true,
            generateTaggedPDF: true,
            generateDocumentOutline: true,
          })
        })
      } finally {
        shown.html = ''
        if (!window.isDestroyed()) window.destroy()
      }
    },
    async close() {
      await own.clearStorageData().catch(() => {})
    },
  }
}

const hiddenWindow = (own: Session) =>
  new BrowserWindow({
    show: false,
    webPreferences: {
      session: own,
      javascript: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      devTools: false,
      spellcheck: false,
    },
  })

type Limits = { signal: AbortSignal; window: BrowserWindow }

/** Rejects with the signal's reason, or with `print/failed` if the work fails, takes too long, or its window's page crashes. */
async function withinLimits<Result>({ signal, window }: Limits, work: () => Promise<Result>): Promise<Result> {
  const stopped = Promise.withResolvers<never>()
  // Electron may never answer a call to a page that is gone.
  window.webContents.once('render-process-gone', () => stopped.reject(new Error('the page crashed')))
  const onAbort = () => stopped.reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  try {
    return await withTimeLimit(Promise.race([work(), stopped.promise]), printMs, () => {
      throw new Error('took too long')
    })
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    throw new AppError('print/failed', {
      message: 'This document could not be printed.',
      nextStep: 'Try again with fewer sections; if it happens again, restart Steward.',
      cause,
    })
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Prints the front window with its page's print styles. */
export const screenPrinter: ScreenPrinter = {
  async onPaper() {
    const contents = inFront()
    return new Promise((resolve, reject) => {
      // The reason is Electron's own text: it is only compared, and never shown.
      contents.print({ silent: false, printBackground: true }, (done, reason) => {
        if (done || /cancel/i.test(reason)) resolve(done)
        else reject(notPrinted())
      })
    })
  },
  async asPdf() {
    const contents = inFront()
    try {
      return await contents.printToPDF({ printBackground: true, preferCSSPageSize: true })
    } catch (cause) {
      throw new AppError('print/failed', {
        message: 'No PDF could be made of this screen.',
        nextStep: 'Try again; if it happens again, restart Steward.',
        cause,
      })
    }
  },
}

function inFront(): WebContents {
  const window = BrowserWindow.getFocusedWindow()
  if (window !== null) return window.webContents
  throw new AppError('print/failed', {
    message: 'No Steward window was in front.',
    nextStep: 'Bring the window to the front and try again.',
  })
}

function notPrinted(): AppError {
  return new AppError('print/failed', {
    message: 'The system did not print this screen.',
    nextStep: 'Check that a printer is set up on this computer and ready, then try again.',
  })
}
