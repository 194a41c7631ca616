import { EventEmitter } from 'node:events'
import type { SystemEvents } from '../../electron/platform/system-events.ts'

export type SystemDouble = SystemEvents & {
  tell(what: 'lock' | 'unlock' | 'suspend' | 'resume'): void
  /** The result of `idleSeconds`; null by default. */
  idle: number | null
}

/** A computer that locks and sleeps when the test says so. */
export function systemDouble(): SystemDouble {
  const emitter = new EventEmitter()
  const heard = (name: string) => (listener: () => void) => {
    emitter.on(name, listener)
    return () => void emitter.off(name, listener)
  }
  const double: SystemDouble = {
    onLock: heard('lock'),
    onUnlock: heard('unlock'),
    onSuspend: heard('suspend'),
    onResume: heard('resume'),
    idleSeconds: () => double.idle,
    isOnBattery: () => false,
    tell: (what) => void emitter.emit(what),
    idle: null,
  }
  return double
}
