import type { MessagePort } from 'node:worker_threads'
import type * as Electron from 'electron'
import { Emitter } from './emitter.ts'
import { forTests } from './for-tests.ts'
import { detachPorts, type MessagePortMain } from './message-channel-main.ts'
import type { EventsOf } from './surface.ts'

type Place = { url: string; origin: string; parent?: WebFrameMain | null }

/** A frame of a page. Messages posted to it are kept with their ports, as its page would receive them. */
export class WebFrameMain extends Emitter<EventsOf<Electron.WebFrameMain>> {
  readonly detached = false
  readonly [forTests]: Required<Place> & { posted: { channel: string; ports: MessagePort[] }[]; disposed: boolean }
  constructor({ url, origin, parent = null }: Place) {
    super()
    this[forTests] = { url, origin, parent, posted: [], disposed: false }
  }
  get url(): string {
    return this.#alive().url
  }
  get origin(): string {
    return this.#alive().origin
  }
  get parent(): WebFrameMain | null {
    return this.#alive().parent
  }
  postMessage(channel: string, message: unknown, transfer: MessagePortMain[] = []): void {
    structuredClone(message)
    this.#alive().posted.push({ channel, ports: detachPorts(transfer) })
  }
  #alive() {
    const own = this[forTests]
    if (own.disposed) throw new Error('Render frame was disposed before WebFrameMain could be accessed')
    return own
  }
}
