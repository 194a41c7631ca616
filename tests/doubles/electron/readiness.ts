import { calls } from './calls.ts'

const ready = Promise.withResolvers<void>()
let isNow = false
const onReady: (() => void)[] = []

/** Electron becomes ready once the main module has run, even if that still awaits something. */
export function becomeReady(): void {
  isNow = true
  ready.resolve()
  for (const listener of onReady.splice(0)) listener()
}

/** Calls the listener when Electron becomes ready. */
export const atReady = (listener: () => void) => void onReady.push(listener)

export const isReady = (): boolean => isNow

/** Resolves once Electron is ready. */
export const whenReady = (): Promise<void> => ready.promise

/** @throws Error with this message until Electron is ready */
export function assertReady(message: string): void {
  if (!isNow) throw new Error(message)
}

/** @throws Error with this message once Electron is ready */
export function assertNotReady(message: string): void {
  if (isNow) throw new Error(message)
}

/** Records a call that has an effect only before Electron is ready. */
export const beforeReady = (call: string) => void (isNow && calls.tooLate.push(call))
