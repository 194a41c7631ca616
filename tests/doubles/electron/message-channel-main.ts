import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type * as Electron from 'electron'
import { Emitter } from './emitter.ts'
import type { EventsOf } from './surface.ts'

/** A port of the main process. Its messages really are copied and queued, by a port of Node's. */
export class MessagePortMain extends Emitter<EventsOf<Electron.MessagePortMain>> {
  #port: MessagePort | null
  #started = false
  constructor(port: MessagePort) {
    super()
    this.#port = port
    port.on('close', () => this.emit('close'))
  }
  /** Messages wait until the port is started, whether somebody listens or not. */
  start(): void {
    if (this.#port === null || this.#started) return
    this.#started = true
    this.#port.on('message', (data: unknown) => this.emit('message', { data, ports: [] }))
  }
  close(): void {
    this.#port?.close()
  }
  postMessage(message: unknown): void {
    this.#port?.postMessage(message)
  }
  /** Takes the port away, as a transfer does. */
  static detach(port: MessagePortMain): MessagePort | null {
    const inner = port.#port
    port.#port = null
    inner?.removeAllListeners()
    return inner
  }
}

/** Transfers ports to another process. */
export function detachPorts(ports: readonly MessagePortMain[]): MessagePort[] {
  return ports.map((port, index) => {
    const inner = MessagePortMain.detach(port)
    if (inner === null) throw new Error(`Port at index ${index} is already neutered.`)
    return inner
  })
}

export class MessageChannelMain {
  readonly port1: MessagePortMain
  readonly port2: MessagePortMain
  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.port1 = new MessagePortMain(port1)
    this.port2 = new MessagePortMain(port2)
  }
}
