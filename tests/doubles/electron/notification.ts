import { EventEmitter } from 'node:events'
import { calls } from './calls.ts'

/** A system notification; a test clicks it by emitting `click`. */
export class Notification extends EventEmitter {
  static isSupported = () => true
  readonly options: { title: string; body: string }
  constructor(options: { title: string; body: string }) {
    super()
    this.options = options
  }
  show = () => void calls.notices.push(this)
}
