import type { IpcHandler } from './handler.ts'

/** The part of Electron's `MessagePortMain` and Node's `MessagePort` that is used here. */
export type PortLike = {
  on(event: 'message', listener: (event: unknown) => void): unknown
  on(event: 'close', listener: () => void): unknown
  postMessage(message: string): void
  start(): void
  close(): void
}

/**
 * Serves the core over a message port whose other end was given to a verified frame.
 *
 * @returns a function that closes the channel
 */
export function serveMessagePort(port: PortLike, handler: IpcHandler): () => void {
  const channel = { send: (message: string) => port.postMessage(message), end: () => port.close() }
  const { received, left } = handler.serve(channel)
  port.on('message', (event) => received(dataOf(event)))
  port.on('close', left)
  port.start()
  return channel.end
}

/** Electron wraps a posted message in an event; Node passes it unwrapped. */
function dataOf(event: unknown): unknown {
  return typeof event === 'object' && event !== null && 'data' in event ? event.data : event
}
