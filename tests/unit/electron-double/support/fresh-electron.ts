import { vi } from 'vitest'

/** Loads a new double of Electron, which is not ready yet, with what tests use of it. */
export async function freshElectron() {
  vi.resetModules()
  const electron = await import('../../../doubles/electron/index.ts')
  const { CancellableEvent } = await import('../../../doubles/electron/cancellable-event.ts')
  const { calls, machine, user } = await import('../../../doubles/electron/calls.ts')
  const { becomeReady } = await import('../../../doubles/electron/readiness.ts')
  const { NativeImage } = await import('../../../doubles/electron/native-image.ts')
  const { focusElsewhere } = await import('../../../doubles/electron/browser-window.ts')
  return { ...electron, CancellableEvent, calls, machine, user, becomeReady, NativeImage, focusElsewhere }
}

/** The same, once it is ready. */
export async function readyElectron() {
  const electron = await freshElectron()
  electron.becomeReady()
  return electron
}

/** Lets the events arrive that Electron emits later. */
export async function later(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
}
