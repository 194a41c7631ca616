import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type FamilyLink,
  familyOf,
  relationWords,
  withoutLoops,
} from '../../../../shared/domain/family/family-links.ts'
import { generationsOf } from '../../../../shared/domain/family/generations.ts'
import { familyRoles } from '../../../../shared/domain/roles/role-names.ts'
import { propertyRuns } from '../../../doubles/property-runs.ts'

const person = (id: string, date_of_birth: string | null = null, is_primary = false) => ({
  id,
  date_of_birth,
  is_primary,
})
const link = (from: string, role: FamilyLink['role'], to: string): FamilyLink => ({ from, to, role })
const rows = (...input: Parameters<typeof generationsOf>) =>
  generationsOf(...input).map(({ people }) => people.map(({ id }) => id).join(' '))

describe('generations', () => {
  const dated = [
    person('child', '1985-01-01'),
    person('ada', '1952-02-28', true),
    person('unknown'),
    person('ben', '1950-01-01', true),
  ]

  it('are by date of birth without links, as years tell them', () => {
    expect(rows(dated)).toEqual(['ben ada', 'child', 'unknown'])
    expect(generationsOf(dated).map(({ from, to }) => [from, to])).toEqual([
      [1950, 1952],
      [1985, 1985],
      [null, null],
    ])
  })

  it('begin fifteen years after the birth before', () => {
    const born = (year: number) => person(`${year}`, `${year}-12-31`)
    expect(rows([born(1950), born(1964), born(1979)])).toEqual(['1950 1964', '1979'])
  })

  it('take a date of birth that is no date for unknown', () => {
    const odd = [person('empty', ''), person('odd', 'unknown'), person('old', '1950-01-01')]
    expect(rows(odd)).toEqual(['old', 'empty odd'])
    expect(generationsOf(odd).map(({ from, to }) => [from, to])).toEqual([
      [1950, 1950],
      [null, null],
    ])
  })

  it('follow the family without any date of birth', () => {
    const people = ['kid', 'ada', 'gran', 'ben'].map((id) => person(id))
    const links = [link('ada', 'Spouse', 'ben'), link('ben', 'Parent', 'kid'), link('gran', 'Parent', 'ada')]
    expect(rows(people, links)).toEqual(['gran', 'ada ben', 'kid'])
  })

  it('begin a family without dates in the generation of the oldest whose birth is known', () => {
    const people = [person('kid'), person('ada'), person('old', '1950-01-01')]
    expect(rows(people, [link('ada', 'Parent', 'kid')])).toEqual(['old ada', 'kid'])
  })

  it.each([link('x', 'Spouse', 'gone'), link('gone', 'Parent', 'x'), link('x', 'Partner', 'x')])(
    'pay no attention to a link of someone to themselves, or to a person who is gone: %j',
    (one) => {
      expect(rows([person('older', '1930-01-01'), person('old', '1950-01-01'), person('x')], [one])).toEqual([
        'older',
        'old',
        'x',
      ])
    },
  )

  it('have a parent whose own parents are unknown just above the children', () => {
    const people = ['gran', 'mum', 'dad', 'kid'].map((id) => person(id))
    const links = [link('gran', 'Parent', 'mum'), link('mum', 'Parent', 'kid'), link('dad', 'Parent', 'kid')]
    expect(rows(people, links)).toEqual(['gran', 'mum dad', 'kid'])
  })

  it('place a family where most of its births are, and of two such places at the older', () => {
    const near = [person('kid', '1955-01-01'), person('ada', '1950-01-01'), person('other', '1950-01-01')]
    expect(rows(near, [link('ada', 'Parent', 'kid')])).toEqual(['ada', 'other kid'])
    const far = [person('ada', '1950-01-01'), person('bea', '1990-01-01'), person('cy', '1991-01-01')]
    const links = [link('ada', 'Parent', 'bea'), link('ada', 'Parent', 'cy')]
    const between = person('between', '1970-01-01')
    expect(rows([...far, between], links)).toEqual(['ada between', 'bea cy'])
  })

  it('place someone of unknown birth beside the spouse, and among the others of that age', () => {
    expect(rows(dated, [link('unknown', 'Spouse', 'child')])).toEqual(['ben ada', 'child unknown'])
    expect(rows(dated, [link('ada', 'Parent', 'unknown')])).toEqual(['ben ada', 'child unknown'])
  })

  it('have a person between a former and a present spouse', () => {
    const people = [person('ada', '1950-01-01', true), person('new', '1960-01-01', true), person('ex', '1951-01-01')]
    expect(rows(people, [link('ada', 'Former spouse', 'ex'), link('new', 'Spouse', 'ada')])).toEqual(['ex ada new'])
  })

  it('order children as their parents', () => {
    const people = [
      person('b-kid', '1980-01-01'),
      person('a-kid', '1990-01-01'),
      person('a', '1950-01-01'),
      person('b', '1951-01-01'),
    ]
    expect(rows(people, [link('b', 'Parent', 'b-kid'), link('a', 'Parent', 'a-kid')])).toEqual(['a b', 'a-kid b-kid'])
  })

  it('tolerate a loop and a couple of ancestor and descendant', () => {
    const people = ['a', 'b', 'c'].map((id) => person(id))
    const loop = [
      link('a', 'Parent', 'b'),
      link('b', 'Parent', 'c'),
      link('c', 'Parent', 'a'),
      link('a', 'Spouse', 'c'),
    ]
    expect(rows(people, loop)).toEqual(['a', 'b', 'c'])
  })

  it('have every person once, and parents above their children, whatever the links are', () => {
    const id = fc.integer({ min: 0, max: 11 }).map(String)
    const anyLink = fc.record({ from: id, to: id, role: fc.constantFrom(...familyRoles) })
    const born = fc.option(fc.integer({ min: 1930, max: 2020 }).map((year) => `${year}-06-01`))
    const anyone = fc.uniqueArray(fc.record({ id, date_of_birth: born, is_primary: fc.boolean() }), {
      selector: (one) => one.id,
      maxLength: 12,
    })
    fc.assert(
      fc.property(anyone, fc.array(anyLink, { maxLength: 20 }), (people, links) => {
        const found = generationsOf(people, links)
        const rowOf = new Map(found.flatMap((one, row) => one.people.map((each) => [each.id, row] as const)))
        expect(found.flatMap((one) => one.people.map((each) => each.id)).toSorted()).toEqual(
          people.map((each) => each.id).toSorted(),
        )
        const known = links.filter(({ from, to }) => from !== to && rowOf.has(from) && rowOf.has(to))
        for (const { from, to, role } of withoutLoops(known)) {
          if (role === 'Parent') expect(rowOf.get(from)).toBeLessThan(rowOf.get(to) ?? -1)
        }
        expect(generationsOf(people, links)).toEqual(found)
      }),
      propertyRuns(2000),
    )
  })

  it('have couples beside each other, if nobody is in more than two', () => {
    const chain = fc.integer({ min: 2, max: 6 })
    const role = fc.constantFrom('Spouse', 'Former spouse', 'Partner')
    fc.assert(
      fc.property(
        chain,
        fc.array(role, { minLength: 6, maxLength: 6 }),
        fc.integer({ min: 0, max: 720 }),
        (n, roles, seed) => {
          const links = Array.from({ length: n - 1 }, (_, at) => link(`${at}`, roles[at] ?? 'Spouse', `${at + 1}`))
          const people = Array.from({ length: n }, (_, at) => person(`${(at * 7 + seed) % n}`))
          const ids = [...new Set(people.map((one) => one.id))]
          const [row = ''] = rows(
            ids.map((id) => person(id)),
            links.filter(({ from, to }) => ids.includes(from) && ids.includes(to)),
          )
          const order = row.split(' ')
          if (ids.length < n) return
          for (const { from, to } of links) expect(Math.abs(order.indexOf(from) - order.indexOf(to))).toBe(1)
        },
      ),
      propertyRuns(200),
    )
  })
})

describe('a family link', () => {
  it('is one between two people in a role of a family, and reads from either end', () => {
    const end = (resource: 'individuals' | 'entities', id: string) => ({ resource, id, name: null })
    const [a, b] = [end('individuals', 'a'), end('individuals', 'b')]
    const links = [
      { from: a, to: b, role: 'spouse' },
      { from: a, to: b, role: 'Executor' },
      { from: a, to: end('entities', 'b'), role: 'Parent' },
      { from: a, to: a, role: 'Partner' },
    ]
    expect(familyOf(links)).toEqual([link('a', 'Spouse', 'b')])
    expect([relationWords('Parent', true), relationWords('Parent', false)]).toEqual(['Parent of', 'Child of'])
    expect([relationWords('Spouse', true), relationWords('Spouse', false)]).toEqual(['Spouse of', 'Spouse of'])
  })
})
