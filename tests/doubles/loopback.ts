import { request } from 'node:http'
import { connect } from 'node:net'
import { WebSocket } from 'ws'

/**
 * Speaks a page's protocol with the browser shell by hand, so that tests can send any header wrong. Connects to 127.0.0.1, since the
 * system, unlike a browser, may not resolve names below `localhost`.
 */

export type Answer = { status: number; body: string; headers: Readonly<Record<string, unknown>> }

export type AskOptions = { method?: string; path?: string; headers?: Record<string, string>; body?: string }

/** The port of an origin, or of an address in it. */
export const portOf = (origin: string): number => Number(new URL(origin).port)

/** Sends one request over its own connection, with the origin's `Host` unless headers say another. */
export function ask(
  origin: string,
  { method = 'GET', path = '/', headers = {}, body }: AskOptions = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const where = { host: '127.0.0.1', port: portOf(origin), method, path, agent: false as const }
    const outgoing = request({ ...where, headers: { host: new URL(origin).host, ...headers } }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          headers: incoming.headers,
        }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/**
 * Sends bytes unchanged; resolves with everything received when the server closes the connection, or after `patienceMs` of
 * silence.
 */
export function askRaw(port: number, bytes: string | Buffer, patienceMs = 2_000): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(bytes))
    const done = () => {
      socket.destroy()
      resolve(Buffer.concat(chunks).toString('latin1'))
    }
    socket.setTimeout(patienceMs, done)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', done)
    socket.on('close', done)
  })
}

export type Grant = { token: string; resume: string }

/** Exchanges a pass for a session as the page does. */
export function askSession(origin: string, pass: object, headers: Record<string, string> = {}): Promise<Answer> {
  const body = JSON.stringify(pass)
  return ask(origin, {
    method: 'POST',
    path: '/session',
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      origin,
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  })
}

export const nonceOf = (launchUrl: string): string => new URL(launchUrl).hash.slice('#launch='.length)

export async function enter(launchUrl: string): Promise<Grant> {
  const answer = await askSession(new URL(launchUrl).origin, { launch: nonceOf(launchUrl) })
  if (answer.status !== 200) throw new Error(`The session was refused with ${answer.status}.`)
  return JSON.parse(answer.body)
}

/** An opened socket; `closed` resolves with its close code, or with the status that refused the upgrade. */
export type OpenSocket = { socket: WebSocket; closed: Promise<number>; firstMessage: Promise<string> }

export function openSocket(origin: string, headers: Record<string, string> = {}, path = '/ipc'): OpenSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${portOf(origin)}${path}`, {
    headers: { host: new URL(origin).host, origin, ...headers },
  })
  const closed = new Promise<number>((resolve) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('close', resolve)
    socket.on('error', () => {})
  })
  const firstMessage = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))))
  return { socket, closed, firstMessage }
}

/** Opens a socket that the server accepts. */
export async function openSignedIn(origin: string, token: string): Promise<OpenSocket> {
  const opened = openSocket(origin)
  opened.socket.on('open', () => opened.socket.send(JSON.stringify({ token })))
  await Promise.race([
    opened.firstMessage,
    opened.closed.then((code) => Promise.reject(new Error(`The socket was closed with ${code}.`))),
  ])
  return opened
}
