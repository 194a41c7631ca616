import { expect, test } from 'vitest'
import { describeMutant, mutantsOf, withMutant } from '../../mutation/mutants.ts'

const mutated = (text: string) => mutantsOf('a.ts', text).map((mutant) => withMutant(text, mutant))

test('a condition is always true and never true', () => {
  expect(mutated('if (isOld) send()\n')).toEqual(
    expect.arrayContaining(['if (true) send()\n', 'if (false) send()\n', 'if (isOld) ;\n']),
  )
})

test('a boundary moves by one, and an operator is its opposite', () => {
  expect(mutated('const late = age >= most')).toEqual(['const late = age > most'])
  expect(mutated('const both = a === b && c')).toEqual(
    expect.arrayContaining(['const both = a === b || c', 'const both = a !== b && c']),
  )
})

test('a call is left out if nothing uses its result', () => {
  expect(mutated('planned.put(one)')).toEqual([';'])
  expect(mutated('await store.flush()')).toEqual([';'])
  expect(mutated('const kept = planned.put(one)')).toEqual([])
})

test('a number is the next one, a boolean the other, and a filter lets everything pass', () => {
  expect(mutated('const wait = 60')).toEqual(['const wait = 61'])
  expect(mutated('const isOpen = true')).toEqual(['const isOpen = false'])
  expect(mutated('const left = all.filter(isOpen)')).toEqual(['const left = all.filter(() => true)'])
})

test('types, imports and texts stay as they are', () => {
  expect(
    mutated("import { a } from './a.ts'\ntype Way = 1 | true\ninterface Open { until: 5 }\nconst word = 'a' + name"),
  ).toEqual([])
})

test('a mutant is described by its line and its change', () => {
  const text = 'const a = 1\nconst late = age > most\n'
  const [, boundary] = mutantsOf('shared/age.ts', text)
  expect(boundary && describeMutant(text, boundary)).toEqual({
    place: 'shared/age.ts:2',
    change: '> → >=   in   const late = age > most',
  })
})
