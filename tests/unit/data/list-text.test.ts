import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type ListDefinition, type ListName, listText, readRows } from '../../../electron/data/reads/list.ts'
import type { Reader } from '../../../electron/data/reads/reader.ts'
import { contract } from '../../../shared/ipc/contract.ts'
import { unpackRows } from '../../../shared/ipc/packed-rows.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { samples } from '../../doubles/samples/all.ts'

const { households, individuals, entities, valuations, documents, documentSummaries, users } = contract

const lists = [
  ['households.list', 'households', samples.households.list[1], households.list],
  ['individuals.list', 'individuals', samples.individuals.list[1], individuals.list],
  ['entities.list', 'entities', samples.entities.list[1], entities.list],
  ['valuations.list', 'valuations', samples.valuations.list[1], valuations.list],
  ['documents.list', 'documents', samples.documents.list[1], documents.list],
  ['documentSummaries.list', 'document-summaries', samples.documentSummaries.list[1], documentSummaries.list],
  ['users.list', 'users', samples.users.list[1], users.list],
] as const

type Row = Record<string, unknown>
type Window = { rows: Row[]; total: number; offset: number }

const cases = lists.map(([name, resource, sample, procedure]) => ({
  name: name as ListName,
  resource,
  window: sample as unknown as Window,
  // The contract's own schema of a window.
  schema: procedure['~orpc'].outputSchema as unknown as z.ZodType,
}))

/** A row of a list as it is read when its columns are these, and the columns that are reported; null without any. */
function readRow(resource: Resource, given: Row) {
  let unreadable: readonly string[] | null = null
  const reader = {
    rowStatement: () => ({ get: () => ({}) }),
    onUnreadable({ columns }: { columns: readonly string[] }) {
      unreadable = columns
    },
  }
  const definition = { shape: { resource }, select: '', toRow: () => given }
  // The parts of a reader and of a list that reading a row needs.
  const [shown = {}] = readRows(reader as unknown as Reader, definition as unknown as ListDefinition<object, Row>, [1])
  return { shown, unreadable }
}

/** A value of each kind that a cell could wrongly have. */
const strange = [
  null,
  undefined,
  '',
  'created',
  'elsewhere',
  0,
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 60,
  true,
  [],
  {},
]

describe.each(cases)('a window of $name as text', ({ name, resource, window, schema }) => {
  const [row = {}] = window.rows

  it('is the same window when it is unpacked', () => {
    const twice = { ...window, rows: [row, { ...row, title: 'O’Brien "Bo" \u2028 \\' }] }
    expect(unpackRows(JSON.parse(listText(name, twice)))).toEqual(twice)
    expect(unpackRows(JSON.parse(listText(name, { ...window, rows: [] })))).toEqual({ ...window, rows: [] })
  })

  it.each(Object.keys(row))('takes in %s what the contract takes, and nothing else', (column) => {
    for (const value of strange) {
      const given = { ...row, [column]: value }
      const isAllowed = schema.safeParse({ ...window, rows: [given] }).success
      expect([value, readRow(resource, given).unreadable]).toEqual([value, isAllowed ? null : [column]])
    }
  })

  it.each(Object.keys(row))('shows all other cells, and every other row, where %s is broken', (column) => {
    const broken = { ...row, [column]: { not: 'a cell' } }
    const { shown } = readRow(resource, broken)
    const given = { ...window, rows: [row, shown, row] }
    expect(schema.safeParse(given).success).toBe(true)
    expect(unpackRows(JSON.parse(listText(name, given)))).toEqual(given)
    const { [column]: _, ...others } = row
    expect(shown).toMatchObject({ ...others, unreadable: [column] })
  })

  it('is refused with a column that the contract does not name, and without one that it does', () => {
    expect(() => listText(name, { ...window, rows: [{ ...row, token: 'canary' }] })).toThrow(/more columns/)
    const { title: _, ...less } = row
    expect(() => listText(name, { ...window, rows: [less] })).toThrow(/title/)
  })
})

it('leaves every other output as it is', () => {
  for (const output of [null, 'text', { rows: [] }, undefined]) expect(unpackRows(output)).toBe(output)
})
