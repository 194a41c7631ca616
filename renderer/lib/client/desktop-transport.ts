import { RPCLink } from '@orpc/client/message-port'
import { LinkFailure } from './link-state.ts'
import type { OnLinkState, PlainLink, Transport } from './transport.ts'

const handOverMs = 10_000

/** Transport of the desktop shell: one message port, requested from the preload once per document. */
export function createDesktopTransport(onState: OnLinkState): Transport {
  const link = receivePort().then(
    (port): PlainLink => {
      port.addEventListener('close', () => onState('disconnected'))
      const made: PlainLink = new RPCLink({ port })
      port.start()
      onState('ready')
      return made
    },
    (failure: unknown) => {
      onState('disconnected')
      throw failure
    },
  )
  // Callers get the error. This prevents an unhandled rejection if there are none.
  link.catch(() => {})
  return { link: () => link }
}

function receivePort(): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    const done = new AbortController()
    const timer = setTimeout(() => {
      done.abort()
      reject(new LinkFailure('disconnected'))
    }, handOverMs)
    const listener = (event: MessageEvent<unknown>) => {
      const [port] = event.ports
      if (event.source !== window || event.data !== 'steward:port' || port === undefined) return
      clearTimeout(timer)
      done.abort()
      resolve(port)
    }
    window.addEventListener('message', listener, { signal: done.signal })
    window.postMessage('steward:connect', '/')
  })
}
