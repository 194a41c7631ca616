import { powerMonitor } from 'electron'
import type { SystemEvents } from '../../platform/system-events.ts'
import { whenLockedBecomes } from '../common/lock-state.ts'

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

const isLocked = () => powerMonitor.getSystemIdleState(1) === 'locked'

/** Electron tells of a locked screen on macOS and Windows alone; on Linux it answers when asked, where the desktop says. */
const locks = (to: boolean, name: 'lock-screen' | 'unlock-screen') => (listener: () => void) => {
  const stopHearing = heard(name)(listener)
  const stopLooking = process.platform === 'linux' ? whenLockedBecomes(isLocked, { to, listener }) : () => {}
  return () => {
    stopHearing()
    stopLooking()
  }
}

/** {@link SystemEvents} as Electron has them. */
export const systemEvents: SystemEvents = {
  onLock: locks(true, 'lock-screen'),
  onUnlock: locks(false, 'unlock-screen'),
  onSuspend: heard('suspend'),
  onResume: heard('resume'),
  idleSeconds: () => powerMonitor.getSystemIdleTime(),
}
