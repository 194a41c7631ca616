import { expect, it } from 'vitest'
import { familyPaths } from '../../../../shared/domain/family/family-lines.ts'
import type { FamilyLink } from '../../../../shared/domain/family/family-links.ts'

const card = (id: string, x: number, y: number) => ({ id, x, y, width: 100, height: 40 })
const link = (from: string, role: FamilyLink['role'], to: string): FamilyLink => ({ from, to, role })
const cards = [card('a', 0, 0), card('b', 108, 0), card('c', 216, 0), card('kid', 50, 60)]

it('joins couples beside each other by a line between their cards, and others by one below them', () => {
  expect(familyPaths(cards, [link('b', 'Spouse', 'a'), link('a', 'Former spouse', 'c')])).toEqual([
    { key: 'Spouse b a', d: 'M100 20H108', isFormer: false },
    { key: 'Former spouse a c', d: 'M50 40V46H266V40', isFormer: true },
  ])
})

it('leads from between the parents, or from below each, to their child', () => {
  const [one] = familyPaths(cards, [link('a', 'Parent', 'kid'), link('b', 'Parent', 'kid')])
  expect(one).toEqual({ key: 'Parent kid', d: 'M104 20V51H100V60', isFormer: false })
  const [two] = familyPaths(cards, [link('a', 'Parent', 'kid'), link('c', 'Parent', 'kid')])
  expect(two?.d).toBe('M50 40V51H100V60M266 40V51H100V60')
})

it('leads from the middle between parents whose cards differ in width', () => {
  const [first, kid] = [card('a', 0, 0), card('kid', 50, 60)]
  const wide = { ...card('b', 108, 0), width: 200 }
  const links = [link('b', 'Parent', 'kid'), link('a', 'Parent', 'kid')]
  expect(familyPaths([first, wide, kid], links)[0]?.d).toBe('M104 20V51H100V60')
})

it('has no line for a child above its parent or beside it, and none to someone without a card', () => {
  const links = [link('kid', 'Parent', 'a'), link('a', 'Parent', 'b'), link('a', 'Spouse', 'gone')]
  expect(familyPaths(cards, links)).toEqual([])
})

it('has no line past the cards of a narrow window', () => {
  const wrapped = [card('a', 0, 0), card('b', 0, 50), card('kid', 0, 110)]
  const links = [link('a', 'Spouse', 'b'), link('a', 'Parent', 'kid'), link('b', 'Parent', 'kid')]
  expect(familyPaths(wrapped, links)).toEqual([])
})
