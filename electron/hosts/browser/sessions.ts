import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Lifetime of a launch link, of an unused token, and of the right to reconnect after a reload, in ms. */
export const lifeMs = 30_000

const maxOpenLinks = 32
const maxSessions = 32

/** A page's secrets in return for its nonce. The page keeps both in memory. */
export type Grant = {
  /** Opens one socket, once. */
  token: string
  /** Valid for the next grant, in the 30 s after that socket closed, or while none was opened: used after a reload. */
  resume: string
}

export type Redemption = { granted: Grant } | { refused: 'unknown' | 'still-connected' }

/** The session of one page: it outlives reloads, and changes its secrets with each. */
type Session = {
  token: Buffer | undefined
  resume: Buffer
  /**
   * The nonce or token that the last grant replaced. It stays valid until the granted token opens a socket, because the page may
   * leave before it gets the answer.
   */
  before: Buffer | undefined
  phase: 'granted' | 'connected' | 'left'
  since: number
  disconnect: (() => void) | undefined
}

type Link = {
  nonce: Buffer
  issued: number
  session: Session | undefined
  /** Called once, when the link is redeemed; set only for a link that was passed to a browser in a file. */
  onRedeemed: (() => void) | undefined
}

export type Sessions = ReturnType<typeof createSessions>

/**
 * Decides which pages may talk to the core over loopback. Only digests are stored, and every comparison takes the same time.
 * Cookies are not used, because browsers send them to every port of this computer.
 *
 * @param now - monotonic clock, ms
 */
export function createSessions({ now }: { now: () => number }) {
  const links: Link[] = []
  const sessions = new Set<Session>()

  const sweep = () => {
    for (const session of sessions) {
      if (session.phase !== 'connected' && now() - session.since > lifeMs) sessions.delete(session)
    }
    for (const link of [...links]) {
      const spent = link.session === undefined ? now() - link.issued > lifeMs : !sessions.has(link.session)
      if (spent) links.splice(links.indexOf(link), 1)
    }
  }

  const end = (session: Session) => {
    sessions.delete(session)
    session.disconnect?.()
  }

  const grant = (session: Session, before?: Buffer): Grant => {
    const token = secret()
    const resume = secret()
    Object.assign(session, { token: digest(token), resume: digest(resume), before, phase: 'granted', since: now() })
    sessions.add(session)
    return { token, resume }
  }

  return {
    /**
     * Creates the nonce of one launch link.
     *
     * @param onRedeemed - for a link that is passed to a browser in a file: called once, when the link admitted a page
     */
    issueLink(onRedeemed?: () => void): string {
      sweep()
      const unused = links.filter((link) => link.session === undefined)
      if (unused.length >= maxOpenLinks && unused[0] !== undefined) links.splice(links.indexOf(unused[0]), 1)
      const nonce = secret()
      links.push({ nonce: digest(nonce), issued: now(), session: undefined, onRedeemed })
      return nonce
    },

    /** Exchanges a link's nonce for a session. A second redemption ends the session that the first one created. */
    redeemLaunch(nonce: string): Redemption {
      sweep()
      const link = find(links, (candidate) => candidate.nonce, nonce)
      if (link?.session !== undefined) end(link.session)
      if (link === undefined || link.session !== undefined || sessions.size >= maxSessions) {
        return { refused: 'unknown' }
      }
      link.session = newSession()
      link.onRedeemed?.()
      return { granted: grant(link.session) }
    },

    /**
     * Whether a browser was given a link in a file and has not used it yet: its request comes from that file, not from a site.
     */
    awaitsHandOver(): boolean {
      sweep()
      return links.some(({ session, onRedeemed }) => session === undefined && onRedeemed !== undefined)
    },

    /** Readmits a page after its socket closed, or one that was reloaded before it had a socket. Its earlier token is no longer valid. */
    redeemResume(nonce: string): Redemption {
      sweep()
      const open = [...sessions]
      const session =
        find(open, (candidate) => candidate.resume, nonce) ?? find(open, (candidate) => candidate.before, nonce)
      if (session === undefined) return { refused: 'unknown' }
      if (session.phase === 'connected') return { refused: 'still-connected' }
      return { granted: grant(session, digest(nonce)) }
    },

    /**
     * Redeems a token for a socket.
     *
     * @param disconnect - closes that socket when the session is ended from here
     * @returns a function to call when the socket closed; undefined if the token is not valid
     */
    connect(token: string, disconnect: () => void): (() => void) | undefined {
      sweep()
      const session = find([...sessions], (candidate) => candidate.token, token)
      if (session === undefined) return undefined
      Object.assign(session, { token: undefined, before: undefined, phase: 'connected', disconnect })
      return () => Object.assign(session, { phase: 'left', since: now(), disconnect: undefined })
    },
  }
}

function newSession(): Session {
  return {
    token: undefined,
    resume: digest(secret()),
    before: undefined,
    phase: 'granted',
    since: 0,
    disconnect: undefined,
  }
}

/** 256 bits, in 43 characters that need no escaping. */
function secret(): string {
  return randomBytes(32).toString('base64url')
}

function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/** Compares with every candidate, so that the duration does not reveal which one matched. */
function find<Item>(items: readonly Item[], key: (item: Item) => Buffer | undefined, value: string): Item | undefined {
  const wanted = digest(value)
  let found: Item | undefined
  for (const item of items) {
    const candidate = key(item)
    if (candidate !== undefined && timingSafeEqual(candidate, wanted)) found = item
  }
  return found
}
