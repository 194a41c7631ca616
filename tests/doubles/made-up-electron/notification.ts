import { EventEmitter } from 'node:events'

/** A notification that the made-up system shows at once. */
export class Notification extends EventEmitter {
  static isSupported(): boolean {
    return true
  }
  readonly title: string
  readonly body: string
  constructor({ title, body }: { title: string; body: string }) {
    super()
    this.title = title
    this.body = body
  }
  show(): void {
    this.emit(process.env.STEWARD_BROKEN === 'notices' ? 'failed' : 'show')
  }
}
