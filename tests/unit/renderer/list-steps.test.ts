import { describe, expect, it } from 'vitest'
import { placeIn } from '../../../renderer/lib/list-trail.ts'

describe('the place of a record in its list', () => {
  const at = { id: 'c', index: 2, offset: 0, total: 5 }

  it('is where it is now, between its neighbours', () => {
    expect(placeIn(['a', 'b', 'c', 'd', 'e'], at)).toEqual({ total: 5, index: 2, previous: 'b', next: 'd' })
  })

  it('follows a record that moved', () => {
    expect(placeIn(['c', 'a', 'b', 'd', 'e'], at)).toEqual({ total: 5, index: 0, previous: null, next: 'a' })
  })

  it('counts from the start of the list, not of what was read', () => {
    expect(placeIn(['b', 'c', 'd'], { ...at, index: 101, offset: 100, total: 400 })).toEqual({
      total: 400,
      index: 101,
      previous: 'b',
      next: 'd',
    })
  })

  it('is between the rows where it was, once it has left the list', () => {
    expect(placeIn(['a', 'b', 'd', 'e'], { ...at, total: 4 })).toEqual({ total: 4, index: 2, previous: 'b', next: 'd' })
  })

  it('has no neighbour beyond the ends', () => {
    expect(placeIn(['c'], { ...at, index: 0, total: 1 })).toEqual({ total: 1, index: 0, previous: null, next: null })
  })
})
