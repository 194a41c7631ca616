import { expect, it } from 'vitest'
import { whenLockedBecomes } from '../../../electron/hosts/common/system-watch.ts'

it.each([
  ['locked', true, [2, 5]],
  ['open again', false, [4]],
])('tells once of each time that a screen is %s, and of nothing after it was left', (_what, to, expected) => {
  const screen = [false, false, true, true, false, true]
  let at = 0
  const looks: (() => void)[] = []
  const told: number[] = []
  const leave = whenLockedBecomes(() => screen[at] ?? false, {
    to,
    listener: () => void told.push(at),
    clock: {
      every(_ms, run) {
        looks.push(run)
        return () => void looks.pop()
      },
    },
  })
  for (at = 1; at < screen.length; at += 1) for (const look of looks) look()
  expect(told).toEqual(expected)
  leave()
  expect(looks).toEqual([])
})
