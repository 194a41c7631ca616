import { BrowserWindow, type WebContents } from 'electron'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { ScreenPrinter } from '../../platform/host.ts'

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
