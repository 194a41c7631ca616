import { expect, it } from 'vitest'
import { isLossy, leftWords } from '../../../../renderer/features/lock/left-words.ts'
import { waitWords, whyLocked } from '../../../../renderer/features/lock/why-locked.ts'
import { idleChoices } from '../../../../renderer/features/settings/idle-choices.ts'
import { lockReasons } from '../../../../shared/ipc/lock.ts'

it('the lock screen says why, for every reason', () => {
  const said = lockReasons
    .filter((reason) => reason !== 'removing' && reason !== 'removed')
    .map((locked) => whyLocked({ locked, idle_minutes: 5 }))
  expect(new Set(said).size).toBe(said.length)
  expect(said.every((words) => words.length > 10)).toBe(true)
  expect(whyLocked({ locked: 'idle', idle_minutes: 1 })).toContain('for a minute')
})

it.each([
  [1, '1 second'],
  [30, '30 seconds'],
  [89, '89 seconds'],
  [91, '2 minutes'],
  [900, '15 minutes'],
])('says %i seconds as %s', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words)
})

it('the lock screen offers no more minutes than the firm allows, and never “never” then', () => {
  expect(idleChoices(0, undefined)).toMatchObject({
    value: '0',
    choices: expect.arrayContaining([{ value: '0', label: 'Never' }]),
  })
  const managed = idleChoices(0, 12)
  expect(managed.value).toBe('12')
  expect(managed.choices.map(({ value }) => value)).toEqual(['1', '2', '5', '10', '12'])
  expect(idleChoices(5, 12).value).toBe('5')
  expect(idleChoices(60, 12).value).toBe('12')
  expect(idleChoices(7, undefined).choices).toContainEqual({ value: '7', label: '7 minutes' })
})

it('the lock screen says what would be lost, and when that is unknown', () => {
  const left = { name: null, unsent: 0, staged: 0, drafts: 0 }
  expect(leftWords(left)).toBe('everything is in the service')
  expect(leftWords({ ...left, unsent: 1, staged: 2, drafts: 1 })).toBe(
    '1 unsent change, 2 files waiting to be uploaded, 1 draft',
  )
  expect(leftWords({ ...left, unsent: null })).toContain('cannot be counted')
  expect(isLossy({ connections: [left], others: 0 })).toBe(false)
  expect(isLossy({ connections: [left], others: 1 })).toBe(true)
  expect(isLossy({ connections: [left, { ...left, drafts: 1 }], others: 0 })).toBe(true)
  expect(isLossy({ connections: [{ ...left, staged: null }], others: 0 })).toBe(true)
})
