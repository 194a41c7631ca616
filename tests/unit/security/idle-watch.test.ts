import { beforeEach, expect, it } from 'vitest'
import { watchIdleness } from '../../../electron/security/idle-watch.ts'
import { idleClockDouble } from '../../doubles/idle-clock.ts'

let time: ReturnType<typeof idleClockDouble>
let idle: number
let minutes: number
let system: number | null
const watch = () =>
  watchIdleness({
    clock: time.clock,
    minutes: () => minutes,
    systemSeconds: () => system,
    onIdle: () => {
      idle += 1
    },
  })

beforeEach(() => {
  time = idleClockDouble()
  ;[idle, minutes, system] = [0, 5, null]
})

it('the idle watch reports after so many minutes, and not before', () => {
  watch()
  time.pass(4.9)
  expect(idle).toBe(0)
  time.pass(0.1)
  expect(idle).toBeGreaterThan(0)
})

it('the idle watch begins again whenever the user is there', () => {
  const { active } = watch()
  for (let each = 0; each < 10; each += 1) {
    time.pass(4)
    active()
  }
  expect(idle).toBe(0)
  time.pass(5)
  expect(idle).toBeGreaterThan(0)
})

it('the idle watch counts the time that the computer slept, and nothing less when its clock is set back', () => {
  watch()
  time.jump(60)
  expect(idle).toBeGreaterThan(0)
  idle = 0
  const later = idleClockDouble()
  watchIdleness({ clock: later.clock, minutes: () => 5, systemSeconds: () => null, onIdle: () => (idle += 1) })
  later.pass(3)
  later.jump(-600)
  later.pass(2)
  expect(idle).toBeGreaterThan(0)
})

it('the idle watch never reports where no limit is set, and reads the limit each time', () => {
  minutes = 0
  watch()
  time.pass(600)
  expect(idle).toBe(0)
  minutes = 5
  time.pass(0.1)
  expect(idle).toBeGreaterThan(0)
})

it('the idle watch believes the system where the system knows', () => {
  system = 0
  watch()
  time.pass(600)
  expect(idle).toBe(0)
  system = 299
  time.pass(0.1)
  expect(idle).toBe(0)
  system = 300
  time.pass(0.05)
  expect(idle).toBeGreaterThan(0)
})

it('the idle watch looks no more once it is closed', () => {
  watch().close()
  time.pass(600)
  expect(idle).toBe(0)
})
