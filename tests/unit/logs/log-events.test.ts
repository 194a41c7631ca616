import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LogEventName, logEvents, logLine } from '../../../electron/logs/log.ts'

const at = new Date('2026-11-21T10:00:00.000Z')
const id = '0123456789abcdef0123456789abcdef'
const lineOf = (event: LogEventName, fields: object) => JSON.parse(logLine(at, event, fields))

describe('a log line', () => {
  it('says when, how bad, what, and the fields of its event', () => {
    const fields = { connection: id, ms: 1200, received: 900, written: 12, set_aside: 0 }
    expect(lineOf('sync-ended', fields)).toEqual({
      at: at.toISOString(),
      level: 'info',
      event: 'sync-ended',
      ...fields,
    })
  })

  it('has no room for a field that the table does not name', () => {
    expect(lineOf('signed-out', { connection: id, name: 'Ashford', note: 'x' })).toEqual({
      at: at.toISOString(),
      level: 'info',
      event: 'signed-out',
      connection: id,
    })
  })

  it.each([
    [
      'request-failed',
      { connection: 'Ashford', resource: 'Ashford', code: 'the service said no', status: 70000, times: -1 },
    ],
    ['procedure-failed', { procedure: 'of Ashford', code: 'auth/made-up' }],
    ['unexpected', { procedure: '1', error: 'Ashford', frames: ['at Ashford (C:\\Users\\jane\\trust.js:1:1)'] }],
    ['policy', { there: 'yes', set: ['https://firm.example'], problems: 1.5 }],
  ] as const)('withholds what a field of "%s" may not hold', (event, fields) => {
    const { at: _at, level: _level, event: _event, ...said } = lineOf(event, fields)
    expect(new Set(Object.values(said))).toEqual(new Set(['[withheld]']))
  })

  it('holds nothing of a text that it is given, in any field of any event', () => {
    const names = Object.keys(logEvents) as LogEventName[]
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.string({ minLength: 6, unit: 'grapheme' }), (event, text) => {
        const canary = `Canary ${text}`
        const fields = Object.fromEntries(Object.keys(logEvents[event].fields).map((name) => [name, canary]))
        expect(logLine(at, event, fields)).not.toContain('Canary')
        const listed = Object.fromEntries(Object.keys(fields).map((name) => [name, [canary]]))
        expect(logLine(at, event, listed)).not.toContain('Canary')
      }),
      { numRuns: 1000 },
    )
  })
})
