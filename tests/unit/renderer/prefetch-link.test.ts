import { describe, expect, it } from 'vitest'
import { connectOver } from '../../../renderer/lib/client/connect-client.ts'

const connectionId = 'a'.repeat(32)
const input = { connectionId, offset: 0, limit: 200, sort: { column: 'title', direction: 'asc' } } as const
const question = { path: ['households', 'list'], input }
const sameOtherwiseWritten = {
  limit: 200,
  sort: { direction: 'asc', column: 'title' },
  offset: 0,
  connectionId,
} as const

/** Creates a link that answers with the number of calls so far. */
function counting(fails = false) {
  const calls: unknown[] = []
  const link = {
    async call(...asked: unknown[]) {
      calls.push(asked)
      if (fails) throw new Error('not there')
      return calls.length
    },
  }
  const { client, ahead } = connectOver({ link: async () => link })
  const call = (asked: Parameters<typeof client.households.list>[0] = input) => client.households.list(asked)
  return { ahead, calls, call }
}

describe('questions asked ahead', () => {
  it('give their answer to the first equal call, and to no other', async () => {
    const { ahead, calls, call } = counting()
    void ahead.ask(question)
    expect(await call(sameOtherwiseWritten)).toBe(1)
    expect(await call()).toBe(2)
    expect(calls).toHaveLength(2)
  })

  it('do not answer what was not asked', async () => {
    const { ahead, call } = counting()
    void ahead.ask(question)
    expect(await call({ ...input, offset: 200 })).toBe(2)
  })

  it('can be read at once when the answer is there, as often as a component draws, until it is dropped', async () => {
    const { ahead, call } = counting()
    const answer = ahead.ask(question)
    expect(ahead.peek(question)).toBeUndefined()
    await answer
    expect([ahead.peek(question), ahead.peek(question)]).toEqual([1, 1])
    ahead.drop(question)
    expect(ahead.peek(question)).toBeUndefined()
    expect(await call()).toBe(2)
  })

  it('are forgotten when what they answered has changed', async () => {
    const { ahead, call } = counting()
    await ahead.ask(question)
    ahead.forget()
    expect(await call()).toBe(2)
  })

  it('fail for whoever takes them, and for nobody else', async () => {
    const { ahead, call } = counting(true)
    for (const asked of [ahead.ask(question), call()])
      await expect(asked).rejects.toThrow('The connection to Steward was lost.')
  })
})
