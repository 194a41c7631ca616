import { describe, expect, it } from 'vitest'
import { aboutLines, type ExportFacts } from '../../../electron/exports/about-lines.ts'
import { cellOf } from '../../../electron/exports/cell.ts'
import { type ExportInput, type ExportRequest, parseExport } from '../../../electron/exports/export-request.ts'
import { emptinessOperators, type Filter, filterOperators } from '../../../shared/domain/filter-rules.ts'
import type { ColumnKind } from '../../../shared/ipc/list-columns.ts'

const entities = (more: Partial<ExportInput> = {}): ExportInput => ({
  connectionId: 'a'.repeat(32),
  resource: 'entities',
  format: 'csv',
  columns: [{ column: 'title', header: 'Entity' }],
  filters: [],
  scope: {},
  sort: { column: 'title', direction: 'asc' },
  ...more,
})

const facts = {
  connectionName: 'Alder',
  asOf: '2026-11-21T04:05:06.000Z',
  exportedAt: '2026-11-21T05:00:00.000Z',
  total: 7,
  figures: null,
}

const knownNames = new Map([
  ['user_1', 'Ann Lee'],
  ['household_1', 'Okafor'],
])
const findNames = async (_: unknown, ids: readonly string[]) =>
  new Map([...knownNames].filter(([id]) => ids.includes(id)))

const linesOf = (input: ExportInput, more: Partial<ExportFacts> = {}) => linesOfRequest(parseExport(input), more)

const linesOfRequest = async (request: ExportRequest, more: Partial<ExportFacts> = {}) => {
  const lines = await aboutLines(request, { ...facts, ...more }, findNames)
  return Object.fromEntries(
    lines.map(({ name, value }) => [name, 'text' in value ? value.text : 'value' in value ? value.value : '']),
  )
}

describe('the lines above an exported list', () => {
  it('say where it is from, of when it is, and how much there is', async () => {
    expect(await linesOf(entities())).toEqual({
      Source: 'Steward',
      Connection: 'Alder',
      List: 'Entities',
      Filters: 'None',
      'Sorted by': 'Entity, ascending',
      'As of': facts.asOf,
      'Exported at': facts.exportedAt,
      'Times are in': 'UTC',
      Rows: 7,
    })
    expect(await linesOf(entities(), { asOf: null })).toMatchObject({
      'As of': 'The list was never fully downloaded',
    })
  })

  it('say how old the figures are, and what was never asked for', async () => {
    const from = '2026-11-20T19:00:00.000Z'
    const to = '2026-11-21T04:00:00.000Z'
    const known = { from, to, unchecked: 0, whole_firm: false }
    expect(await linesOf(entities(), { figures: known })).toMatchObject({
      'Values checked from': from,
      'Values checked to': to,
    })
    expect(await linesOf(entities(), { figures: known })).not.toHaveProperty('Entities never checked')
    expect(await linesOf(entities(), { figures: { ...known, unchecked: 3 } })).toMatchObject({
      'Values checked from': from,
      'Entities never checked': 3,
    })
    expect(await linesOf(entities(), { figures: { ...known, from: null, to: null, unchecked: 7 } })).toMatchObject({
      'Values checked': 'Not checked yet',
      'Entities never checked': 7,
    })
    expect(await linesOf(entities(), { figures: { ...known, whole_firm: true } })).toMatchObject({
      'Values checked from, firm-wide': from,
    })
  })

  it('say every filter and the place it was narrowed to, by names where they are known', async () => {
    const lines = await linesOf(
      entities({
        scope: { household_id: 'household_1', entity_id: 'entity_unknown' },
        sort: { column: 'effective_date', direction: 'desc' },
        filters: [
          { column: 'title', operator: 'contains', values: ['trust'] },
          { column: 'kind', operator: 'any_of', values: ['SLAT_TRUST', 'KIND_OF_TOMORROW'] },
          { column: 'effective_date', operator: 'has_not', values: [] },
        ],
      }),
    )
    expect(lines.Filters).toBe(
      'Household is Okafor; Entity is entity_unknown; Entity contains “trust”; ' +
        'Kind is SLAT or KIND_OF_TOMORROW; Effective date has no value',
    )
    expect(lines['Sorted by']).toBe('Effective date, descending')
    const owners = await linesOf({
      ...entities(),
      resource: 'households',
      filters: [{ column: 'owner_id', operator: 'none_of', values: ['user_1', 'user_gone'] }],
    })
    expect(owners.Filters).toBe('Owner is not Ann Lee or user_gone')
  })
})

describe('a filter in words', () => {
  const columns = {
    text: 'external_id',
    date: 'effective_date',
    time: 'updated_at',
    number: 'directly_held_asset_value',
    boolean: 'is_trustee',
  } as const
  const say = async (kind: Exclude<ColumnKind, 'enum'>, operator: Filter['operator'], ...values: Filter['values']) => {
    const column = columns[kind]
    const resource = kind === 'boolean' ? 'individuals' : 'entities'
    const request = parseExport(entities({ resource, columns: [{ column, header: 'X' }] }))
    return (await linesOfRequest({ ...request, filters: [{ column, operator, values }] })).Filters
  }

  it.each([
    ['text', 'starts_with', ['a'], 'X starts with “a”'],
    ['text', 'is', ['a'], 'X is a'],
    ['date', 'between', ['2024-01-02', '2024-03-04'], 'X is from Jan 2, 2024 to Mar 4, 2024'],
    ['time', 'within_days', [7], 'X is within the last 7 days'],
    ['date', 'older_than_days', [365], 'X is more than 365 days ago'],
    ['number', 'at_least', [-2.5], 'X is at least −$2.50'],
    ['boolean', 'is', [false], 'X is no'],
    ['text', 'has', [], 'X has a value'],
  ] as const)('%s %s %j reads "%s"', async (kind, operator, values, expected) => {
    expect(await say(kind, operator, ...values)).toBe(expected)
  })

  it('reads as a sentence for every question there is', async () => {
    for (const operator of [...Object.values(filterOperators).flat(), ...emptinessOperators]) {
      const words = await say('number', operator, 1, 2)
      expect(words).toMatch(/^X (is|has|contains|does not contain|starts with) ?/)
      expect(words).not.toContain('undefined')
    }
  })
})

describe('a cell', () => {
  it.each([
    [null, 'text', { kind: 'empty' }],
    ['', 'text', { kind: 'empty' }],
    ['0', 'text', { kind: 'text', text: '0' }],
    [0, 'number', { kind: 'number', value: 0, money: false }],
    [Number.NaN, 'number', { kind: 'text', text: 'NaN' }],
    [false, 'boolean', { kind: 'boolean', value: false }],
    ['2024-02-29', 'date', { kind: 'date', text: '2024-02-29' }],
    ['soon', 'date', { kind: 'text', text: 'soon' }],
    ['2024-02-29T01:02:03Z', 'time', { kind: 'time', text: '2024-02-29T01:02:03Z' }],
    ['never', 'time', { kind: 'text', text: 'never' }],
    [['a'], 'text', { kind: 'text', text: 'a' }],
  ] as const)('of %j in a %s column is %j', (value, kind, expected) => {
    expect(cellOf(value, { column: 'x', header: 'X', kind })).toEqual(expected)
  })

  it('calls the values of an enum what the screen calls them, and unknown ones as they are', () => {
    const kind = { column: 'kind', header: 'Kind', kind: 'enum' } as const
    expect(cellOf('SLAT_TRUST', kind)).toEqual({ kind: 'text', text: 'SLAT' })
    expect(cellOf('KIND_OF_TOMORROW', kind)).toEqual({ kind: 'text', text: 'KIND_OF_TOMORROW' })
    expect(cellOf('constructor', kind)).toEqual({ kind: 'text', text: 'constructor' })
    expect(cellOf(5, { column: 'total_value', header: 'Total', kind: 'number' })).toMatchObject({ money: true })
  })
})
