import { LinkFailure } from './link-state.ts'

/** Opens one socket with `token`; `resume` lets this page in again after that socket closed. */
export type Grant = { token: string; resume: string }

/** What a page can show at the door. */
export type Pass = { launch: string } | { resume: string } | Record<string, never>

const storageKey = 'steward.resume'

/** A reload's old socket may close a moment after the new page asks. */
const stillConnectedRetries = 20
const retryMs = 100

const launchIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('launch')

/** Whether the page's address holds a launch nonce that nothing has taken yet. */
export const hasLaunch = (): boolean => launchIn(location.hash) !== null

/** Calls back when a launch address is pasted into this page's tab: that changes the fragment alone, and loads nothing. */
export function onLaunch(listener: () => void): void {
  window.addEventListener('hashchange', () => {
    if (hasLaunch()) listener()
  })
}

/** Resolves when the page's address holds a launch nonce. */
export const nextLaunch = (): Promise<void> =>
  hasLaunch() ? Promise.resolve() : new Promise((resolve) => onLaunch(resolve))

/**
 * The pass this page was opened with: the launch nonce of its address, or what the page before a reload left for it.
 * It is removed from where it was found; what an older page left is dropped when this one is shown.
 */
export function takePass(): Pass {
  const launch = launchIn(location.hash)
  if (launch !== null) {
    history.replaceState(history.state, '', location.pathname + location.search)
    return { launch }
  }
  const resume = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  return resume === null ? {} : { resume }
}

/** Leaves the pass for the page that a reload makes; it is good for half a minute after this one is gone. */
export function leavePassOnReload(current: () => string | undefined): void {
  window.addEventListener('pagehide', () => {
    const resume = current()
    if (resume !== undefined) sessionStorage.setItem(storageKey, resume)
  })
  window.addEventListener('pageshow', () => sessionStorage.removeItem(storageKey))
}

/**
 * Trades a pass for a session.
 *
 * @throws LinkFailure
 */
export async function openSession(pass: Pass): Promise<Grant> {
  for (let attempt = 0; attempt <= stillConnectedRetries; attempt += 1) {
    const response = await post(pass)
    if (response.ok) return asGrant(await response.json())
    if (response.status !== 409) break
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
  throw new LinkFailure('expired-link')
}

/** Judged by hand: this is the first code a page runs, and a schema library would have to be loaded before it. */
function asGrant(body: unknown): Grant {
  if (typeof body !== 'object' || body === null) throw new LinkFailure('disconnected')
  const { token, resume } = body as Readonly<Record<string, unknown>>
  if (typeof token !== 'string' || typeof resume !== 'string') throw new LinkFailure('disconnected')
  return { token, resume }
}

async function post(pass: Pass): Promise<Response> {
  try {
    return await fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(pass),
      credentials: 'omit',
      redirect: 'error',
    })
  } catch {
    throw new LinkFailure('disconnected')
  }
}

/** A socket that is being opened while its session is asked for; it is closed unless a token comes soon. */
export const beginSocket = (): WebSocket => new WebSocket(`ws://${location.host}/ipc`)

/**
 * Proves the session in a socket's first frame; in a new one where `begun` was given up already.
 *
 * @throws LinkFailure
 */
export function openSocket(token: string, begun: WebSocket): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = begun.readyState > WebSocket.OPEN ? beginSocket() : begun
    const opening = new AbortController()
    const { signal } = opening
    const prove = () => socket.send(JSON.stringify({ token }))
    if (socket.readyState === WebSocket.OPEN) prove()
    else socket.addEventListener('open', prove, { signal })
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
