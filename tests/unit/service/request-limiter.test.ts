import { expect, test } from 'vitest'
import { createServiceLimiters, type RequestLimiter } from '../../../electron/service/request-limiter.ts'
import { createRandom } from '../../faults/random.ts'
import { createVirtualClock } from '../../faults/virtual-clock.ts'

type Answered = { status: number; retryAfterMs: number | null }

const taken: Answered = { status: 200, retryAfterMs: null }
const refused: Answered = { status: 429, retryAfterMs: 30_000 }
const baseUrl = 'https://firm.example.com/wealth'

function arrange() {
  const virtual = createVirtualClock(Date.parse('2026-01-01T00:00:00Z'), createRandom(7))
  const clock = virtual.clockOf({ dead: false })
  const sent: { by: string; at: number }[] = []
  const startedAt = clock.now()
  return {
    sent,
    virtual,
    limiters: createServiceLimiters(clock),
    ask: (
      limiter: RequestLimiter,
      { by, answer = taken, signal = new AbortController().signal }: AskOptions,
    ): Promise<Answered> => {
      const send = async () => {
        sent.push({ by, at: clock.now() - startedAt })
        return answer
      }
      return limiter.run(send, { kind: 'background', signal, signOf: (each) => each })
    },
    /** Lets time pass until the work is done. */
    async finish(work: Promise<unknown>) {
      let isDone = false
      const end = () => {
        isDone = true
      }
      work.then(end, end)
      while (!isDone) {
        await new Promise((resolve) => setImmediate(resolve))
        if (!isDone) virtual.advance()
      }
    },
  }
}

type AskOptions = { by: string; answer?: Answered; signal?: AbortSignal }

test('two connections of one service share a pause, and a third of another service does not', async () => {
  const { limiters, ask, sent, finish } = arrange()
  const first = limiters.acquire(baseUrl)
  const second = limiters.acquire('https://FIRM.example.com:443/wealth//')
  const other = limiters.acquire('https://firm.example.com/other')
  const told: (number | null)[] = []
  await ask(first.limiter, { by: 'first', answer: refused })
  second.limiter.onPause((until) => told.push(until))
  expect(told, 'a connection that opens during a pause is told of it').toHaveLength(1)
  await finish(Promise.all([ask(second.limiter, { by: 'second' }), ask(other.limiter, { by: 'other' })]))
  const at = (by: string) => sent.find((one) => one.by === by)?.at
  expect(at('other')).toBe(0)
  expect(at('second')).toBeGreaterThanOrEqual(30_000)
  expect(told.at(-1)).toBeNull()
})

test('a pause ends when it should, however far the computer’s clock is set back', async () => {
  const { limiters, ask, sent, finish, virtual } = arrange()
  const { limiter } = limiters.acquire(baseUrl)
  const began = virtual.now()
  await ask(limiter, { by: 'first', answer: refused })
  virtual.setComputer(-3 * 86_400_000)
  const write = () =>
    limiter.run(async () => taken, { kind: 'write', signal: new AbortController().signal, signOf: (each) => each })
  await expect(write()).rejects.toMatchObject({ code: 'service/rate-limited', nextStep: 'Try again in a minute.' })
  await finish(ask(limiter, { by: 'second' }))
  expect(sent.map(({ by }) => by)).toEqual(['first', 'second'])
  expect(virtual.now() - began).toBeLessThan(60_000)
  await expect(write()).resolves.toEqual(taken)
})

test('the limiter lives until the last connection of its service is closed', () => {
  const { limiters } = arrange()
  const first = limiters.acquire(baseUrl)
  const second = limiters.acquire(baseUrl)
  expect(second.limiter).toBe(first.limiter)
  first.release()
  first.release()
  const third = limiters.acquire(baseUrl)
  expect(third.limiter).toBe(first.limiter)
  second.release()
  third.release()
  expect(limiters.acquire(baseUrl).limiter).not.toBe(first.limiter)
})

test('what a closing connection still had in line ends at once, though another waits ahead of it', async () => {
  const { limiters, ask, sent, finish } = arrange()
  const { limiter } = limiters.acquire(baseUrl)
  await ask(limiter, { by: 'first', answer: refused })
  const ahead = Array.from({ length: 40 }, () => ask(limiter, { by: 'ahead' }))
  const closing = new AbortController()
  const late = ask(limiter, { by: 'late', signal: closing.signal })
  closing.abort()
  // The clock does not advance here.
  await expect(late).rejects.toBe(closing.signal.reason)
  await finish(Promise.all(ahead))
  expect(sent.filter(({ by }) => by === 'late')).toEqual([])
})
