import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * A classified request to the loopback listener: the valid callback, a callback without a usable answer, or a request to refuse
 * with a status.
 */
type ParsedCallback = { parameters: URLSearchParams } | { incomplete: true } | { status: 400 | 404 | 405 }

/**
 * Accepts only `GET path?…` with the exact Host and the state of this sign-in. Anything else may come from any page or program on
 * this computer, and must neither end nor complete the sign-in. Only the authorization server and the browser know the state:
 * with it, an answer without exactly one code or error ends the sign-in.
 */
export function parseCallback(
  request: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>,
  expected: { hosts: readonly string[]; path: string; state: string },
): ParsedCallback {
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

/** The page that the browser shows after it returned to Steward. */
export type CallbackOutcome = 'received' | 'denied' | 'scope' | 'incomplete' | 'stray' | 'used'

const texts: Record<CallbackOutcome, { title: string; sentence: string }> = {
  received: { title: 'Back to Steward', sentence: 'You can close this tab. Steward is finishing the sign-in.' },
  denied: { title: 'Not signed in', sentence: 'You can close this tab. Steward was not authorized.' },
  scope: {
    title: 'Not signed in yet',
    sentence: 'You can close this tab. The sign-in server refused the scope; Steward continues or says why it cannot.',
  },
  incomplete: {
    title: 'Not signed in',
    sentence: 'You can close this tab. The sign-in server sent no code, so Steward ended this sign-in.',
  },
  stray: {
    title: 'Steward did not start this sign-in',
    sentence:
      'This answer does not belong to the sign-in in progress. Close this tab and continue in the one Steward opened.',
  },
  used: {
    title: 'This address was opened before',
    sentence: 'Steward ended this sign-in. Close this tab and sign in again in Steward.',
  },
}

const statuses: Record<CallbackOutcome, number> = {
  received: 200,
  denied: 200,
  scope: 200,
  incomplete: 400,
  stray: 400,
  used: 410,
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem;color:#1b2430;background:#fff}' +
  'h1{font-size:1.5rem}@media(prefers-color-scheme:dark){body{color:#e6e9ee;background:#14181f}}'

const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * Removes service workers and cached pages that an earlier program on this port left in the browser: they would get the callback
 * before Steward does. Sent when a sign-in starts, since a worker that does not let that request through learns nothing (the address of
 * the sign-in page is not in it), and with every page.
 */
export const forgetEarlierPrograms = { 'clear-site-data': '"cache", "storage"' }

const headers = {
  ...forgetEarlierPrograms,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  // The address contains the code, so it must not be sent as a referrer.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
}

/** Answers the browser with a page that loads nothing, runs nothing and has no links. */
export function sendCallbackPage(response: ServerResponse, outcome: CallbackOutcome): void {
  const { title, sentence } = texts[outcome]
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body><h1>${title}</h1><p>${sentence}</p></body></html>`
  response.writeHead(statuses[outcome], headers).end(page)
}
