import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * A classified request to the loopback listener: the valid callback, a callback without a usable answer, or a request to refuse
 * with a status.
 */
export type JudgedCallback = { parameters: URLSearchParams } | { incomplete: true } | { status: 400 | 404 | 405 }

/**
 * Accepts only `GET path?…` with the exact Host and the state of this sign-in. Anything else may come from any page or program on
 * this computer, and must neither end nor complete the sign-in. Only the authorization server and the browser know the state:
 * with it, an answer without exactly one code or error ends the sign-in.
 */
export function parseCallback(
  request: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>,
  expected: { hosts: readonly string[]; path: string; state: string },
): JudgedCallback {
  const host = onlyHost(request.rawHeaders)
  if (host === null || !expected.hosts.includes(host)) return { status: 400 }
  const [path, ...query] = (request.url ?? '').split('?')
  if (path !== expected.path) return { status: 404 }
  if (request.method !== 'GET') return { status: 405 }
  const parameters = new URLSearchParams(query.join('?'))
  const once = (name: string): string | null => (parameters.getAll(name).length === 1 ? parameters.get(name) : null)
  const state = once('state')
  if (state === null || !sameText(state, expected.state)) return { status: 400 }
  const answers = [...parameters.getAll('code'), ...parameters.getAll('error')]
  return answers.length === 1 && answers[0] !== '' ? { parameters } : { incomplete: true }
}

/** Whether a request is a GET with exactly one Host header, which is one of `hosts`. */
export function isOwnGet(request: Pick<IncomingMessage, 'method' | 'rawHeaders'>, hosts: readonly string[]): boolean {
  const host = onlyHost(request.rawHeaders)
  return request.method === 'GET' && host !== null && hosts.includes(host)
}

/** Node merges or drops repeated Host headers; only the raw list shows them. */
function onlyHost(rawHeaders: readonly string[]): string | null {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host')
  return hosts.length === 1 ? (hosts[0] ?? null) : null
}

function sameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
