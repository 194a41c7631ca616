import { BrowserWindow } from '../electron/browser-window.ts'
import { calls } from '../electron/calls.ts'
import { type Scenario, windowLoaded } from './desk.ts'

// Windows of a start that finds the saved positions of the last one.

export const run: Scenario = async () => {
  await windowLoaded(1)
  // Neither window has focus until both are shown.
  await new Promise(setImmediate)
  return {
    windows: calls.windows.map(({ options: { x, y, width, height }, acts }) => ({ at: [x, y, width, height], acts })),
    inFront: calls.windows.map((window) => window === BrowserWindow.getFocusedWindow()),
  }
}
