import { z } from 'zod'
import { LinkFailure } from './link-state.ts'

const grantSchema = z.object({ token: z.string(), resume: z.string() })

/** Opens one socket with `token`; `resume` lets this page in again after that socket closed. */
export type Grant = z.infer<typeof grantSchema>

/** What a page can show at the door. */
export type Pass = { launch: string } | { resume: string } | Record<string, never>

const storageKey = 'steward.resume'

/** A reload's old socket may close a moment after the new page asks. */
const stillConnectedRetries = 20
const retryMs = 100

/**
 * The pass this page was opened with: the launch nonce of its address, or what the page before a reload left for it.
 * Either is removed from where it was found.
 */
export function takePass(): Pass {
  const launch = new URLSearchParams(location.hash.slice(1)).get('launch')
  const resume = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  if (launch !== null) {
    history.replaceState(history.state, '', location.pathname + location.search)
    return { launch }
  }
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
    if (response.ok) return grantSchema.parse(await response.json())
    if (response.status !== 409) break
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
  throw new LinkFailure('expired-link')
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

/**
 * Opens a socket and proves the session in its first frame.
 *
 * @throws LinkFailure
 */
export function openSocket(token: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}/ipc`)
    const opening = new AbortController()
    const { signal } = opening
    socket.addEventListener('open', () => socket.send(JSON.stringify({ token })), { signal })
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
