import { powerMonitor } from 'electron'
import type { SystemEvents } from '../system-events.ts'

/** Electron has a signature of its own for each name; all of them call without anything that matters here. */
type Monitor = {
  on(name: string, listener: () => void): unknown
  off(name: string, listener: () => void): unknown
}

const heard = (name: 'lock-screen' | 'unlock-screen' | 'suspend' | 'resume') => (listener: () => void) => {
  const monitor: Monitor = powerMonitor
  monitor.on(name, listener)
  return () => void monitor.off(name, listener)
}

/** {@link SystemEvents} as Electron has them. Linux tells of a locked screen only where its session says so over D-Bus. */
export const systemEvents: SystemEvents = {
  onLock: heard('lock-screen'),
  onUnlock: heard('unlock-screen'),
  onSuspend: heard('suspend'),
  onResume: heard('resume'),
  idleSeconds: () => powerMonitor.getSystemIdleTime(),
}
