import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** How long a ticket may wait for the first byte of its file. */
export const ticketLifeMs = 10 * 60_000

/** What a ticket is good for: one file, once. */
export type Claim = {
  connectionId: string
  rowId: string
  /** Bytes, as announced. */
  size: number
}

export type Tickets = {
  /** Makes the ticket of one announced file: 256 bits, in 43 characters that need no escaping. */
  issue(claim: Claim): string
  /** Spends a ticket. Null for one that is unknown, spent, expired or withdrawn: nobody is told which. */
  spend(ticket: string): Claim | null
  /** Makes the ticket of a row worthless. */
  withdraw(connectionId: string, rowId: string): void
  /** Rows whose tickets were not used in time, told once. */
  expired(): Claim[]
}

type Issued = { digest: Buffer; claim: Claim; since: number }

/**
 * Tickets with which a shell takes in the bytes of announced files. Only digests are kept, in memory alone; a comparison goes
 * through all of them, so that its time says nothing of any.
 *
 * @param now - monotonic milliseconds
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
