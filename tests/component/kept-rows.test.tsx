import { useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { useState, useSyncExternalStore } from 'react'
import { describe, expect, it } from 'vitest'
import type { WindowPage } from '../../renderer/components/data-grid/row-source.ts'
import { useRowSource } from '../../renderer/features/lists/use-row-source.ts'
import { renderInApp } from './support/render-in-app.tsx'

type Row = { name: string }
type Read = { answer: (page: WindowPage<Row>) => void; signal: AbortSignal }

const pageOf = (name: string): WindowPage<Row> => ({ rows: [{ name }], total: 1, offset: 0 })

/**
 * Two lists, of which one is on screen at a time; the test answers each read.
 *
 * @param as - `screens`: each list is a screen of its own; `filters`: one screen shows the other list, as by a filter
 */
function open(as: 'screens' | 'filters' = 'screens') {
  const reads: Read[] = []
  const drawn: (string | undefined)[] = []
  function List({ of }: { of: string }) {
    const { source } = useRowSource<Row>({
      listKey: of,
      read: (_window, signal) =>
        new Promise((answer, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('Left', 'AbortError')))
          reads.push({ answer, signal })
        }),
      first: () => null,
      expected: null,
      watch: ['lists'],
    })
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
})
