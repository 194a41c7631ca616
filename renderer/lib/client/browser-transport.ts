import { RPCLink } from '@orpc/client/websocket'
import { LinkFailure } from './link-state.ts'
import type { OnLinkState, PlainLink, Transport } from './transport.ts'

/** How long a dropped connection is retried, in ms: as long as its resume nonce is valid. */
const reconnectMs = 30_000
const firstPauseMs = 200
const longestPauseMs = 3_000

/**
 * Transport of the browser shell: exchanges a nonce for a session and a session for a socket, and does the same again after a
 * drop.
 */
export function createBrowserTransport(onState: OnLinkState): Transport {
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
    const made: PlainLink = new RPCLink({ websocket: socket })
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

/** After a reload, the old socket may close a moment after the new page requests a session. */
const stillConnectedRetries = 20
const retryMs = 100
/** How often a request is sent, or a socket opened, before Steward counts as gone: a slow computer may miss a time limit. */
const tries = 3

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
 * @throws LinkFailure `expired-link` if the pass is refused, `disconnected` if Steward does not respond or the response is
 * invalid
 */
async function openSession(pass: Pass): Promise<Grant> {
  for (let attempt = 0; attempt <= stillConnectedRetries; attempt += 1) {
    const response = await post(pass)
    if (response.ok) return asGrant(await response.json())
    if (response.status !== 409) break
    await new Promise((resolve) => setTimeout(resolve, retryMs))
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

const post = (pass: Pass): Promise<Response> =>
  repeated(() =>
    fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(pass),
      credentials: 'omit',
      redirect: 'error',
    }),
  )

/** Tries an action again after a failure, each time after a longer pause. Throws a LinkFailure after the last. */
async function repeated<Result>(action: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    try {
      return await action()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, attempt * retryMs))
    }
  }
  throw new LinkFailure('disconnected')
}

/** Opens a socket while its session is still being requested; Steward closes it unless a token arrives soon. */
const beginSocket = (): WebSocket => new WebSocket(`ws://${location.host}/ipc`)

/**
 * Authenticates a socket with the token in its first frame. Opens a new socket if `begun` is closed already, or is closed because the
 * token came late.
 *
 * @throws LinkFailure `disconnected` if no socket stays open
 */
function openSocket(token: string, begun: WebSocket): Promise<WebSocket> {
  let socket = begun
  return repeated(() => {
    if (socket.readyState > WebSocket.OPEN) socket = beginSocket()
    return prove(socket, token)
  })
}

/** Rejects if the socket closes first. */
function prove(socket: WebSocket, token: string): Promise<WebSocket> {
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
    socket.addEventListener('close', () => reject(new LinkFailure('disconnected')), { signal })
  })
}
