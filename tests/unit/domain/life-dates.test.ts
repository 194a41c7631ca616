import { describe, expect, it } from 'vitest'
import { isDeathUndated, type Life, lifeProblems } from '../../../shared/domain/life-dates.ts'

const today = '2026-11-22'
const dead = { date_of_birth: '1950-02-28', date_of_death: '2020-01-01', is_deceased: true }
const alive = 'There is a date of death. Set Deceased, or clear the date.'
const early = 'This date is before the date of birth.'
const future = 'This date is in the future.'

describe('the dates of a life', () => {
  it.each<[string, Life, string[], object]>([
    ['fit', dead, ['date_of_death', 'is_deceased'], {}],
    ['on one day', { ...dead, date_of_birth: '2020-01-01' }, ['date_of_death'], {}],
    ['with a death today', { ...dead, date_of_death: today }, ['date_of_death'], {}],
    ['without a date', { is_deceased: true, date_of_death: '' }, ['is_deceased'], {}],
    ['of somebody alive', { ...dead, is_deceased: false }, ['date_of_death'], { is_deceased: alive }],
    ['of somebody of whom it is not said', { date_of_death: '2020-01-01' }, ['date_of_death'], { is_deceased: alive }],
    ['brought back to life', { ...dead, is_deceased: false }, ['is_deceased'], { is_deceased: alive }],
    ['the wrong way round', { ...dead, date_of_birth: '2021-01-01' }, ['date_of_birth'], { date_of_death: early }],
    ['of a death to come', { ...dead, date_of_death: '2026-11-23' }, ['date_of_death'], { date_of_death: future }],
    ['of a birth to come', { date_of_birth: '2026-11-23' }, ['date_of_birth'], { date_of_birth: future }],
    ['half typed', { ...dead, date_of_death: 'unfinished', is_deceased: false }, ['date_of_death'], {}],
  ])('%s', (_, life, changed, problems) => {
    expect(lifeProblems(life, { changed, today })).toEqual(problems)
  })

  it('that were contradictory before do not keep an edit of something else from being saved', () => {
    const wrong = { date_of_birth: '2030-01-01', date_of_death: '2029-01-01', is_deceased: false }
    expect(lifeProblems(wrong, { changed: ['city'], today })).toEqual({})
    expect(Object.keys(lifeProblems(wrong, { changed: ['is_deceased'], today }))).toEqual(['is_deceased'])
  })

  it.each<[Life, boolean]>([
    [{ is_deceased: true }, true],
    [{ is_deceased: true, date_of_death: '' }, true],
    [{ is_deceased: true, date_of_death: null }, true],
    [dead, false],
    [{ is_deceased: false }, false],
  ])('%j: whether the date is asked for is %s', (life, is) => {
    expect(isDeathUndated(life)).toBe(is)
  })
})
