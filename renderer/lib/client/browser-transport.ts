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

/** How long a dropped connection is tried again: as long as its resume nonce lives. */
const reconnectMs = 30_000
const firstPauseMs = 200
const longestPauseMs = 3_000

/** The browser shell's way: a nonce for a session, a session for a socket, and the same again after a drop. */
export function createBrowserTransport(onState: OnLinkState): Transport {
  let grant: Grant | undefined
  let link: Promise<PlainLink>
  /** Whether a page that was connected once has given up. */
  let isLost = false

  const enter = async (pass: Pass): Promise<PlainLink> => {
    // Side by side: each costs a trip, and the socket carries nothing before its token.
    const begun = beginSocket()
    const entered = await openSession(pass)
    grant = entered
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

  /** What was typed into the page stays: it is let in again without being loaded. */
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
  leavePassOnReload(() => grant?.resume)
  onLaunch(enterByFreshLaunch)
  return { link: () => link }
}
