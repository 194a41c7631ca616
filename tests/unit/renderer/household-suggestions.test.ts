import { describe, expect, it } from 'vitest'
import {
  familyNameOf,
  sharedAddressOf,
  standingOf,
} from '../../../renderer/features/individuals/household-suggestions.ts'
import { individual } from '../../../shared/service/individual.ts'
import { anIndividual } from '../../integration/data/support/records.ts'

const primaries = (...people: Record<string, unknown>[]) =>
  people.map((more, at) => individual.parse(anIndividual(at + 1, more)))

const home = { address_line1: '12 Elm Street', city: 'Boston', state: 'MA', postal_code: '02110' }

describe('the family name offered for a new person', () => {
  it.each([
    [['Hilpert', 'Hilpert'], 'Hilpert'],
    [['Okafor', 'Hilpert', 'hilpert '], 'Hilpert'],
    [['Okafor', 'Hilpert'], 'Okafor'],
    [['Hilpert'], 'Hilpert'],
  ])('of %j is %s', (names, expected) => {
    expect(familyNameOf(primaries(...names.map((last_name) => ({ last_name }))))?.text).toBe(expected)
  })

  it('is none without primary clients', () => {
    expect(familyNameOf([])).toBeNull()
  })
})

describe('the address offered for a new person', () => {
  it('is the one on which all primary clients with an address agree', () => {
    const spelled = { ...home, address_line1: '12  ELM street' }
    expect(sharedAddressOf(primaries(home, {}, spelled))).toEqual({
      values: {
        address_line1: '12 Elm Street',
        address_line2: '',
        city: 'Boston',
        state: 'MA',
        postal_code: '02110',
        country: '',
      },
      text: '12 Elm Street, Boston, MA, 02110',
    })
  })

  it('is none if they differ, or if none has one', () => {
    expect(sharedAddressOf(primaries(home, { ...home, city: 'Salem' }))).toBeNull()
    expect(sharedAddressOf(primaries({}, {}))).toBeNull()
  })
})

describe('a suggestion', () => {
  const suggestion = { values: { city: 'Boston', state: 'MA', country: '' }, text: 'Boston, MA' }
  it.each([
    [{ city: '', state: '', country: '' }, 'fits'],
    [{ city: 'boston', state: '', country: '' }, 'fits'],
    [{ city: 'Boston', state: 'MA', country: '' }, 'taken'],
    [{ city: 'Salem', state: '', country: '' }, 'other'],
    [{ city: '', state: '', country: 'US' }, 'other'],
  ] as const)('never replaces what was typed: %j', (typed, standing) => {
    expect(standingOf(suggestion, typed)).toBe(standing)
  })
})
