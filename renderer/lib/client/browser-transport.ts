import { RPCLink } from '@orpc/client/websocket'
import {
  beginSocket,
  type Grant,
  hasLaunch,
  leavePassOnReload,
  onLaunch,
  openSession,
  openSocket,
  type Pass,
  takePass,
} from './browser-session.ts'
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
