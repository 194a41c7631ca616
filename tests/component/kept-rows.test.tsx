import { useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { describe, expect, it } from 'vitest'
import type { WindowPage } from '../../renderer/components/data-grid/row-source.ts'
import { useRowSource } from '../../renderer/features/lists/use-row-source.ts'
import { renderInApp } from './support/render-in-app.tsx'

type Row = { name: string }
type Read = { offset: number; answer: (page: WindowPage<Row>) => void; signal: AbortSignal }
/** The rows in view of a list, and how many it had when it was left. */
type Left = { startAt: number; total: number | null }

const pageOf = (name: string): WindowPage<Row> => ({ rows: [{ name }], total: 1, offset: 0 })

/**
 * Two lists, of which one is on screen at a time; the test answers each read.
 *
 * @param as - `screens`: each list is a screen of its own; `filters`: one screen shows the other list, as by a filter
 * @param left - where each list was left
 */
function open(as: 'screens' | 'filters' = 'screens', left: Record<string, Left> = {}) {
  const reads: Read[] = []
  const drawn: (string | undefined)[] = []
  function List({ of }: { of: string }) {
    const { startAt, total } = left[of] ?? { startAt: 0, total: null }
    const { source } = useRowSource<Row>({
      listKey: of,
      about: of,
      read: ({ offset }, signal) =>
        new Promise((answer, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('Left', 'AbortError')))
          reads.push({ offset, answer, signal })
        }),
      prefetched: null,
      expected: total,
      startAt,
      watch: ['lists'],
    })
    // As the grid does.
    useLayoutEffect(() => source.want({ first: startAt, last: startAt + 20, speed: 0 }), [source, startAt])
    const name = useSyncExternalStore(source.subscribe, () => source.rowAt(0)?.name)
    drawn.push(name)
    return <p>{name ?? 'Loading'}</p>
  }
  function Lists() {
    const [shown, setShown] = useState('people')
    const queries = useQueryClient()
    return (
      <>
        <button type="button" onClick={() => setShown('people')}>
          People
        </button>
        <button type="button" onClick={() => setShown('trusts')}>
          Trusts
        </button>
        <button type="button" onClick={() => void queries.invalidateQueries({ queryKey: ['lists'] })}>
          Changed
        </button>
        <List key={as === 'screens' ? shown : 'one'} of={shown} />
      </>
    )
  }
  const { user } = renderInApp(Lists)
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const answer = async (at: number, name: string) => {
    await waitFor(() => expect(reads.length).toBeGreaterThan(at))
    await act(async () => reads[at]?.answer(pageOf(name)))
  }
  return { reads, drawn, press, answer }
}

describe('a list that was left', () => {
  it('is drawn with its rows at once, without reading them again', async () => {
    const { reads, drawn, press, answer } = open()
    await answer(0, 'Ada')
    await press('Trusts')
    await answer(1, 'Family trust')
    drawn.length = 0
    await press('People')
    expect(drawn[0]).toBe('Ada')
    expect(reads).toHaveLength(2)
  })

  it('has its own rows where one screen shows both lists in turn', async () => {
    const { reads, press, answer } = open('filters')
    await answer(0, 'Ada')
    await press('Trusts')
    await answer(1, 'Family trust')
    expect(screen.getByText('Family trust')).toBeVisible()
    await press('People')
    expect(await screen.findByText('Ada')).toBeVisible()
    await press('Trusts')
    expect(await screen.findByText('Family trust')).toBeVisible()
    expect(reads).toHaveLength(2)
  })

  it('is read again if an event reported changes meanwhile, and its old rows are not drawn', async () => {
    const { drawn, press, answer } = open()
    await answer(0, 'Ada')
    await press('Trusts')
    await answer(1, 'Family trust')
    await press('Changed')
    await answer(2, 'Family trust')
    drawn.length = 0
    await press('People')
    expect(drawn).not.toContain('Ada')
    await answer(3, 'Ada Lovelace')
    expect(screen.getByText('Ada Lovelace')).toBeVisible()
  })

  it('is read again if it was left before its changes had been read', async () => {
    const { reads, drawn, press, answer } = open()
    await answer(0, 'Ada')
    await press('Changed')
    await waitFor(() => expect(reads).toHaveLength(2))
    await press('Trusts')
    expect(reads[1]?.signal.aborted).toBe(true)
    drawn.length = 0
    await press('People')
    expect(drawn).not.toContain('Ada')
    await answer(3, 'Ada Lovelace')
    expect(screen.getByText('Ada Lovelace')).toBeVisible()
  })

  it('is read again if it was left before its first rows came', async () => {
    const { press, answer } = open()
    await press('Trusts')
    await press('People')
    await answer(2, 'Ada')
    expect(screen.getByText('Ada')).toBeVisible()
  })

  it('is requested from where it was left, once, and not from its first row', async () => {
    const { reads } = open('screens', { people: { startAt: 5_100, total: 9_000 } })
    await waitFor(() => expect(reads.length).toBeGreaterThan(0))
    expect(reads.map(({ offset }) => offset)).toEqual([5_000])
    expect(reads[0]?.signal.aborted).toBe(false)
  })

  it('is requested from where it was left while the list before is still shown', async () => {
    const { reads, press, answer } = open('filters', { trusts: { startAt: 5_100, total: 9_000 } })
    await answer(0, 'Ada')
    await press('Trusts')
    expect(reads.map(({ offset }) => offset)).toEqual([0, 5_000])
    expect(reads[1]?.signal.aborted).toBe(false)
  })
})
