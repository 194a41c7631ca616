import { BrowserWindow, told } from '../electron.ts'
import { type Scenario, windowLoaded } from './desk.ts'

// The windows of a start that finds where those of the last one stood.

export const run: Scenario = async () => {
  await windowLoaded(1)
  // Not before both are shown is one of them in front.
  await new Promise(setImmediate)
  return {
    windows: told.windows.map(({ options: { x, y, width, height }, acts }) => ({ at: [x, y, width, height], acts })),
    inFront: told.windows.map((window) => window === BrowserWindow.getFocusedWindow()),
  }
}
