import { expect, it } from 'vitest'
import { frequentSignIns } from '../../../renderer/lib/frequent-sign-ins.ts'

it.each([
  [3_600_000, 'every 60 minutes.'],
  [300_000, 'every 5 minutes.'],
  [119_999, 'every 119 seconds.'],
  [120_000, 'every 2 minutes.'],
  [7_200_000, 'every 2 hours.'],
  [36_000_000, 'every 10 hours.'],
  [900, 'every second.'],
  [null, 'whenever the service ends your session.'],
])('says why a sign-in that lasts %o ms has to be repeated', (lifetimeMs, end) => {
  const sentence = frequentSignIns({ unrenewable: { lifetimeMs } })
  expect(sentence).toBe(`This firm’s sign-in server gives no refresh token, so you sign in again ${end}`)
})

it('says nothing of a sign-in that is renewed', () => {
  expect(frequentSignIns({ unrenewable: null })).toBeNull()
})
