import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { FilterBar } from '../../renderer/components/filters/FilterBar.tsx'
import type { Filter } from '../../shared/domain/filter-rules.ts'
import { operatorWords } from '../../shared/domain/filter-words.ts'
import { entityKindNames } from '../../shared/domain/names.ts'
import { filterColumns } from '../../shared/ipc/list-columns.ts'
import { rows } from '../doubles/records.ts'
import type { Answers } from './support/client-double.ts'
import { renderInApp } from './support/render-in-app.tsx'
import { words } from './support/words.ts'

const answers = { users: { list: () => ({ rows: [rows.users], total: 1, offset: 0 }) } } as Answers

const names = new Map([
  ...Object.keys(filterColumns.entities).map((column) => [column, column] as const),
  ['title', 'Name'],
  ['kind', 'Kind'],
  ['in_estate_share', 'In estate'],
  ['in_estate_value', 'In estate'],
  ['directly_held_asset_value', 'Directly held'],
  ['updated_at', 'Updated'],
  ['effective_date', 'As of'],
])

function open(initial: readonly Filter[] = [], resource: 'entities' | 'households' | 'individuals' = 'entities') {
  const said: Filter[][] = []
  function Bar() {
    const [filters, setFilters] = useState(initial)
    const [filtering, setFiltering] = useState<string | null>(null)
    const onFilters = (next: Filter[]) => {
      said.push(next)
      setFilters(next)
    }
    return <FilterBar {...{ resource, names, filters, onFilters, filtering, onFiltering: setFiltering }} />
  }
  return { ...renderInApp(Bar, { answers }), last: () => said.at(-1), said }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const column = () => screen.findByRole('combobox', { name: 'Column' })
const condition = () => screen.getByRole('combobox', { name: 'Condition' })
const chips = () => within(screen.getByRole('list', { name: words.filters })).getAllByRole('listitem')

async function begin(options?: Parameters<typeof open>) {
  const app = open(...(options ?? []))
  await app.user.click(await button(words.filter))
  await column()
  return app
}

describe('building a filter', () => {
  it('offers every column of the list that can be filtered, by the name it has there', async () => {
    await begin()
    const offered = within(await column()).getAllByRole('option')
    expect(offered.map((option) => option.getAttribute('value'))).toEqual(
      Object.keys(filterColumns.entities).filter((column) => column !== 'search'),
    )
    expect(offered.map((option) => option.textContent)).toContain('Directly held')
  })

  it('offers no column that has no name, such as a comparison with an amount that is not set', async () => {
    await begin([[], 'households'])
    const offered = within(await column()).getAllByRole('option')
    expect(offered.map((option) => option.getAttribute('value'))).not.toContain('above_amount')
  })

  it('of what is in the estate is in dollars or in per cent, each with its unit', async () => {
    const { user, last } = await begin([[], 'households'])
    const offered = within(await column()).getAllByRole('option')
    const labels = offered.map((option) => option.textContent)
    expect(labels.filter((label) => label?.startsWith('In estate'))).toEqual(['In estate, %', 'In estate, $'])
    await user.selectOptions(await column(), 'In estate, $')
    await user.selectOptions(condition(), operatorWords.at_least)
    await user.type(screen.getByRole('textbox', { name: 'Value' }), '13.99M{Enter}')
    await waitFor(() =>
      expect(last()).toEqual([{ column: 'in_estate_value', operator: 'at_least', values: [13_990_000] }]),
    )
    expect(chips()[0]).toHaveTextContent('In estate is at least $13,990,000')
  })

  it('of per cent kept before the one of dollars means the same, and says so', async () => {
    open([{ column: 'in_estate_share', operator: 'at_least', values: [50] }], 'households')
    await waitFor(() => expect(chips()[0]).toHaveTextContent('In estate is at least 50%'))
  })

  it('of a text is applied by Enter and shown in words', async () => {
    const { user, last } = await begin()
    await user.selectOptions(condition(), operatorWords.starts_with)
    await user.type(screen.getByRole('textbox', { name: 'Value' }), 'Okafor{Enter}')
    await waitFor(() => expect(last()).toEqual([{ column: 'title', operator: 'starts_with', values: ['Okafor'] }]))
    expect(chips()).toHaveLength(1)
    expect(chips()[0]).toHaveTextContent('Name starts with “Okafor”')
    expect(await button(words.filter)).toHaveFocus()
  })

  it('offers the conditions of the column chosen, and forgets values that fit another', async () => {
    const { user } = await begin()
    await user.type(screen.getByRole('textbox', { name: 'Value' }), 'Okafor')
    await user.selectOptions(await column(), 'directly_held_asset_value')
    expect(screen.getByRole('textbox', { name: 'Value' })).toHaveValue('')
    const offered = within(condition()).getAllByRole('option')
    expect(offered.map((option) => option.textContent)).toContain(operatorWords.at_least)
    expect(offered.map((option) => option.textContent)).not.toContain(operatorWords.contains)
  })

  it('reads an amount as it is written on screens', async () => {
    const { user, last } = await begin()
    await user.selectOptions(await column(), 'directly_held_asset_value')
    await user.selectOptions(condition(), 'between')
    await user.type(screen.getByRole('textbox', { name: 'From' }), '$1,000')
    await user.type(screen.getByRole('textbox', { name: 'To' }), '2 500.50{Enter}')
    await waitFor(() =>
      expect(last()).toEqual([{ column: 'directly_held_asset_value', operator: 'between', values: [1000, 2500.5] }]),
    )
    expect(chips()[0]).toHaveTextContent('Directly held from $1,000 to $2,500.50')
  })

  it.each([
    ['a missing value', 'title', 'contains', ''],
    ['a word in the place of an amount', 'directly_held_asset_value', 'at_least', 'much'],
    ['part of a day', 'updated_at', 'within_days', '1.5'],
  ])('refuses %s, says so, and is applied once mended', async (_what, id, operator, typed) => {
    const { user, said } = await begin()
    await user.selectOptions(await column(), id)
    await user.selectOptions(condition(), operator)
    const value = screen.getByRole('textbox', { name: /^(Value|Days)$/ })
    if (typed) await user.type(value, typed)
    await user.click(await button(words.applyFilter))
    expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement()
    expect(said).toEqual([])
    await user.clear(value)
    await user.type(value, '7')
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(await button(words.applyFilter))
    await waitFor(() => expect(said).toHaveLength(1))
  })

  it('of several values lets them be chosen by their names', async () => {
    const { user, last } = await begin()
    await user.selectOptions(await column(), 'kind')
    const [[firstKind = '', firstName = ''] = [], [secondKind = '', secondName = ''] = []] =
      Object.entries(entityKindNames)
    const values = screen.getByRole('combobox', { name: 'Values' })
    await user.click(values)
    await user.click(await screen.findByRole('option', { name: firstName }))
    await user.click(await screen.findByRole('option', { name: secondName }))
    await user.click(await button(words.applyFilter))
    await waitFor(() =>
      expect(last()).toEqual([{ column: 'kind', operator: 'any_of', values: [firstKind, secondKind] }]),
    )
    expect(chips()[0]).toHaveTextContent(`Kind is ${firstName} or ${secondName}`)
  })

  it('is dropped by Escape', async () => {
    const { user, said } = await begin()
    await user.type(screen.getByRole('textbox', { name: 'Value' }), 'x{Escape}')
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Filter' })).toBeNull())
    expect(said).toEqual([])
    expect(await button(words.filter)).toHaveFocus()
  })
})

describe('filters in force', () => {
  const two: Filter[] = [
    { column: 'title', operator: 'contains', values: ['trust'] },
    { column: 'directly_held_asset_value', operator: 'at_least', values: [1000] },
  ]

  it('are changed by clicking their words', async () => {
    const { user, last } = open(two)
    await user.click(await button('Name contains “trust”'))
    const value = await screen.findByRole('textbox', { name: 'Value' })
    expect(value).toHaveValue('trust')
    await user.clear(value)
    await user.type(value, 'fund{Enter}')
    await waitFor(() => expect(last()).toEqual([{ column: 'title', operator: 'contains', values: ['fund'] }, two[1]]))
  })

  it('are removed one by one', async () => {
    const { user, last } = open(two)
    await user.click(await button(/^Remove filter: Name/))
    expect(last()).toEqual([two[1]])
    expect(chips()).toHaveLength(1)
  })

  it('are cleared all at once, and then there is nothing left to clear', async () => {
    const { user, last } = open(two)
    await user.click(await button(words.clearFilters))
    expect(last()).toEqual([])
    expect(screen.queryByRole('list', { name: words.filters })).toBeNull()
    expect(screen.queryByRole('button', { name: words.clearFilters })).toBeNull()
  })

  it('by owner show the name of the user, not the id', async () => {
    open([{ column: 'owner_id', operator: 'any_of', values: ['us-1'] }], 'households')
    await waitFor(() => expect(chips()[0]).toHaveTextContent(/is Grace Lindqvist$/))
  })
})
