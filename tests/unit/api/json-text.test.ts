import { describe, expect, it } from 'vitest'
import { createSplices, JsonText } from '../../../electron/api/transport/json-text.ts'

describe('JSON text in a message', () => {
  it('stands where its mark was written, as it was', () => {
    const splices = createSplices()
    const text = JSON.stringify({ rows: [{ title: 'O’Brien "Bo"\u0000' }] })
    const message = JSON.stringify({ i: '7', p: { b: { json: splices.mark(new JsonText(text)) } } })
    expect(splices.splice(message)).toBe(`{"i":"7","p":{"b":{"json":${text}}}}`)
  })

  it('is put into the message that has its mark, whichever goes out first', () => {
    const splices = createSplices()
    const [one, two] = [splices.mark(new JsonText('[1]')), splices.mark(new JsonText('[2]'))]
    expect(splices.splice(JSON.stringify({ json: two }))).toBe('{"json":[2]}')
    expect(splices.splice(JSON.stringify({ json: one }))).toBe('{"json":[1]}')
  })

  it('leaves every other message alone, also one that repeats a mark', () => {
    const splices = createSplices()
    const mark = splices.mark(new JsonText('[1]'))
    expect(splices.splice('{"json":"plain"}')).toBe('{"json":"plain"}')
    splices.splice(JSON.stringify({ json: mark }))
    expect(splices.splice(JSON.stringify({ json: mark }))).toBe(JSON.stringify({ json: mark }))
  })
})
