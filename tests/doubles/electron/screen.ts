import type * as Electron from 'electron'
import { assertReady } from './readiness.ts'

function display(id: number, workArea: Electron.Rectangle, bounds: Electron.Rectangle): Electron.Display {
  const { width, height } = bounds
  return {
    id,
    bounds,
    workArea,
    workAreaSize: { width: workArea.width, height: workArea.height },
    size: { width, height },
    accelerometerSupport: 'unavailable',
    colorDepth: 24,
    colorSpace: '{primaries:BT709, transfer:SRGB, matrix:RGB, range:FULL}',
    depthPerComponent: 8,
    detected: true,
    displayFrequency: 60,
    internal: false,
    label: `Display ${id}`,
    maximumCursorSize: { width: 256, height: 256 },
    monochrome: false,
    nativeOrigin: { x: bounds.x, y: bounds.y },
    rotation: 0,
    scaleFactor: 1,
    touchSupport: 'unavailable',
  }
}

/** Two displays side by side; the primary one has a bar at its top. */
const primary = display(1, { x: 0, y: 40, width: 1920, height: 1040 }, { x: 0, y: 0, width: 1920, height: 1080 })
const beside = display(2, { x: 1920, y: 0, width: 1280, height: 1024 }, { x: 1920, y: 0, width: 1280, height: 1024 })

const onlyWhenReady = () => assertReady("The 'screen' module can't be used before the app 'ready' event")

export const screen = {
  getPrimaryDisplay(): Electron.Display {
    onlyWhenReady()
    return primary
  },
  getAllDisplays(): Electron.Display[] {
    onlyWhenReady()
    return [beside, primary]
  },
}
