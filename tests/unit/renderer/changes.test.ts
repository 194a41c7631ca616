import { describe, expect, it } from 'vitest'
import { saySeen } from '../../../renderer/features/changes/change-words.ts'
import { changesScreen, sinceMoment } from '../../../renderer/features/changes/changes-search.ts'
import { valuationChange } from '../../../renderer/features/changes/valuation-change.ts'
import { continueVisit, newInVisit, type Visit } from '../../../renderer/features/changes/visit.ts'
import { dateBefore } from '../../../shared/domain/days.ts'
import type { Json } from '../../../shared/lib/json.ts'

const field = (name: string, before: Json, after: Json) => ({ field: name, before, after, operation_id: null })

const asset = (id: string, name: string, value: number, of = 'Cash') => ({
  id,
  display_name: name,
  value,
  asset_class: { id: of, display_name: of },
})

describe('a changed valuation', () => {
  it('is told by its total and by each asset that differs, the largest difference first', () => {
    const { total, assets, others } = valuationChange([
      field('effective_date', '2026-06-30', '2026-09-30'),
      field('directly_held_asset_value', 700.1, 1250.2),
      field('total_value', 700.1, 1250.2),
      field(
        'directly_held_assets',
        [asset('a1', 'Shares', 500), asset('a2', 'Cash', 200.1), asset('a3', 'Same', 1)],
        [asset('b1', 'Shares', 750), asset('b2', 'Gold', 500.2), asset('b3', 'Same', 1)],
      ),
    ])
    expect(total).toEqual({ before: 70_010n, after: 125_020n })
    expect(assets.map(({ name, before, after }) => [name, before, after])).toEqual([
      ['Gold', null, 50_020n],
      ['Shares', 50_000n, 75_000n],
      ['Cash', 20_010n, null],
    ])
    expect(others.map((one) => one.field)).toEqual(['effective_date'])
  })

  it('has its assets by name while amounts are hidden', () => {
    const assets = field(
      'directly_held_assets',
      [asset('a1', 'Gold', 5), asset('a2', 'Bonds', 5)],
      [asset('b1', 'Gold', 900), asset('b2', 'Bonds', 6)],
    )
    expect(valuationChange([assets]).assets.map(({ name }) => name)).toEqual(['Gold', 'Bonds'])
    expect(valuationChange([assets], false).assets.map(({ name }) => name)).toEqual(['Bonds', 'Gold'])
  })

  it('tells of an asset that was renamed or moved to another class at the same value', () => {
    const { assets, total } = valuationChange([
      field(
        'directly_held_assets',
        [{ ...asset('a1', 'Acct', 5), external_id: 'x' }, asset('a2', 'Fund', 7, 'Cash')],
        [{ ...asset('b1', 'Account', 5), external_id: 'x' }, asset('b2', 'Fund', 7, 'Equities')],
      ),
    ])
    expect(total).toBeNull()
    expect(assets).toMatchObject([
      { name: 'Account', was: { name: 'Acct' } },
      { name: 'Fund', assetClass: 'Equities', was: { assetClass: 'Cash' } },
    ])
  })

  it('keeps the total value where it differs from what is directly held', () => {
    const { others } = valuationChange([field('directly_held_asset_value', 1, 2), field('total_value', 10, 11)])
    expect(others.map((one) => one.field)).toEqual(['total_value'])
  })

  it('leaves out assets that it cannot read', () => {
    expect(valuationChange([field('directly_held_assets', [null, 'x', { display_name: 'No value' }], [])])).toEqual({
      total: null,
      assets: [],
      others: [],
    })
  })
})

describe('the filters of the firm’s changes', () => {
  it.each([
    [{ whose: 'firm', resource: 'individuals', kind: 'gone', field: 'city', since: '7d', others: true }],
    [{ whose: 'mine', since: '2026-11-01', others: false }],
  ] as const)('are read from the address that they write: %j', (search) => {
    expect(changesScreen.read(changesScreen.write(search))).toMatchObject(search)
  })

  it.each([
    [{ resource: 'planets', kind: 'odd', since: 'soon', others: 'yes', field: 'constructor' }],
    [{ since: '2026-13-45' }],
    [{ resource: 'users', field: 'city' }],
  ])('leave out what is unknown: %j', (search) => {
    const { resource, kind, field: of, since, others } = changesScreen.read(search)
    expect([kind, of, since, others, resource === 'users' ? undefined : resource]).toEqual([
      undefined,
      undefined,
      undefined,
      false,
      undefined,
    ])
  })

  it('begin at the start of a day on this computer', () => {
    expect(sinceMoment('today', '2026-11-23')).toBe(new Date(2026, 10, 23).toISOString())
    expect(sinceMoment('7d', '2026-03-03')).toBe(new Date(2026, 1, 24).toISOString())
    expect(sinceMoment('2026-02-28', '2026-11-23')).toBe(new Date(2026, 1, 28).toISOString())
    expect(dateBefore(new Date(2026, 2, 1, 0, 30).getTime(), 1)).toBe('2026-02-28')
  })
})

describe('when a change was seen', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
  it.each([
    ['changed', at(21, 10), at(20, 18), 'Changed between Nov 20, 2026, 6:00 PM and 10:00 AM'],
    ['changed', at(21, 14), at(21, 8), 'Changed 8:00 AM–2:00 PM'],
    ['changed', at(21, 10), at(21, 10), 'Changed 10:00 AM'],
    ['added', at(21, 10), at(21, 8), '8:00–10:00 AM'],
    ['added', at(21, 10), at(20, 18), 'Between Nov 20, 2026, 6:00 PM and 10:00 AM'],
    ['gone', at(21, 10), at(21, 8), '8:00–10:00 AM'],
    ['gone', at(21, 10), null, 'Before 10:00 AM'],
    ['changed', at(21, 10), null, 'Changed before 10:00 AM'],
  ] as const)('is said of a record that is %s by the two checks around it', (kind, observed_at, seen_before, said) => {
    expect(saySeen({ kind, observed_at, seen_before })).toBe(said)
  })
})

describe('a visit of a household', () => {
  const seen = (looked_to: number, unseen: number) => ({
    looked_at: '2026-11-20T12:00:00Z',
    looked_to,
    unseen,
    met_at: null,
    recorded_since: null,
    copied_again: null,
  })
  it('counts what was new when it began and what came since, although both are looked at', () => {
    const counts: number[] = []
    let visit: Visit | null = null
    for (const [lookedTo, unseen] of [
      [5, 3],
      [8, 0],
      [8, 2],
      [10, 0],
    ] as const) {
      visit = continueVisit(visit, seen(lookedTo, unseen))
      counts.push(newInVisit(visit))
    }
    expect(counts).toEqual([3, 3, 5, 5])
    expect(visit?.opened.looked_to).toBe(5)
  })

  it('stays the same object while nothing is new', () => {
    const visit = continueVisit(null, seen(5, 0))
    expect(continueVisit(visit, seen(5, 0))).toBe(visit)
  })
})
