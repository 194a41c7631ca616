import { powerMonitor } from 'electron'
import type { SystemEvents } from '../../platform/system-events.ts'
import { whenLockedBecomes } from '../common/lock-state.ts'

/** Electron declares one overload per event name; none of the listeners needs an argument. */
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

/** Electron reports a locked screen only on macOS and Windows; on Linux it has to be polled, on desktops that support it. */
const locks = (to: boolean, name: 'lock-screen' | 'unlock-screen') => (listener: () => void) => {
  const stopHearing = heard(name)(listener)
  const stopLooking = process.platform === 'linux' ? whenLockedBecomes(isLocked, { to, listener }) : () => {}
  return () => {
    stopHearing()
    stopLooking()
  }
}

/** {@link SystemEvents} from Electron's power monitor. */
export const systemEvents: SystemEvents = {
  onLock: locks(true, 'lock-screen'),
  onUnlock: locks(false, 'unlock-screen'),
  onSuspend: heard('suspend'),
  onResume: heard('resume'),
  idleSeconds: () => powerMonitor.getSystemIdleTime(),
}
