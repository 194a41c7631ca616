import { expect, test } from 'vitest'
import { blindSpotsOf } from '../../blind-spots/coverage.ts'

const text = `export function send(isOpen: boolean) {
  if (!isOpen) {
    report()
    return null
  }
  return post()
}
const later = () => send(true)
`

/** Everything ran but these texts. */
const ranBut = (...missed: string[]) => {
  const flags = new Uint8Array(text.length).fill(1)
  for (const one of missed) flags.fill(0, text.indexOf(one), text.indexOf(one) + one.length)
  return flags
}

test('names the code that never ran, with its line and its function', () => {
  const { spots, statements } = blindSpotsOf('send.ts', text, ranBut('report()\n    return null', 'send(true)'))
  expect(spots).toEqual([
    { line: 3, within: 'send', code: 'report()' },
    { line: 4, within: 'send', code: 'return null' },
    { line: 8, within: 'later', code: 'const later = () => send(true)' },
  ])
  expect(statements).toBe(5)
})

test('a file that was never loaded is one blind spot at each of its outermost statements', () => {
  expect(blindSpotsOf('send.ts', text, undefined).spots.map(({ line }) => line)).toEqual([3, 4, 6, 8])
})
