import { expect, it } from 'vitest'
import { parseReadmeLines, readReadmeLines } from '../../../tools/prove-desktop/readme-lines.ts'
import { steps } from '../../../tools/prove-desktop/steps/index.ts'

it('every line of the README has a step, or says why the command cannot try it, and never both', () => {
  const tried = new Set(steps.map(({ line }) => line))
  const wrong = readReadmeLines().filter(({ id, beyond }) => tried.has(id) === (beyond !== null))
  expect(wrong).toEqual([])
})

it('every step proves a line that the README has, and no two steps have one id', () => {
  const ids = new Set(readReadmeLines().map(({ id }) => id))
  expect(steps.filter(({ line }) => !ids.has(line)).map(({ id }) => id)).toEqual([])
  expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length)
})

it('a table without ids, or with one id twice, is refused', () => {
  const page = (...rows: string[]) => `## Not verified\n\n${rows.join('\n')}\n\n## Next\n| \`later\` | text | yes |\n`
  expect(parseReadmeLines(page('| `a` | text | yes |', '| `b` | text | It needs a user. |'))).toEqual([
    { id: 'a', text: 'text', beyond: null },
    { id: 'b', text: 'text', beyond: 'It needs a user.' },
  ])
  expect(() => parseReadmeLines(page('| text | yes |'))).toThrow('ids')
  expect(() => parseReadmeLines(page('| `a` | one | yes |', '| `a` | two | yes |'))).toThrow('ids')
  expect(() => parseReadmeLines('# Other\n')).toThrow('no section')
})
