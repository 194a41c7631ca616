import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { machine } from './calls.ts'
import { CancellableEvent } from './cancellable-event.ts'
import { Emitter } from './emitter.ts'
import { forTests } from './for-tests.ts'
import type { EventsOf } from './surface.ts'

class PowerMonitor extends Emitter<EventsOf<Electron.PowerMonitor>> {
  readonly [forTests] = {
    /** The computer shuts down; returns true if it waits for the program. */
    shutDown: () => {
      const event = new CancellableEvent()
      // Electron's documentation gives this event an argument that its declarations leave out.
      EventEmitter.prototype.emit.call(this, 'shutdown', event)
      return event.defaultPrevented
    },
  }
  getSystemIdleTime(): number {
    return machine.idleSeconds
  }
  isOnBatteryPower(): boolean {
    return false
  }
  getSystemIdleState(_idleThreshold: number): typeof machine.idleState {
    return machine.idleState
  }
}

export const powerMonitor = new PowerMonitor()
