import { describe, expect, it } from 'vitest'
import { errorNameOf, framesOf } from '../../../electron/logs/redact.ts'

const withStack = (message: string, ...lines: string[]) => {
  const error = new TypeError(message)
  error.stack = [`TypeError: ${message}`, ...lines.map((line) => `    at ${line}`)].join('\n')
  return error
}

describe('the frames of an error', () => {
  it('are places of Steward, its libraries and Node, wherever it is installed', () => {
    const error = withStack(
      'x',
      'readPage (file:///opt/Steward/resources/app.asar/out/main/main.js:12:34)',
      'async Object.open (file:///C:/Users/jane/AppData/Local/Programs/Steward/out/main/chunks/log-Ab1_x.js:1:2)',
      'Worker.run (/home/out/electron/steward/node_modules/undici/lib/api.js:5:6)',
      'node:internal/process/task_queues:103:5',
      'new Promise (<anonymous>)',
    )
    expect(framesOf(error)).toEqual([
      'readPage out/main/main.js:12:34',
      'Object.open out/main/chunks/log-Ab1_x.js:1:2',
      'Worker.run node_modules/undici/lib/api.js:5:6',
      'node:internal/process/task_queues:103:5',
    ])
  })

  it('are never part of its message', () => {
    const said = 'no\n    at Ashford electron/Ashford.ts:1:2'
    expect(framesOf(withStack(said, 'f (/x/electron/core/a.ts:1:2)'))).toEqual(['f electron/core/a.ts:1:2'])
  })

  it('leave out what lies elsewhere', () => {
    expect(framesOf(withStack('x', 'f (/home/jane/Ashford trust/a.js:1:2)', 'g (/tmp/b.js:3:4)'))).toEqual([])
  })

  it('are those of a real error', () => {
    expect(() => errorNameOf(JSON.parse('{'))).toThrow(SyntaxError)
    try {
      JSON.parse('{')
    } catch (error) {
      expect(errorNameOf(error)).toBe('SyntaxError')
    }
    expect(framesOf('a text')).toEqual([])
    expect(errorNameOf('a text')).toBe('unknown')
    expect(errorNameOf(Object.assign(new Error('x'), { name: 'Ashford' }))).toBe('Error')
  })
})
