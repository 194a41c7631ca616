import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { Profiler, type ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConnectionGate } from '../../renderer/app/ConnectionGate.tsx'
import { createQueries } from '../../renderer/app/queries.tsx'
import { GraceLeft } from '../../renderer/components/undo/GraceLeft.tsx'
import { ClientContext, createApi, useConnection } from '../../renderer/lib/api.ts'
import { useNow } from '../../renderer/lib/use-now.ts'
import { connection } from '../doubles/samples/app.ts'
import { createClientDouble } from './support/client-double.ts'

afterEach(() => vi.useRealTimers())

describe('a screen of a connection', () => {
  it('is not drawn again when the number of unsent writes changes, and is when the connection changes', async () => {
    let draws = 0
    function Screen() {
      draws += 1
      return <h1>{useConnection().name}</h1>
    }
    function Unsent() {
      return <p>{useQuery(api.connections.list.queryOptions({ input: {} })).data?.[0]?.unsent} unsent</p>
    }
    const { client } = createClientDouble({})
    const queries = createQueries()
    const api = createApi(client)
    const list = api.connections.list.queryKey({ input: {} })
    queries.setQueryData(list, [connection])
    const root = createRootRoute()
    const gate = createRoute({ getParentRoute: () => root, path: 'c/$connectionId', component: ConnectionGate })
    const page = createRoute({ getParentRoute: () => gate, path: 'page', component: Screen })
    const router = createRouter({
      routeTree: root.addChildren([gate.addChildren([page])]),
      history: createMemoryHistory({ initialEntries: [`/c/${connection.id}/page`] }),
    })
    const ahead = {
      peek: () => undefined,
      drop: () => undefined,
      forget: () => undefined,
      ask: () => new Promise(() => undefined),
    }
    render(
      <ClientContext value={{ client, api, ahead }}>
        <QueryClientProvider client={queries}>
          <Unsent />
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </ClientContext>,
    )
    await screen.findByRole('heading', { name: connection.name })
    const before = draws
    for (const unsent of [1, 2, 3]) {
      queries.setQueryData(list, [{ ...connection, unsent }])
      await screen.findByText(`${unsent} unsent`)
    }
    expect(draws).toBe(before)
    queries.setQueryData(list, [{ ...connection, name: 'Another name' }])
    await screen.findByRole('heading', { name: 'Another name' })
    expect(draws).toBe(before + 1)
  })
})

/** Draws a hundred of a component; returns the number of timers that it runs, and what ends it. */
function drawHundred(one: (at: number) => ReactNode) {
  vi.useFakeTimers()
  const commits: number[] = []
  const all = Array.from({ length: 100 }, (_, at) => one(at))
  const { unmount } = render(
    <Profiler id="all" onRender={() => void commits.push(Date.now())}>
      {all}
    </Profiler>,
  )
  return { commits, unmount, timers: vi.getTimerCount() }
}

describe('the clock of relative times', () => {
  const Age = () => <p>{useNow()}</p>

  it('is one for all of them, changes them together, and stops with the last one', async () => {
    const { commits, unmount, timers } = drawHundred((at) => <Age key={at} />)
    expect(timers).toBe(1)
    const drawn = commits.length
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(commits.length - drawn).toBe(1)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is one for all countdowns', () => {
    const end = Date.now() + 10_000
    expect(drawHundred((at) => <GraceLeft key={at} end={end} />).timers).toBe(1)
  })
})
