import { calls } from './calls.ts'

const readiness = { is: false, ...Promise.withResolvers<void>() }

/** Emits `ready` as Electron does once the main module has run, even if that still awaits something. */
export function becomeReady(): void {
  readiness.is = true
  readiness.resolve()
}

/** Resolves once Electron is ready. */
export const whenReady = (): Promise<void> => readiness.promise

/** Records a call that has an effect only before Electron is ready. */
export const beforeReady = (call: string) => void (readiness.is && calls.tooLate.push(call))
