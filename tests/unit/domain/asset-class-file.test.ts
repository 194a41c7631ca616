import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAssetClassFile, writeAssetClassFile } from '../../../shared/domain/asset-class-file.ts'

const service = 'https://firm.example.com'
const file = (more: object) =>
  JSON.stringify({ format: 'steward-asset-classes-1', service, classes: [{ id: 'a', name: 'A' }], ...more })
const problems = (text: string) => {
  const read = readAssetClassFile(text)
  return 'problems' in read ? read.problems : []
}

describe('a directory of asset classes as a file', () => {
  it('comes back as it was written, byte order mark or not', () => {
    const given = fc.record({
      id: fc.stringMatching(/^[!-~]{1,40}$/),
      name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((name) => name.trim() === name),
    })
    fc.assert(
      fc.property(fc.uniqueArray(given, { selector: ({ id }) => id, minLength: 1, maxLength: 20 }), (classes) => {
        const text = writeAssetClassFile({ service, classes })
        expect(readAssetClassFile(text)).toEqual({ service, classes })
        expect(readAssetClassFile(`\uFEFF${text}`)).toEqual({ service, classes })
      }),
    )
  })

  it.each([
    ['no JSON', 'Cash, Bonds', 'not valid JSON'],
    ['another file', '{"format":"another","rows":[]}', 'not an asset class directory'],
    ['a list', '[]', 'not an asset class directory'],
    ['a field that is not known', file({ secret: 1 }), 'not an asset class directory'],
    ['no classes', file({ classes: [] }), 'classes:'],
    ['an id with a blank', file({ classes: [{ id: 'a b', name: 'A' }] }), 'Class 1, id: must be an ID'],
    ['an id with what cannot be seen', file({ classes: [{ id: 'a\u200b', name: 'A' }] }), 'Class 1, id: must be an ID'],
    ['an empty name', file({ classes: [{ id: 'a', name: ' ' }] }), 'Class 1, name: must not be empty'],
    ['a class with more fields', file({ classes: [{ id: 'a', name: 'A', value: 1 }] }), 'Class 1: has unknown fields'],
    [
      'one id, two names',
      file({
        classes: [
          { id: 'a', name: 'A' },
          { id: 'a', name: 'B' },
        ],
      }),
      'appears twice',
    ],
    ['too many', file({ classes: Array.from({ length: 10_001 }, (_, n) => ({ id: `c${n}`, name: 'C' })) }), 'classes:'],
  ])('is refused whole: %s', (_, text, problem) => {
    expect(problems(text)).toHaveLength(1)
    expect(problems(text)[0]).toContain(problem)
  })

  it('counts a class once that is there twice under one name', () => {
    const twice = [
      { id: 'a', name: 'A' },
      { id: 'a', name: ' A ' },
    ]
    expect(readAssetClassFile(file({ classes: twice }))).toEqual({ service, classes: [{ id: 'a', name: 'A' }] })
  })

  it('names no more problems than a person reads', () => {
    const classes = Array.from({ length: 50 }, () => ({ id: '', name: '' }))
    expect(problems(file({ classes })).length).toBeLessThanOrEqual(5)
  })
})
