import { MessageChannel } from 'node:worker_threads'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import type { WebSocket } from 'ws'
import type { Core } from '../../electron/api/core.ts'
import { createIpcHandler, type IpcHandlerOptions } from '../../electron/api/transport/handler.ts'
import { serveMessagePort } from '../../electron/api/transport/serve-message-port.ts'
import { startBrowserServer } from '../../electron/hosts/browser/server.ts'
import { bundleDouble } from './bundle.ts'
import { type Client, clientOver } from './client-over.ts'
import { enter, openSignedIn } from './loopback.ts'

/** A client of the core over one of the two transports, with access to its raw channel. */
export type OpenTransport = {
  client: Client
  /** Sends text unchanged. */
  send(text: string): void
  /** Resolves with the raw answer to the message with this id, or `ended` if the channel was closed instead. */
  answerTo(id: string): Promise<{ p?: { s?: number; b?: { json?: unknown } } } | 'ended'>
  /** Settles when the main process closes the channel. */
  ended: Promise<void>
  leave(): void
  close(): Promise<void>
}

type Told = Omit<IpcHandlerOptions, 'core'>

export type Transport = { name: string; open(core: Core, told?: Told): Promise<OpenTransport> }

/** `onText` returns a function that ends the subscription. */
type Raw = { onText(listener: (text: string) => void): () => void; ended: Promise<void> }

const answerFrom =
  ({ onText, ended }: Raw) =>
  (id: string) =>
    new Promise<{ p?: { s?: number; b?: { json?: unknown } } } | 'ended'>((resolve) => {
      const leave = onText((text) => {
        const message = JSON.parse(text)
        if (message.i !== id) return
        leave()
        resolve(message)
      })
      void ended.then(() => resolve('ended'))
    })

/** The desktop's transport, with a Node port in place of Electron's. */
export const messagePortTransport: Transport = {
  name: 'a message port',
  async open(core, told = {}) {
    const { port1, port2 } = new MessageChannel()
    serveMessagePort(port1, createIpcHandler({ core, ...told }))
    const ended = new Promise<void>((resolve) => port2.once('close', () => resolve()))
    const client = clientOver(new PortLink({ port: asBrowserPort(port2) }))
    const raw: Raw = {
      onText(listener) {
        port2.on('message', listener)
        return () => void port2.off('message', listener)
      },
      ended,
    }
    return {
      client,
      send: (text) => port2.postMessage(text),
      answerTo: answerFrom(raw),
      ended,
      leave: () => port2.close(),
      close: async () => port2.close(),
    }
  },
}

/** A Node port passes the message itself, a browser's port an event with the message; the client expects the event. */
function asBrowserPort(port: MessageChannel['port2']) {
  return {
    on: (event: string, listener: (event?: { data: unknown }) => void) =>
      void port.on(event, (data: unknown) => listener({ data })),
    postMessage: (data: unknown) => port.postMessage(data),
  }
}

/** The browser shell's transport, through its real server. */
export const webSocketTransport: Transport = {
  name: 'a web socket',
  async open(core, told = {}) {
    const server = await startBrowserServer({
      bundle: bundleDouble,
      handler: createIpcHandler({ core, ...told }),
      takeFile: core.takeFile,
      port: 0,
      onStaleLink: () => {},
    })
    const { token } = await enter(server.launchUrl())
    const { socket, closed } = await openSignedIn(server.origin, token)
    const ended = closed.then(() => {})
    const raw: Raw = {
      onText(listener) {
        const onMessage = (data: unknown) => listener(String(data))
        socket.on('message', onMessage)
        return () => void socket.off('message', onMessage)
      },
      ended,
    }
    return {
      client: clientOver(new SocketLink({ websocket: asBrowserSocket(socket) })),
      send: (text) => socket.send(text),
      answerTo: answerFrom(raw),
      ended,
      leave: () => socket.close(),
      close: () => server.close(),
    }
  },
}

function asBrowserSocket(socket: WebSocket) {
  return socket as unknown as globalThis.WebSocket
}

export const transports = [messagePortTransport, webSocketTransport]
