import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** How long a ticket may wait for the first byte of its file, in ms. */
export const ticketLifeMs = 10 * 60_000

/** The file that a ticket is valid for. */
export type Claim = {
  connectionId: string
  rowId: string
  /** In bytes, as announced. */
  size: number
}

export type Tickets = {
  /** Creates the ticket of one announced file: 256 bits, in 43 characters that need no escaping. */
  issue(claim: Claim): string
  /** Redeems a ticket. Null for one that is unknown, used, expired or withdrawn; the caller cannot tell which. */
  spend(ticket: string): Claim | null
  /** Invalidates the ticket of a row. */
  withdraw(connectionId: string, rowId: string): void
  /** Rows whose tickets expired unused; each is returned once. */
  expired(): Claim[]
}

type Issued = { digest: Buffer; claim: Claim; since: number }

/**
 * Tickets with which a shell receives the bytes of announced files. Only digests are stored, in memory; a lookup compares with
 * all of them, so that its duration reveals nothing.
 *
 * @param now - monotonic clock, ms
 */
export function createTickets({ now }: { now: () => number }): Tickets {
  const issued = new Set<Issued>()
  const isLate = ({ since }: Issued) => now() - since > ticketLifeMs
  return {
    issue(claim) {
      const ticket = randomBytes(32).toString('base64url')
      issued.add({ digest: digestOf(ticket), claim, since: now() })
      return ticket
    },
    spend(ticket) {
      const wanted = digestOf(ticket)
      let found: Issued | undefined
      for (const one of issued) if (timingSafeEqual(one.digest, wanted)) found = one
      if (found === undefined || isLate(found)) return null
      issued.delete(found)
      return found.claim
    },
    withdraw(connectionId, rowId) {
      for (const one of issued) {
        if (one.claim.connectionId === connectionId && one.claim.rowId === rowId) issued.delete(one)
      }
    },
    expired() {
      const late = [...issued].filter(isLate)
      for (const one of late) issued.delete(one)
      return late.map(({ claim }) => claim)
    },
  }
}

function digestOf(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest()
}
