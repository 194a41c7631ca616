import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ConnectionGate } from '../../renderer/app/ConnectionGate.tsx'
import { useShortcuts } from '../../renderer/app/use-shortcuts.ts'
import { lists } from '../../renderer/features/lists/lists.tsx'
import { rows } from '../doubles/records.ts'
import { connection } from '../doubles/samples/app.ts'
import { type Answers, appError } from './support/client-double.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'
import { words } from './support/words.ts'

const people = Array.from({ length: 12 }, (_, n) => ({
  ...rows.individuals,
  id: `client_profile_${n + 1}`,
  title: `Person ${n + 1}`,
}))

/** A list of twelve people, of whom a search finds five. */
async function openList() {
  const state: { fails: boolean; people: typeof people; total: number | null } = { fails: false, people, total: null }
  const answers = {
    individuals: {
      list: ({ filters = [], offset = 0 }) => {
        if (state.fails) throw appError('cache/not-open', 'The offline copy is not open.')
        const found = filters.length > 0 ? people.slice(0, 5) : state.people
        return { rows: offset > 0 ? [] : found, total: state.total ?? found.length, offset }
      },
    },
    views: { list: () => [] },
  } as Answers
  const Screen = () => {
    useShortcuts()
    return <lists.individuals />
  }
  const drawn = renderInApp(Screen, { answers, at: 'individuals' })
  await shows(12)
  const search = screen.getByRole('searchbox', { name: 'Search people' })
  const tick = async (of: Element) => {
    const box = of.querySelector('[data-tick-all], [data-tick]')
    if (!box) throw new Error('There is nothing to tick.')
    await drawn.user.click(box)
  }
  return {
    ...drawn,
    state,
    search: (text: string) => drawn.user.type(search, text),
    endSearch: () => drawn.user.clear(search),
    mark: async (name: string) => tick((await screen.findByText(name)).closest('[role=row]') ?? document.body),
    markAll: () => tick(within(screen.getByRole('grid')).getAllByRole('row')[0] ?? document.body),
  }
}

const shows = (people: number) =>
  waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', `${people + 1}`))

const editButton = () => screen.queryByRole('button', { name: /^Edit/ })?.textContent ?? null
const cleared = 'Selection cleared, because the list shows other rows now.'

describe('selected rows', () => {
  it('are not edited in a list that does not show them: another filter clears them and says so', async () => {
    const { search, mark } = await openList()
    for (const name of ['Person 3', 'Person 8', 'Person 12']) await mark(name)
    expect(editButton()).toBe('Edit 3 selected…')
    await search('five')
    await shows(5)
    expect(editButton()).toBeNull()
    expect(screen.getByText(cleared)).toBeVisible()
    await mark('Person 2')
    expect(editButton()).toBe('Edit 1 selected…')
    expect(screen.queryByText(cleared)).toBeNull()
  })

  it('are cleared by Escape from anywhere on the page, but not from a field or an open menu', async () => {
    const { mark, user } = await openList()
    await mark('Person 3')
    await user.click(screen.getByRole('searchbox', { name: 'Search people' }))
    await user.keyboard('{Escape}')
    expect(editButton()).toBe('Edit 1 selected…')
    const selection = within(screen.getByRole('region', { name: 'Selection' }))
    await user.click(selection.getByRole('button', { name: /^Export/ }))
    await screen.findByRole('menu')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(editButton()).toBe('Edit 1 selected…')
    act(() => (document.activeElement as HTMLElement).blur())
    await user.keyboard('{Escape}')
    expect(editButton()).toBeNull()
  })

  it('are all that were ticked, however quickly one press follows another', async () => {
    await openList()
    const ticks = [...document.querySelectorAll('[role=row] [data-tick]')].slice(0, 3)
    for (const tick of ticks) fireEvent.mouseDown(tick)
    expect(editButton()).toBe('Edit 3 selected…')
  })

  it('that are all of a filtered list do not become all of the whole list, nor are the left out ones left out of it', async () => {
    const { search, endSearch, mark, markAll } = await openList()
    await search('five')
    await shows(5)
    await markAll()
    expect(editButton()).toBe('Edit all 5…')
    await mark('Person 2')
    expect(editButton()).toBe('Edit 4 selected…')
    await endSearch()
    await shows(12)
    expect(editButton()).toBeNull()
    await markAll()
    expect(editButton()).toBe('Edit all 12…')
  })
})

it('says that the list has changed since rows were selected', async () => {
  const { state, mark, queries, api } = await openList()
  await mark('Person 3')
  expect(screen.queryByText(/The list has changed since/)).toBeNull()
  state.people = people.slice(0, 11)
  await act(() => queries.invalidateQueries({ queryKey: api.individuals.list.key() }))
  await shows(11)
  expect(screen.getByText(/1 row selected\. The list has changed since\./)).toBeVisible()
})

it('says that the list has changed since when as many others came into it as left it', async () => {
  const { state, mark, markAll, queries, api } = await openList()
  const reread = () => act(() => queries.invalidateQueries({ queryKey: api.individuals.list.key() }))
  await mark('Person 3')
  await reread()
  expect(screen.queryByText(/changed since/)).toBeNull()
  const other = { ...rows.individuals, id: 'client_profile_99', title: 'Person 99' }
  state.people = [...people.slice(0, 11), other]
  await reread()
  expect(await screen.findByText('Person 99')).toBeVisible()
  expect(screen.getByText(/1 row selected\. The list has changed since\./)).toBeVisible()
  await markAll()
  expect(screen.queryByText(/changed since/)).toBeNull()
  state.people = [...people.slice(0, 10), other, { ...other, id: 'client_profile_98', title: 'Person 98' }]
  await reread()
  expect(await screen.findByText('Person 98')).toBeVisible()
  expect(screen.getByText(/The list has changed since\./)).toBeVisible()
})

it('says that a list of which only a part is read may have changed since all of it was selected', async () => {
  const { state, markAll, queries, api } = await openList()
  state.total = 500
  await act(() => queries.invalidateQueries({ queryKey: api.individuals.list.key() }))
  await shows(500)
  await markAll()
  expect(screen.queryByText(/changed since/)).toBeNull()
  await act(() => queries.invalidateQueries({ queryKey: api.individuals.list.key() }))
  expect(await screen.findByText(/The list may have changed since\./)).toBeVisible()
})

describe('an error never replaces what is there', () => {
  it('rows of a list stay when they cannot be read again, with a way to try again', async () => {
    const { state, queries, api, user } = await openList()
    state.fails = true
    await act(() => queries.invalidateQueries({ queryKey: api.individuals.list.key() }))
    expect(await screen.findByText(/could not be read again/)).toBeVisible()
    expect(screen.getByText('Person 3')).toBeVisible()
    state.fails = false
    await user.click(screen.getByRole('button', { name: words.tryAgain }))
    await waitFor(() => expect(screen.queryByText(/could not be read again/)).toBeNull())
    expect(screen.getByText('Person 3')).toBeVisible()
  })

  it('the screens of a connection stay when the connections cannot be read again', async () => {
    let reads = 0
    const known = { ...connection, id: connectionId, cache: 'open', session: 'signed-in' }
    const list = () => {
      reads += 1
      if (reads > 1) throw appError('internal/unexpected', 'Something went wrong inside Steward.')
      return [known]
    }
    const { queries, api, container } = renderInApp(ConnectionGate, { answers: { connections: { list } } as Answers })
    await waitFor(() => expect(reads).toBe(1))
    await waitFor(() => expect(screen.queryByText('Loading')).toBeNull())
    const before = container.innerHTML
    await act(() => queries.invalidateQueries({ queryKey: api.connections.list.key() }))
    await waitFor(() => expect(reads).toBeGreaterThan(1))
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(container.innerHTML).toBe(before)
  })
})
