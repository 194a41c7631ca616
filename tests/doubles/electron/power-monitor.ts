import { EventEmitter } from 'node:events'

/** Seconds since the last user input. */
class PowerMonitor extends EventEmitter {
  idleSeconds = 0
  getSystemIdleTime = () => this.idleSeconds
  getSystemIdleState = () => 'active'
}

export const powerMonitor = new PowerMonitor()
