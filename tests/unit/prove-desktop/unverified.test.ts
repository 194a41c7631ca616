import { expect, it } from 'vitest'
import { steps } from '../../../tools/prove-desktop/steps/index.ts'
import { parseUnverifiedLines, readUnverifiedLines } from '../../../tools/prove-desktop/unverified.ts'

it('every line of “Not verified” has a step, or says why the command cannot try it, and never both', () => {
  const tried = new Set(steps.map(({ line }) => line))
  const wrong = readUnverifiedLines().filter(({ id, beyond }) => tried.has(id) === (beyond !== null))
  expect(wrong).toEqual([])
})

it('every step proves a line of “Not verified”, and no two steps have one id', () => {
  const ids = new Set(readUnverifiedLines().map(({ id }) => id))
  expect(steps.filter(({ line }) => !ids.has(line)).map(({ id }) => id)).toEqual([])
  expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length)
})

it('a table without ids, or with one id twice, is refused', () => {
  const page = (...rows: string[]) => `## Not verified\n\n${rows.join('\n')}\n\n## Next\n| \`later\` | text | yes |\n`
  expect(parseUnverifiedLines(page('| `a` | text | yes |', '| `b` | text | It needs a user. |'))).toEqual([
    { id: 'a', text: 'text', beyond: null },
    { id: 'b', text: 'text', beyond: 'It needs a user.' },
  ])
  expect(() => parseUnverifiedLines(page('| text | yes |'))).toThrow('ids')
  expect(() => parseUnverifiedLines(page('| `a` | one | yes |', '| `a` | two | yes |'))).toThrow('ids')
  expect(() => parseUnverifiedLines('# Other\n')).toThrow('no section')
})
