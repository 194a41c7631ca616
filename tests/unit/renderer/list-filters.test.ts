import { describe, expect, it } from 'vitest'
import { draftFor, draftProblem, fromDraft, operatorsOf, toDraft } from '../../../renderer/components/filters/draft.ts'
import { onlySame, readListSearch, writeListSearch } from '../../../renderer/features/lists/list-search.ts'
import {
  documentColumns,
  documentSummaryColumns,
  entityColumns,
  householdColumns,
  individualColumns,
  userColumns,
  valuationColumns,
} from '../../../renderer/features/records/columns.tsx'
import { type Filter, filterProblem } from '../../../shared/domain/filter-rules.ts'
import { sayFilter } from '../../../shared/domain/filter-words.ts'
import {
  addedColumns,
  filterColumns,
  type ListColumn,
  listColumns,
  sortColumns,
} from '../../../shared/ipc/list-columns.ts'

describe('the columns of each list', () => {
  it.each([
    ['households', householdColumns],
    ['individuals', individualColumns],
    ['entities', entityColumns],
    ['valuations', valuationColumns],
    ['documents', documentColumns],
    ['document-summaries', documentSummaryColumns],
    ['users', userColumns],
  ] as const)('of %s are exactly those it can be asked for, each to be sorted and copied', (resource, columns) => {
    const added = addedColumns[resource] ?? []
    const isCounted = ({ id }: { id: string }) => added.includes(id)
    const [counted, listed] = [columns.filter(isCounted), columns.filter((column) => !isCounted(column))]
    expect(listed.map(({ id }) => id).sort()).toEqual(Object.keys(listColumns[resource]).sort())
    expect(listed.every(({ sortable, text }) => sortable === true && text !== undefined)).toBe(true)
    expect(counted.map(({ id }) => id)).toEqual(added)
    for (const { id, sortable } of counted) expect(sortable === true).toBe(Object.hasOwn(sortColumns[resource], id))
  })
})

const say = (
  column: string,
  operator: Filter['operator'],
  values: Filter['values'],
  kind: ListColumn['kind'],
  unit?: 'usd' | 'percent',
) =>
  sayFilter({
    filter: { column, operator, values },
    column: { kind, ...(unit ? { unit } : {}) },
    header: 'It',
    nameOfChoice: (_, value) => (value === 'SLAT_TRUST' ? 'SLAT' : value),
  })

describe('a filter in words', () => {
  it.each([
    [say('kind', 'any_of', ['SLAT_TRUST', 'NEW_KIND'], 'enum'), 'It is SLAT or NEW_KIND'],
    [say('updated_at', 'within_days', [7], 'time'), 'It in the last 7 days'],
    [say('updated_at', 'older_than_days', [1], 'time'), 'It more than 1 day ago'],
    [say('effective_date', 'between', ['2026-01-05', '2026-02-01'], 'date'), 'It from Jan 5, 2026 to Feb 1, 2026'],
    [say('title', 'contains', ['o’k'], 'text'), 'It contains “o’k”'],
    [say('entity_count', 'at_least', [1_000_000], 'number'), 'It is at least 1,000,000'],
    [say('total_value', 'at_least', [1_000_000], 'number', 'usd'), 'It is at least $1,000,000'],
    [say('total_value', 'at_most', [-0.5], 'number', 'usd'), 'It is at most −$0.50'],
    [say('in_estate_share', 'between', [12.5, 50], 'number', 'percent'), 'It from 12.5% to 50%'],
    [say('is_primary', 'is', [false], 'boolean'), 'It is no'],
    [say('email', 'has_not', [], 'text'), 'It has no value'],
  ])('%s', (said, words) => {
    expect(said).toBe(words)
  })
})

describe('a filter while it is made', () => {
  it('begins with something every column can be asked', () => {
    for (const columns of Object.values(listColumns)) {
      for (const [id, column] of Object.entries<ListColumn>(columns)) {
        const { operator } = draftFor(id, column)
        expect(operatorsOf(column)).toContain(operator)
        if (column.unit !== undefined) expect(operator).toBe('at_least')
      }
    }
  })

  it('reads amounts as people write them, and says what is missing', () => {
    const amount = { kind: 'number', unit: 'usd', nullable: true } as const
    const draft = { column: 'total_value', operator: 'at_least', values: ['$1,250,000.50'] } as const
    expect(fromDraft(draft, amount).values).toEqual([1_250_000.5])
    expect(draftProblem({ ...draft, values: ['a lot'] }, amount)).toContain('This is not an amount.')
    expect(draftProblem({ ...draft, values: ['1,5M'] }, amount)).toContain('can mean 1.5M or 15M')
    for (const [typed, value] of [
      ['14M', 14_000_000],
      ['$13.99m', 13_990_000],
      ['250k', 250_000],
      ['1.2bn', 1.2e9],
    ] as const)
      expect(fromDraft({ ...draft, values: [typed] }, amount).values).toEqual([value])
    expect(draftProblem({ ...draft, values: [] }, amount)).toBe('Fill in a value.')
    expect(draftProblem({ ...draft, operator: 'between', values: ['1'] }, amount)).toBe('Fill in both values.')
    expect(draftProblem({ ...draft, operator: 'between', values: ['10', '9'] }, amount)).toBe(
      'The second number is smaller than the first.',
    )
    expect(draftProblem({ ...draft, operator: 'between', values: ['9', '10'] }, amount)).toBeNull()
    const day = { column: 'effective_date', operator: 'between' } as const
    const date = { kind: 'date' } as const
    expect(draftProblem({ ...day, values: ['2026-03-01', '2026-02-28'] }, date)).toBe('The end is before the start.')
    expect(draftProblem({ ...day, values: ['2026-03-01', '2026-03-01'] }, date)).toBeNull()
    const when = { kind: 'time' } as const
    expect(draftProblem({ column: 'updated_at', operator: 'within_days', values: ['1.5'] }, when)).toBe(
      'Enter a whole number of days.',
    )
    const share = { kind: 'number', unit: 'percent', nullable: true } as const
    const part = { column: 'in_estate_share', operator: 'at_least' } as const
    expect(fromDraft({ ...part, values: ['12.5 %'] }, share).values).toEqual([12.5])
    for (const typed of ['60', '60%', '60 %', '60 percent', '60 per cent', '60 Pct.', '60％'])
      expect(fromDraft({ ...part, values: [typed] }, share).values, typed).toEqual([60])
    const days = { column: 'updated_at', operator: 'within_days', values: ['30 days'] } as const
    expect(fromDraft(days, when).values).toEqual([30])
    expect(draftProblem({ ...part, values: ['13,990,000'] }, share)).toContain('in per cent')
    expect(draftProblem({ ...part, values: ['13.99M'] }, share)).toContain('in per cent')
    expect(draftProblem({ column: 'entity_count', operator: 'at_least', values: ['a lot'] }, { kind: 'number' })).toBe(
      'Enter a number.',
    )
    expect(toDraft({ ...draft, values: [14_000_000] }).values).toEqual(['14,000,000'])
    expect(fromDraft(toDraft({ column: 'x', operator: 'is', values: [true] }), { kind: 'boolean' }).values).toEqual([
      true,
    ])
  })

  it('takes amounts as people say them in every column of money', () => {
    const money = Object.values(filterColumns).flatMap((columns) =>
      Object.entries<ListColumn>(columns).filter(([id, { kind }]) => /value|amount/.test(id) && kind === 'number'),
    )
    expect(money.length).toBeGreaterThanOrEqual(6)
    for (const [id, column] of money) {
      for (const [typed, value] of [
        ['14M', 14_000_000],
        ['$13.99m', 13_990_000],
        ['250k', 250_000],
      ] as const) {
        const draft = { ...draftFor(id, column), values: [typed] }
        expect(draftProblem(draft, column), `${id} ${typed}`).toBeNull()
        expect(fromDraft(draft, column)).toEqual({ column: id, operator: 'at_least', values: [value] })
      }
    }
  })

  /** The filter that keeps only rows with this value; null if the action is not offered. */
  const filterFor = (
    column: string,
    value: unknown,
    resource: 'individuals' | 'households' = 'individuals',
  ): Filter | null => {
    let kept: Filter | null = null
    const row = { [column]: value }
    onlySame({
      resource,
      column,
      row,
      filters: [],
      onFilters: ([filter]) => (kept = filter ?? null),
    })?.()
    return kept
  }

  it('for what a cell holds is one that the list can be asked', () => {
    for (const [id, column] of Object.entries<ListColumn>(listColumns.individuals)) {
      const value = { text: 'a', enum: 'A', date: '2026-01-01', time: '2026-01-01T10:00:00Z', number: 3, boolean: true }
      const filter = filterFor(id, value[column.kind])
      expect(filter && filterProblem(column, filter)).toBeNull()
    }
    expect(filterFor('email', null)).toEqual({ column: 'email', operator: 'has_not', values: [] })
    expect(filterFor('title', null)).toBeNull()
    expect(filterFor('in_estate_share', 61, 'households')).toBeNull()
  })
})

describe('a list in an address', () => {
  const filters: Filter[] = [{ column: 'kind', operator: 'any_of', values: ['SLAT_TRUST'] }]

  it('is read as it was written', () => {
    const search = { view: 'v', filters, sort: { column: 'title', direction: 'desc' as const }, group: 'kind' }
    expect(readListSearch('entities', writeListSearch(search))).toEqual(search)
    expect(readListSearch('entities', {})).toEqual({ view: null, filters: null, sort: null, group: null })
    expect(readListSearch('entities', { group: 'none' }).group).toBe('none')
  })

  it('loses what the list cannot be asked', () => {
    const wild = [...filters, { column: 'password', operator: 'is', values: ['x'] }, null, { column: 'kind' }, 7]
    expect(readListSearch('entities', { filters: wild, sort: 'password.asc', group: 'title' })).toEqual({
      view: null,
      filters,
      sort: null,
      group: null,
    })
  })
})
