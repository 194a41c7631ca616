import { describe, expect, it } from 'vitest'
import { prefetchLink } from '../../../renderer/lib/client/connect-client.ts'

const question = { path: ['households', 'list'], input: { offset: 0, sort: { column: 'title', direction: 'asc' } } }
const sameOtherwiseWritten = { sort: { direction: 'asc', column: 'title' }, offset: 0 }

/** Creates a link that answers with the number of calls so far. */
function counting(fails = false) {
  const calls: unknown[] = []
  const ahead = prefetchLink({
    async call(path, input) {
      calls.push([path, input])
      if (fails) throw new Error('not there')
      return calls.length
    },
  })
  const call = (input: unknown = question.input) => ahead.link.call(question.path, input, { context: {} })
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
    expect(await call({ ...question.input, offset: 200 })).toBe(2)
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
    await expect(ahead.ask(question)).rejects.toThrow('not there')
    await expect(call()).rejects.toThrow('not there')
  })
})
