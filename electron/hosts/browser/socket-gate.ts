import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { type IpcHandler, maxMessageBytes } from '../../api/transport/handler.ts'
import { type GuardedRequest, refuseUpgrade } from './request-guard.ts'
import type { Sessions } from './sessions.ts'

/** Time limit for a new socket's first frame, in ms. A page opens it while it still asks for its token. */
const firstFrameMs = 5_000
const maxWaitingSockets = 16

/** Close codes, in addition to the standard ones, that the page distinguishes. */
const closeCodes = { notSignedIn: 4401, sessionEnded: 4410 } as const

const firstFrame = z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) })

type SocketGateOptions = { origin: string; sessions: Sessions; handler: IpcHandler }

/** Connects a socket to the core once it proved its session in its first frame. */
export function createSocketGate({ origin, sessions, handler }: SocketGateOptions) {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false })
  const waiting = new Set<WebSocket>()

  const admit = (socket: WebSocket, data: RawData, isBinary: boolean) => {
    const token = isBinary ? undefined : tokenOf(data.toString())
    const left = token === undefined ? undefined : sessions.connect(token, () => socket.close(closeCodes.sessionEnded))
    if (left === undefined) return socket.close(closeCodes.notSignedIn)
    socket.on('close', left)
    serveWebSocket(socket, handler)
    socket.send('{"ready":true}')
  }

  return {
    accept({ request, incoming, socket, head }: Upgrading) {
      if (request.header('origin') !== origin) return refuseUpgrade(socket, 403)
      if (waiting.size >= maxWaitingSockets) return refuseUpgrade(socket, 429)
      server.handleUpgrade(incoming, socket, head, (opened) => {
        opened.on('error', () => opened.terminate())
        waiting.add(opened)
        const timer = setTimeout(() => opened.close(closeCodes.notSignedIn), firstFrameMs)
        const settle = () => {
          clearTimeout(timer)
          waiting.delete(opened)
        }
        opened.once('close', settle)
        opened.once('message', (data: RawData, isBinary: boolean) => {
          settle()
          admit(opened, data, isBinary)
        })
      })
    },
    /** Closes every socket. */
    close(): void {
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}

type Upgrading = { request: GuardedRequest; incoming: IncomingMessage; socket: Duplex; head: Buffer }

function tokenOf(frame: string): string | undefined {
  if (frame.length > 256) return undefined
  try {
    const parsed = firstFrame.safeParse(JSON.parse(frame))
    return parsed.success ? parsed.data.token : undefined
  } catch {
    return undefined
  }
}

/** Close code for a client that violated the protocol. */
const policyViolation = 1008

/** Serves the core over a WebSocket whose session was verified. The socket's own `maxPayload` limits its frames. */
function serveWebSocket(socket: WebSocket, handler: IpcHandler): void {
  const { received, left } = handler.serve({
    send: (message) => {
      if (socket.readyState === socket.OPEN) socket.send(message)
    },
    end: () => socket.close(policyViolation),
  })
  socket.on('message', (data: RawData, isBinary: boolean) => received(isBinary ? undefined : data.toString()))
  socket.on('close', left)
}
