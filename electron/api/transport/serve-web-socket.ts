import type { RawData, WebSocket } from 'ws'
import type { IpcHandler } from './handler.ts'

/** Close code for a client that violated the protocol. */
const policyViolation = 1008

/** Serves the core over a WebSocket whose session was verified. The socket's own `maxPayload` limits its frames. */
export function serveWebSocket(socket: WebSocket, handler: IpcHandler): void {
  const { received, left } = handler.serve({
    send: (message) => {
      if (socket.readyState === socket.OPEN) socket.send(message)
    },
    end: () => socket.close(policyViolation),
  })
  socket.on('message', (data: RawData, isBinary: boolean) => received(isBinary ? undefined : data.toString()))
  socket.on('close', left)
}
