import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  readAssetClassFile,
  readAssetClassTable,
  writeAssetClassFile,
} from '../../../shared/domain/asset-class-file.ts'
import { splitText } from '../../../shared/tables/split.ts'

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

describe('a table of asset classes', () => {
  const read = (text: string, answers: Record<string, string> = {}) =>
    readAssetClassTable(splitText(text, { chosen: null, pasted: true }), answers)

  it.each([
    ['commas', 'ID,Name\na,Cash\nb,"Bonds, long"'],
    ['cells, in another order', 'Name\tAsset class ID\nCash\ta\nBonds, long\tb'],
    ['semicolons below a title', 'Our classes\n\nAsset class;Class ID;Notes\nCash;a;x\nBonds, long;b;y'],
  ])('is read: %s', (_, text) => {
    expect(read(text)).toMatchObject({
      classes: [
        { id: 'a', name: 'Cash' },
        { id: 'b', name: 'Bonds, long' },
      ],
      ...{ questions: [], refused: [], problem: null, isReady: true },
    })
  })

  it('takes good rows, and refuses or leaves out the others', () => {
    const { classes, refused, leftOut, isReady } = read(
      'ID,Name\na,Cash\na,Cash\nb,Bonds\nb,Loans\nwith space,X\nc,\n1.23457E+11,Y\nd,Gold',
    )
    expect(isReady).toBe(true)
    expect(classes.map(({ id }) => id)).toEqual(['a', 'd'])
    expect(refused.map(({ row }) => row)).toEqual([4, 5, 6, 7, 8])
    expect(refused[2]).toMatchObject({ column: 0, cause: expect.stringMatching(/^The ID /) })
    expect(refused[3]).toMatchObject({ column: 1, cause: expect.stringMatching(/^The name /) })
    expect(leftOut.map(({ row }) => row)).toEqual([3])
  })

  it('without a column of IDs has none, and with a short row asks', () => {
    expect(read('Name\tValue\nCash\t1')).toMatchObject({
      classes: [],
      isReady: false,
      problem: expect.stringContaining('ID'),
    })
    const short = 'ID,Name,Notes\na,Cash\nb,Bonds,x'
    expect(read(short)).toMatchObject({ isReady: false, questions: [{ id: 'short-rows' }] })
    expect(read(short, { 'short-rows': 'take' })).toMatchObject({ isReady: true, classes: { length: 2 } })
  })
})
