import { describe, expect, it } from 'vitest'
import { classifyMessage } from '../../../electron/api/transport/handler.ts'

const call = (json: string) => `{"i":"a","p":{"u":"/households/list","b":{"json":${json}}}}`

/** Lists inside of each other; the message itself adds three levels around them. */
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('a message to the main process', () => {
  it('may be nested 64 levels deep, and is refused beyond', () => {
    expect(classifyMessage(call(nested(61))).verdict).toBe('call')
    expect(classifyMessage(call(nested(62)))).toEqual({ verdict: 'refuse', id: 'a' })
    expect(classifyMessage(call(nested(5_000)))).toEqual({ verdict: 'refuse', id: 'a' })
  })

  it.each(['__proto__', 'constructor', 'prototype'])('is refused with the key %s at any depth', (key) => {
    expect(classifyMessage(call(`{"list":[{"${key}":1}]}`))).toEqual({ verdict: 'refuse', id: 'a' })
  })
})
