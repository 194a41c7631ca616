import { expect, test } from 'vitest'
import { ageOf, givenAt, readRetryAfter, serverTimeOf } from '../../../electron/http/exchange.ts'

const now = Date.parse('2026-01-02T08:00:00Z')
const date = 'Fri, 02 Jan 2026 08:10:00 GMT'
const given = Date.parse(date)

test.each([
  [undefined, 0],
  ['0', 0],
  [' 90 ', 90_000],
  ['-5', 0],
  ['1.5', 0],
  ['soon', 0],
  ['9'.repeat(40), 10 * 365 * 86_400_000],
])('an Age of %s is %i ms', (age, expected) => {
  expect(ageOf(age === undefined ? {} : { age })).toBe(expected)
})

test('the server’s clock now is the time of its answer and the answer’s age', () => {
  expect(givenAt({ date, age: '60' })).toBe(given)
  expect(serverTimeOf({ date, age: '60' })).toBe(given + 60_000)
  expect(serverTimeOf({ date: 'yesterday', age: '60' })).toBeNull()
  expect(serverTimeOf({})).toBeNull()
})

test.each([
  [{ 'retry-after': '30' }, 30_000],
  [{ 'retry-after': '30', age: '10' }, 20_000],
  [{ 'retry-after': '30', age: '100' }, 0],
  [{ 'retry-after': 'Fri, 02 Jan 2026 08:12:00 GMT', date }, 120_000],
  [{ 'retry-after': 'Fri, 02 Jan 2026 08:12:00 GMT', date, age: '60' }, 60_000],
  [{ 'retry-after': 'Fri, 02 Jan 2026 08:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Fri, 02 Jan 2026 07:00:00 GMT', date }, 0],
  [{ 'retry-after': 'later' }, null],
  [{}, null],
])('%j asks to wait %s ms, whatever this computer’s clock is', (headers, expected) => {
  expect(readRetryAfter(headers, now)).toBe(expected)
})
