import type { IpcHandler } from './handler.ts'

/** What Electron's `MessagePortMain` and a Node `MessagePort` have in common, as far as it is needed. */
export type PortLike = {
  on(event: 'message', listener: (event: unknown) => void): unknown
  on(event: 'close', listener: () => void): unknown
  postMessage(message: string): void
  start(): void
  close(): void
}

/**
 * Serves the core over a message port whose other end was handed to a checked frame.
 *
 * @returns ends the channel
 */
export function serveMessagePort(port: PortLike, handler: IpcHandler): () => void {
  const channel = { send: (message: string) => port.postMessage(message), end: () => port.close() }
  const { received, left } = handler.serve(channel)
  port.on('message', (event) => received(dataOf(event)))
  port.on('close', left)
  port.start()
  return channel.end
}

/** Electron wraps what was posted in an event; Node hands it over as it is. */
function dataOf(event: unknown): unknown {
  return typeof event === 'object' && event !== null && 'data' in event ? event.data : event
}
