import { MessageChannel, type MessagePort } from 'node:worker_threads'

/** Electron wraps messages that arrive at a port of the main process in an event. */
export class PortMain {
  readonly port: MessagePort
  constructor(port: MessagePort) {
    this.port = port
  }
  on(event: string, listener: (event?: { data: unknown }) => void) {
    this.port.on(event, (data: unknown) => listener(event === 'message' ? { data } : undefined))
  }
  start = () => this.port.start()
  close = () => this.port.close()
  postMessage = (data: unknown) => this.port.postMessage(data)
}

export class MessageChannelMain {
  readonly port1: PortMain
  readonly port2: PortMain
  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.port1 = new PortMain(port1)
    this.port2 = new PortMain(port2)
  }
}
