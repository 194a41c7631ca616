import { BrowserWindow } from '../electron/browser-window.ts'
import { calls } from '../electron/calls.ts'
import { forTests } from '../electron/for-tests.ts'
import { type Scenario, windowLoaded } from './desk.ts'

// Windows of a start that finds the saved positions of the last one.

function describe(window: BrowserWindow) {
  const { options, acts } = window[forTests]
  return { at: [options.x, options.y, options.width, options.height], acts }
}

export const run: Scenario = async () => {
  await windowLoaded(1)
  // Neither window has focus until both are shown.
  await new Promise(setImmediate)
  return {
    windows: calls.windows.map(describe),
    inFront: calls.windows.map((window) => window === BrowserWindow.getFocusedWindow()),
  }
}
