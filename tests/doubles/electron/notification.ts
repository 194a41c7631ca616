import type * as Electron from 'electron'
import { calls, machine } from './calls.ts'
import { Emitter } from './emitter.ts'
import { forTests } from './for-tests.ts'
import { assertReady } from './readiness.ts'
import type { EventsOf, Here } from './surface.ts'

type Options = Here<Electron.NotificationConstructorOptions>

/** A system notification; a test clicks it by emitting `click`. */
export class Notification extends Emitter<EventsOf<Electron.Notification>> {
  static isSupported(): boolean {
    return machine.notificationsSupported
  }
  readonly [forTests]: { options: Options }
  constructor(options: Options = {}) {
    assertReady('Cannot create Notification before app is ready')
    super()
    this[forTests] = { options }
  }
  show(): void {
    calls.notices.push(this)
  }
}
