import { type ClientLink, createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '../../../shared/ipc/contract.ts'
import { unpackRows } from '../../../shared/ipc/packed-rows.ts'
import type { AppErrorData } from '../../../shared/ipc/procedure.ts'
import { isRecord } from '../../../shared/lib/json.ts'

/**
 * State of the page's connection to the main process:
 * - `connecting`: for the first time, or again after a drop; calls wait
 * - `ready`: calls go through
 * - `expired-link`: the link that opened this page was used or has expired; a new one is needed
 * - `unanswered`: Steward accepts requests, but did not answer any of them in time
 * - `disconnected`: Steward is gone
 */
export type LinkState = 'connecting' | 'ready' | 'expired-link' | 'unanswered' | 'disconnected'

type LinkFailureState = Exclude<LinkState, 'connecting' | 'ready'>

const failureTexts: Readonly<Record<LinkFailureState, string>> = {
  'expired-link': 'This link was used or has expired.',
  unanswered: 'Steward does not answer.',
  disconnected: 'Steward cannot be reached.',
}

/** The page could not connect; `state` says why. */
export class LinkFailure extends Error {
  override readonly name = 'LinkFailure'
  readonly state: LinkFailureState

  constructor(state: LinkFailureState) {
    super(failureTexts[state])
    this.state = state
  }
}

export type PlainLink = ClientLink<Record<never, never>>

/** A connection to the main process that restores itself if possible. */
export type Transport = {
  /** The current link, or the next one once it is restored. Rejects with a `LinkFailure`. */
  link(): Promise<PlainLink>
}

export type OnLinkState = (state: LinkState) => void

/** All procedures of the main process, as promises and event streams. */
export type Client = ContractRouterClient<typeof contract>

export type Connected = { client: Client; ahead: Omit<PrefetchLink, 'link'> }

/**
 * Connects this page to the main process, once, in either shell. The client stays the same when a dropped connection is restored;
 * event streams end with `ipc/session-ended` and must be subscribed to again.
 *
 * @param onState - called on every change, beginning with `connecting`
 * @throws LinkFailure if the page could not connect at all: `expired-link`, `unanswered` or `disconnected`
 */
export async function connectClient(onState: OnLinkState = () => {}): Promise<Connected> {
  const transport = location.protocol === 'app:' ? createDesktopTransport(onState) : createBrowserTransport(onState)
  await transport.link()
  return connectOver(transport)
}

/** The client over a transport, which may not be connected yet: a call waits for its link. */
export function connectOver(transport: Transport): Connected {
  const { link, ...ahead } = prefetchLink(createSessionLink(transport))
  return { client: createORPCClient<Client>(link), ahead }
}

/**
 * The link that the client calls through. It unpacks rows, and converts every transport failure to the contract's typed error, so
 * that screens handle a single kind of error.
 */
function createSessionLink(transport: Transport): PlainLink {
  return {
    async call(path, input, options) {
      const convert = (thrown: unknown) => asSessionEnded(thrown, options.signal)
      try {
        const link = await transport.link()
        const output = await link.call(path, input, options)
        return isStream(output) ? convertingStream(output, convert) : unpackRows(output)
      } catch (thrown) {
        throw convert(thrown)
      }
    },
  }
}

/** Errors of the main process and the caller's own cancellation pass unchanged; all others become `ipc/session-ended`. */
function asSessionEnded(thrown: unknown, signal: AbortSignal | undefined): unknown {
  if (thrown instanceof ORPCError || signal?.aborted) return thrown
  const data: AppErrorData = {
    code: 'ipc/session-ended',
    nextStep: 'Reload the window, or open Steward again.',
    issues: [],
  }
  return new ORPCError('APP_ERROR', {
    defined: true,
    message: 'The connection to Steward was lost.',
    data,
    cause: thrown,
  })
}

function isStream(output: unknown): output is AsyncIterableIterator<unknown> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output && 'next' in output
}

/** Not a generator: ending a generator waits for its pending step, which may never complete in a quiet stream. */
function convertingStream(source: AsyncIterableIterator<unknown>, convert: (thrown: unknown) => unknown) {
  const stream: AsyncIterableIterator<unknown> = {
    next: () =>
      source.next().catch((thrown: unknown) => {
        throw convert(thrown)
      }),
    return: async (value) => (await source.return?.(value)) ?? { done: true, value },
    [Symbol.asyncIterator]: () => stream,
  }
  return stream
}

/** A procedure call: its path in the contract and its input. */
export type PrefetchRequest = { path: readonly string[]; input: Readonly<Record<string, unknown>> }

/** A link that can send requests before their responses are needed. */
type PrefetchLink = {
  /** The first call equal to an earlier request gets its response; all other calls are forwarded. */
  link: PlainLink
  ask(request: PrefetchRequest): Promise<unknown>
  /** The response if it has already arrived, for a component that renders with it at once; otherwise undefined. */
  peek(request: PrefetchRequest): unknown
  /** Drops a response that a component has rendered: the next equal call is forwarded. */
  drop(request: PrefetchRequest): void
  /** Drops all unused responses, which may be stale. */
  forget(): void
}

type Asked = { answer: Promise<unknown>; here: unknown }

/** Sends requests while the screens' code is still loading, so that their responses are ready for them. */
function prefetchLink(link: PlainLink): PrefetchLink {
  const asked = new Map<string, Asked>()
  return {
    link: {
      call(path, input, options) {
        const key = keyOf({ path, input: input as PrefetchRequest['input'] })
        const known = asked.get(key)
        if (!known) return link.call(path, input, options)
        asked.delete(key)
        return known.answer
      },
    },
    ask(request) {
      const answer = link.call(request.path, request.input, { context: {} })
      const known: Asked = { answer, here: undefined }
      // An error is reported to the caller that uses the response.
      answer.then(
        (output) => {
          known.here = output
        },
        () => {},
      )
      asked.set(keyOf(request), known)
      return answer
    },
    peek: (request) => asked.get(keyOf(request))?.here,
    drop: (request) => void asked.delete(keyOf(request)),
    forget: () => asked.clear(),
  }
}

/** The key of a call; it does not depend on the order of the input's fields. */
function keyOf({ path, input }: PrefetchRequest): string {
  return JSON.stringify([path, input], (_, value: unknown) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  )
}

const handOverMs = 10_000

/** Transport of the desktop shell: one message port, requested from the preload once per document. */
function createDesktopTransport(onState: OnLinkState): Transport {
  const link = receivePort().then(
    (port): PlainLink => {
      port.addEventListener('close', () => onState('disconnected'))
      const made: PlainLink = new PortLink({ port })
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

/** How long a dropped connection is retried, in ms: as long as its resume nonce is valid. */
const reconnectMs = 30_000
const firstPauseMs = 200
const longestPauseMs = 3_000

/**
 * Transport of the browser shell: exchanges a nonce for a session and a session for a socket, and does the same again after a
 * drop.
 */
function createBrowserTransport(onState: OnLinkState): Transport {
  let grant: Grant | undefined
  /** The token with which the next load of this page starts its session. */
  let resume: string | undefined
  let link: Promise<PlainLink>
  /** True if a page that was connected before has given up. */
  let isLost = false

  const enter = async (pass: Pass): Promise<PlainLink> => {
    // In parallel: each costs a round trip, and the socket is not usable before its token.
    const begun = beginSocket()
    if ('resume' in pass) resume = pass.resume
    const entered = await openSession(pass)
    grant = entered
    resume = entered.resume
    const socket = await openSocket(entered.token, begun)
    const made: PlainLink = new SocketLink({ websocket: socket })
    socket.addEventListener('close', () => void follow(enterAgain(entered.resume)))
    onState('ready')
    return made
  }

  const follow = (next: Promise<PlainLink>) => {
    onState('connecting')
    isLost = false
    link = next
    next.catch((failure: unknown) => {
      onState(failure instanceof LinkFailure ? failure.state : 'disconnected')
      isLost = grant !== undefined
      enterByFreshLaunch()
    })
    return next
  }

  /** Reconnects without a reload, so that unsaved input stays in the page. */
  const enterByFreshLaunch = () => {
    if (isLost && hasLaunch()) follow(enter(takePass())).catch(() => {})
  }

  const enterAgain = async (resume: string): Promise<PlainLink> => {
    const until = performance.now() + reconnectMs
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        return await enter({ resume })
      } catch (failure) {
        const hopeless = failure instanceof LinkFailure && failure.state === 'expired-link'
        if (hopeless || performance.now() > until) throw failure
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  link = follow(enter(takePass()))
  leavePassOnReload(() => resume)
  onLaunch(enterByFreshLaunch)
  return { link: () => link }
}

/** `token` opens one socket; `resume` opens the next session after that socket has closed. */
type Grant = { token: string; resume: string }

/** The credential that a page exchanges for a session; empty if it has neither nonce. */
type Pass = { launch: string } | { resume: string } | Record<string, never>

const storageKey = 'steward.resume'

/** How long a page that was loaded again waits until Steward sees its earlier socket close, in ms: a busy computer may take seconds. */
const stillConnectedMs = 30_000
const retryMs = 100
/** How often a request is sent, or a socket opened, before Steward counts as gone: a slow computer may miss a time limit. */
const tries = 3
/** How long one of these tries may take, in ms. */
const answerMs = 10_000

const launchIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('launch')

/** Returns true if the page's address contains a launch nonce that has not been used yet. */
const hasLaunch = (): boolean => launchIn(location.hash) !== null

/** Calls `listener` when a launch address is pasted into this page's tab, which changes only the fragment and loads nothing. */
function onLaunch(listener: () => void): void {
  window.addEventListener('hashchange', () => {
    if (hasLaunch()) listener()
  })
}

/** Resolves once the page's address contains a launch nonce. */
export const nextLaunch = (): Promise<void> =>
  hasLaunch() ? Promise.resolve() : new Promise((resolve) => onLaunch(resolve))

/** The launch nonce that this page took out of its address, until it is exchanged for a session. */
let unansweredLaunch: string | undefined

/** Reloads a page whose requests were not answered, with the pass that it was opened with. */
export function loadAgain(): void {
  if (unansweredLaunch !== undefined) history.replaceState(history.state, '', `#launch=${unansweredLaunch}`)
  location.reload()
}

/**
 * The pass this page was opened with: the launch nonce in its address, or the resume nonce that the page left before a reload.
 * Removes it from there.
 */
function takePass(): Pass {
  const launch = launchIn(location.hash)
  if (launch !== null) {
    history.replaceState(history.state, '', location.pathname + location.search)
    return { launch }
  }
  const resume = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  return resume === null ? {} : { resume }
}

/**
 * Stores the resume nonce for the page after a reload. It expires half a minute after this page is gone. If this page is shown
 * again instead, the nonce is removed.
 */
function leavePassOnReload(current: () => string | undefined): void {
  window.addEventListener('pagehide', () => {
    const resume = current()
    if (resume !== undefined) sessionStorage.setItem(storageKey, resume)
  })
  window.addEventListener('pageshow', () => sessionStorage.removeItem(storageKey))
}

/**
 * Exchanges a pass for a session.
 *
 * @throws LinkFailure `expired-link` if the pass is refused, `unanswered` if Steward does not respond in time, `disconnected` if
 * it cannot be reached or its response is invalid
 */
async function openSession(pass: Pass): Promise<Grant> {
  if ('launch' in pass) unansweredLaunch = pass.launch
  const until = performance.now() + stillConnectedMs
  for (let pauseMs = retryMs; ; pauseMs = Math.min(pauseMs * 1.5, 1_000)) {
    const { status, body } = await post(pass)
    if (status !== 409) unansweredLaunch = undefined
    if (body !== null) return asGrant(body)
    if (status !== 409 || performance.now() > until) break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  throw new LinkFailure('expired-link')
}

/** Validated by hand: this is the first code a page runs, and a schema library would have to be loaded first. */
function asGrant(body: unknown): Grant {
  if (typeof body !== 'object' || body === null) throw new LinkFailure('disconnected')
  const { token, resume } = body as Readonly<Record<string, unknown>>
  if (typeof token !== 'string' || typeof resume !== 'string') throw new LinkFailure('disconnected')
  return { token, resume }
}

const post = (pass: Pass): Promise<{ status: number; body: unknown }> =>
  repeated(async (signal) => {
    const response = await fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(pass),
      credentials: 'omit',
      redirect: 'error',
      signal,
    })
    return { status: response.status, body: response.ok ? await response.json() : null }
  })

/**
 * Tries an action again after a failure, each time after a longer pause. Throws a LinkFailure after the last.
 *
 * @param action - must reject once its signal is aborted, after `answerMs`
 */
async function repeated<Result>(action: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  let isLate = false
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), answerMs)
    try {
      return await action(limit.signal)
    } catch {
      isLate = limit.signal.aborted
      await new Promise((resolve) => setTimeout(resolve, attempt * retryMs))
    } finally {
      clearTimeout(timer)
    }
  }
  throw new LinkFailure(isLate ? 'unanswered' : 'disconnected')
}

/** Opens a socket while its session is still being requested; Steward closes it unless a token arrives soon. */
const beginSocket = (): WebSocket => new WebSocket(`ws://${location.host}/ipc`)

/**
 * Authenticates a socket with the token in its first frame. Opens a new socket if `begun` is closed already, or is closed because the
 * token came late.
 *
 * @throws LinkFailure `disconnected` if no socket stays open, `unanswered` if Steward does not accept the token in time
 */
function openSocket(token: string, begun: WebSocket): Promise<WebSocket> {
  let socket = begun
  return repeated((signal) => {
    if (socket.readyState > WebSocket.OPEN) socket = beginSocket()
    return prove(socket, token, signal)
  })
}

/** Rejects if the socket closes first. Closes it, and rejects, when `limit` is aborted. */
function prove(socket: WebSocket, token: string, limit: AbortSignal): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const opening = new AbortController()
    const { signal } = opening
    const send = () => socket.send(JSON.stringify({ token }))
    if (socket.readyState === WebSocket.OPEN) send()
    else socket.addEventListener('open', send, { signal })
    socket.addEventListener(
      'message',
      () => {
        opening.abort()
        resolve(socket)
      },
      { signal },
    )
    const fail = () => {
      opening.abort()
      socket.close()
      reject(new LinkFailure('disconnected'))
    }
    socket.addEventListener('close', fail, { signal })
    limit.addEventListener('abort', fail, { signal })
  })
}
