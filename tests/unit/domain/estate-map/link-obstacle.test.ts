import { expect, test } from 'vitest'
import { linkObstacle, obstacleWords, otherSpouse } from '../../../../shared/domain/estate-map/link-obstacle.ts'
import type { EstateNode } from '../../../../shared/ipc/estate.ts'

const names: Readonly<Record<string, string>> = { a: 'Ada Okafor', b: 'Ben Okafor', c: 'Cy Okafor', t: 'Okafor Trust' }
const nameOf = ({ id }: EstateNode) => names[id] ?? id
const node = (id: string): EstateNode => ({ resource: id === 't' ? 'entities' : 'individuals', id })
const link = (from: string, role: string, to: string) => ({
  from: { ...node(from), name: null },
  to: { ...node(to), name: null },
  role,
})
const known = [
  link('a', 'Parent', 'b'),
  link('b', 'Parent', 'c'),
  link('a', 'wife', 'd'),
  link('e', 'Former spouse', 'f'),
  link('b', 'Trustee', 't'),
]

test.each([
  [link('c', 'Parent', 'a'), 'ancestor', /^Ada Okafor is already a parent or an earlier ancestor of Cy Okafor.*remove/],
  [link('b', 'Parent', 'a'), 'ancestor', /Ada Okafor is already a parent.*nobody can be their own ancestor/],
  [link('a', 'Parent', 'a'), 'self', /another person/],
  [link('d', 'Spouse', 'a'), 'noted', /^Ada Okafor is already noted as Spouse of d\.$/],
  [link('a', 'Parent', 'b'), 'noted', /^Ada Okafor is already noted as Parent of Ben Okafor\.$/],
  [
    link('d', 'Partner', 'a'),
    'couple',
    /Ada Okafor is already noted as Spouse of d\. If that is wrong, remove it first/,
  ],
  [link('a', 'Former spouse', 'd'), 'couple', /already noted as Spouse of d/],
  [link('f', 'Spouse', 'e'), 'couple', /e is already noted as Former spouse of f/],
  [link('b', 'Spouse', 'a'), 'generation', /Ada Okafor is already noted as Parent of Ben Okafor\. If that is wrong/],
  [link('d', 'Parent', 'a'), 'generation', /Ada Okafor is already noted as Spouse of d\. If that is wrong/],
  [link('b', 'co-trustee', 't'), 'noted', /^Ben Okafor is already noted as Trustee of Okafor Trust\.$/],
])('%j is refused (%s), and the words name what is noted', (one, why, words) => {
  const obstacle = linkObstacle(one, known)
  expect(obstacle?.why).toBe(why)
  expect(obstacle && obstacleWords(obstacle, one, nameOf)).toMatch(words)
})

test.each([
  link('b', 'Parent', 'e'),
  link('a', 'Former spouse', 'e'),
  link('e', 'Parent', 'a'),
  link('b', 'Spouse', 'g'),
  link('d', 'Spouse', 'e'),
  link('g', 'Spouse', 'a'),
  link('b', 'Executor', 'a'),
  link('t', 'Trustee', 'b'),
  link('b', 'Grantor', 't'),
])('%j agrees with the others', (one) => {
  expect(linkObstacle(one, known)).toBeNull()
})

test.each([
  [link('a', 'Spouse', 'b'), true],
  [link('b', 'husband', 'd'), true],
  [link('d', 'Spouse', 'a'), false],
  [link('e', 'Spouse', 'b'), false],
  [link('a', 'Partner', 'b'), false],
  [link('a', 'Trustee', 't'), false],
])('%j: whether another spouse is asked about is %s', (one, isAsked) => {
  expect(otherSpouse(one, known)).toBe(isAsked ? known[2] : null)
})
