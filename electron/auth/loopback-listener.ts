import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type HttpsUrl, type LoopbackUrl, loopbackUrl } from '../platform/https-url.ts'
import {
  type LoopbackAddress,
  type LoopbackHandlers,
  type LoopbackServer,
  serveLoopback,
} from '../platform/loopback-server.ts'
import { splitRedirectUri } from '../tenants/connection-fields.ts'
import { authError } from './auth-errors.ts'
import {
  type CallbackOutcome,
  forgetEarlierPrograms,
  isOwnGet,
  parseCallback,
  sendCallbackPage,
} from './callback-page.ts'

/** Waits on this computer for the browser to return from the authorization server. */
export type LoopbackListener = {
  /** The registered address with the actual port; the request must contain exactly this. */
  readonly redirectUri: string
  /**
   * Settles once, with the parameters of the only valid callback: a code or an error. Rejects with `auth/denied` if the address
   * of {@link leadTo} was opened twice, and with `auth/bad-response` if the browser returned without a code or an error.
   */
  readonly callback: Promise<URLSearchParams>
  /**
   * Creates a local address that redirects one browser to the target, once. The address appears in a program's arguments, which
   * every user of the computer can read; the target itself contains the state and must not. The first one to open the address
   * gets the target, so a second opening ends the sign-in.
   */
  leadTo(target: HttpsUrl): LoopbackUrl
  /**
   * Ends the sign-in; may be called twice. Without a callback the port is free afterwards. With one, a browser that requests the same
   * address once more (for a preview, or after its network changed) gets the same page for {@link againMs}, and everything else is
   * refused; the next listener frees the port first.
   */
  close(): Promise<void>
}

/** How long the same callback is answered with the same page after it arrived, ms. */
const againMs = 10_000

/** The listeners that still answer their callback, each with what closes it. */
const answeringAgain = new Set<() => Promise<void>>()

/**
 * Binds every address that the registered redirect address may resolve to, and nothing else. The caller opens the browser only
 * after this resolved.
 *
 * @param options.uid - the user whose connections are answered, besides root's; defaults to this process's user
 * @throws `auth/port-taken` if any of them is taken: the program that has it would receive the code
 */
export async function listenForCallback(options: {
  redirectUri: string
  state: string
  uid?: number
}): Promise<LoopbackListener> {
  await Promise.all(Array.from(answeringAgain, (close) => close()))
  const { host, port, path } = splitRedirectUri(options.redirectUri)
  const { promise: callback, resolve: found, reject } = Promise.withResolvers<URLSearchParams>()
  // It may reject before anyone awaits it.
  callback.catch(() => {})
  const expected: Expected = { hosts: [], path, state: options.state, start: null, ended: null }
  const ended = {
    found,
    withoutCode: () =>
      reject(authError('auth/bad-response', 'callback without exactly one code or error', withoutCode)),
    openedTwice: () => reject(authError('auth/denied', 'start address opened twice', openedTwice)),
  }
  const server = await serve({ addresses: addressesOf(host), port, uid: options.uid }, (request, response) =>
    answer(request, response, { expected, ended }),
  )
  const boundPort = server.port
  expected.hosts.push(`${host}:${boundPort}`, ...(boundPort === 80 ? [host] : []))
  return {
    redirectUri: port === null ? `http://${host}:${boundPort}${path}` : options.redirectUri,
    callback,
    leadTo(target) {
      expected.start = { path: `/sign-in/${randomBytes(32).toString('base64url')}`, target, used: false }
      return loopbackUrl(`http://${host}:${boundPort}`, expected.start.path)
    },
    close: () => (expected.ended === null ? server.close() : closeLater(server)),
  }
}

async function closeLater(server: LoopbackServer): Promise<void> {
  const close = () => {
    clearTimeout(timer)
    answeringAgain.delete(close)
    return server.close()
  }
  const timer = setTimeout(() => void close(), againMs)
  timer.unref()
  answeringAgain.add(close)
}

const openedTwice = {
  message: 'The address of this sign-in was opened twice, so Steward ended it.',
  nextStep: 'Sign in again. If this happens again, another program on this computer opens what Steward opens.',
}

const withoutCode = {
  message: 'The browser came back from the sign-in page without a code.',
  nextStep:
    'Sign in again. If this happens again, show the details to your firm: its sign-in server answers incompletely.',
}

type Expected = {
  hosts: string[]
  path: string
  state: string
  start: { path: string; target: HttpsUrl; used: boolean } | null
  /** The callback that ended the sign-in, and its page. */
  ended: { url: string; outcome: CallbackOutcome } | null
}

type Ended = { found: (parameters: URLSearchParams) => void; openedTwice: () => void; withoutCode: () => void }

type Binding = { addresses: readonly LoopbackAddress[]; port: number | null; uid: number | undefined }

async function serve({ addresses, port, uid }: Binding, request: LoopbackHandlers['request']): Promise<LoopbackServer> {
  try {
    return await serveLoopback({
      addresses,
      port: port ?? 0,
      uid,
      // By default Node checks for slow connections only every 30 s.
      limits: {
        connectionsCheckingInterval: 1_000,
        headersTimeout: 10_000,
        requestTimeout: 10_000,
        maxHeaderSize: 32 * 1024,
      },
      maxConnections: 64,
      handle: () => ({ request }),
    })
  } catch (thrown) {
    throw authError('auth/port-taken', thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'not bound')
  }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { expected, ended }: { expected: Expected; ended: Ended },
): void {
  // No script of this origin is a service worker; an open page of an earlier program may try to register one again.
  if (request.headers['service-worker'] !== undefined) {
    response.writeHead(403, { connection: 'close' }).end()
    return
  }
  if (expected.ended !== null) {
    const { url, outcome } = expected.ended
    const isSame = request.url === url && isOwnGet(request, expected.hosts)
    sendCallbackPage(response, isSame ? outcome : 'stray')
    return
  }
  const { start } = expected
  // The same checks of method and host as for the callback.
  const isStart = start !== null && request.url === start.path && isOwnGet(request, expected.hosts)
  if (isStart) {
    sendOn(response, start, ended)
    return
  }
  const parsed = parseCallback(request, expected)
  if ('status' in parsed) {
    if (parsed.status === 400) sendCallbackPage(response, 'stray')
    else response.writeHead(parsed.status, { connection: 'close' }).end()
    return
  }
  const outcome = 'incomplete' in parsed ? 'incomplete' : outcomeOf(parsed.parameters)
  expected.ended = { url: request.url ?? '', outcome }
  // Settled only after the page was sent, because settling may close this server.
  response.on('close', () => ('incomplete' in parsed ? ended.withoutCode() : ended.found(parsed.parameters)))
  sendCallbackPage(response, outcome)
}

function outcomeOf(parameters: URLSearchParams): CallbackOutcome {
  if (parameters.has('code')) return 'received'
  return parameters.get('error') === 'invalid_scope' ? 'scope' : 'denied'
}

function sendOn(response: ServerResponse, start: NonNullable<Expected['start']>, ended: Ended): void {
  if (start.used) {
    response.on('close', ended.openedTwice)
    sendCallbackPage(response, 'used')
    return
  }
  start.used = true
  const headers = { location: start.target, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  response.writeHead(302, { ...headers, ...forgetEarlierPrograms, connection: 'close' }).end()
}

/** A browser may resolve `localhost` to either address family, so Steward must own both. */
function addressesOf(host: string): LoopbackAddress[] {
  if (host === 'localhost') return ['127.0.0.1', '::1']
  return [host === '[::1]' ? '::1' : '127.0.0.1']
}
