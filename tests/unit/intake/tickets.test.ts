import { beforeEach, expect, it } from 'vitest'
import { createTickets, type Tickets, ticketLifeMs } from '../../../electron/intake/tickets.ts'

const claim = { connectionId: 'a'.repeat(32), rowId: 'drop-1', size: 7 }

let now: number
let tickets: Tickets
beforeEach(() => {
  now = 0
  tickets = createTickets({ now: () => now })
})

it('a ticket is 256 bits, good for one file, once', () => {
  const first = tickets.issue(claim)
  const second = tickets.issue({ ...claim, rowId: 'drop-2' })
  expect(first).toMatch(/^[\w-]{43}$/)
  expect(Buffer.from(first, 'base64url')).toHaveLength(32)
  expect(tickets.spend(second)).toEqual({ ...claim, rowId: 'drop-2' })
  expect(tickets.spend(first)).toEqual(claim)
  expect([tickets.spend(first), tickets.spend(second)]).toEqual([null, null])
})

it('a ticket is never the same twice', () => {
  expect(new Set(Array.from({ length: 500 }, () => tickets.issue(claim))).size).toBe(500)
})

it('a ticket is worthless when it is another, changed by one letter, or no ticket at all', () => {
  const ticket = tickets.issue(claim)
  const changed = `${ticket[0] === 'A' ? 'B' : 'A'}${ticket.slice(1)}`
  for (const other of ['', 'A'.repeat(43), changed, `${ticket} `, ticket.slice(0, 42), ticket.toLowerCase()]) {
    if (other !== ticket) expect([other, tickets.spend(other)]).toEqual([other, null])
  }
  expect(tickets.spend(ticket)).toEqual(claim)
})

it('a ticket lasts ten minutes, and is reported once when no file came', () => {
  const early = tickets.issue(claim)
  now = ticketLifeMs
  const late = tickets.issue({ ...claim, rowId: 'drop-2' })
  expect(tickets.expired()).toEqual([])
  now += 1
  expect(tickets.spend(early)).toBe(null)
  expect(tickets.expired()).toEqual([claim])
  expect(tickets.expired()).toEqual([])
  expect(tickets.spend(late)).toEqual({ ...claim, rowId: 'drop-2' })
})

it('a ticket ends with the row that it is for, and with that alone', () => {
  const gone = tickets.issue(claim)
  const other = tickets.issue({ ...claim, rowId: 'drop-2' })
  const elsewhere = tickets.issue({ ...claim, connectionId: 'b'.repeat(32) })
  tickets.withdraw(claim.connectionId, claim.rowId)
  expect(tickets.spend(gone)).toBe(null)
  expect(tickets.spend(other)).not.toBe(null)
  expect(tickets.spend(elsewhere)).not.toBe(null)
})
