import { useQuery } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ScreenFailure } from '../../renderer/app/Root.tsx'
import { QueryView } from '../../renderer/components/QueryView.tsx'
import { EmptyList } from '../../renderer/features/lists/EmptyList.tsx'
import { useApi, useConnection } from '../../renderer/lib/api.ts'
import { errorTitles } from '../../renderer/lib/error-titles.ts'
import { type Answers, appError } from './support/client-double.ts'
import { renderInApp } from './support/render-in-app.tsx'
import { status } from './support/sync-status.ts'
import { words } from './support/words.ts'

/** Draws a screen as the app's router does: with the app's own screen for failures. */
function renderScreen(Screen: () => React.ReactNode) {
  const root = createRootRoute()
  const route = createRoute({ getParentRoute: () => root, path: '/', component: Screen })
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    defaultErrorComponent: ScreenFailure,
  })
  // React reports a caught error to the console too.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  return renderInApp(() => <RouterProvider router={router as never} />)
}

describe('a screen that fails to render', () => {
  it('says so in place of the screen, without the words of the error', async () => {
    renderScreen(() => {
      throw new Error('Okafor is undefined')
    })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(errorTitles['internal/unexpected'])
    expect(alert).not.toHaveTextContent('Okafor')
    expect(alert).toHaveAttribute('data-code', 'internal/unexpected')
  })

  it('is drawn again on request', async () => {
    let fails = true
    const { user } = renderScreen(() => {
      if (fails) throw new Error('once')
      return <p>The screen</p>
    })
    const again = await screen.findByRole('button', { name: words.tryAgain })
    fails = false
    await user.click(again)
    expect(await screen.findByText('The screen')).toBeVisible()
  })
})

describe('a query on a screen', () => {
  function Users() {
    const input = { connectionId: useConnection().id, id: 'us-1' }
    const query = useQuery(useApi().users.get.queryOptions({ input }))
    return (
      <>
        <QueryView query={query} label="user">
          {({ title }) => <p>{title}</p>}
        </QueryView>
        <button type="button" onClick={() => void query.refetch()}>
          Refetch
        </button>
      </>
    )
  }
  const open = (get: () => unknown) => renderInApp(Users, { answers: { users: { get } } as unknown as Answers })

  it('shows that it is being read', async () => {
    open(() => new Promise(() => undefined))
    expect(await screen.findByRole('status')).toHaveTextContent('user')
  })

  it('shows why it failed with the code, and is read again on request', async () => {
    let tries = 0
    const app = open(() => {
      tries += 1
      throw appError('cache/damaged', 'It cannot be read.')
    })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(errorTitles['cache/damaged'])
    expect(alert).toHaveTextContent('It cannot be read.')
    expect(alert).toHaveTextContent('cache/damaged')
    await app.user.click(screen.getByRole('button', { name: words.tryAgain }))
    await waitFor(() => expect(tries).toBe(2))
  })
})

describe('an empty list', () => {
  const checked = '2026-03-01T12:00:00Z'
  const cases = [
    ['a filter', status('idle', null), { scoped: false, filtered: true }],
    ['a sync that runs', status('running', null), { scoped: false, filtered: false }],
    ['a narrowed list', status('idle', checked), { scoped: true, filtered: false }],
    ['a list that was never read', status('idle', null), { scoped: false, filtered: false }],
    ['a service without any', status('idle', checked), { scoped: false, filtered: false }],
  ] as const

  it('gives a reason of its own for each case', async () => {
    const texts = new Map<string, string>()
    for (const [name, sync, props] of cases) {
      const app = renderInApp(() => <EmptyList resource="households" search="" {...props} />, {
        answers: { sync: { status: () => sync } },
      })
      await waitFor(() => expect(app.queries.isFetching()).toBe(0))
      texts.set((await screen.findByText(/households/i)).parentElement?.textContent ?? '', name)
      app.unmount()
    }
    expect([...texts.values()]).toEqual(cases.map(([name]) => name))
  })

  it('leads from a search without a match to the same search in documents, where the firm allows it', async () => {
    const Screen = () => <EmptyList resource="households" scoped={false} filtered search=" health care " />
    const answers = { sync: { status: () => status('idle', checked) } }
    const app = renderInApp(Screen, { answers })
    const link = await screen.findByRole('link', { name: 'Search for “health care” in documents' })
    expect(link.getAttribute('href')).toMatch(/\/documents\/search\?q=health(%20|\+)care$/)
    app.unmount()
    const forbidden = { 'texts.search': 'no_document_text' } as const
    renderInApp(Screen, {
      answers: { ...answers, policy: { get: () => ({ policy: {}, problems: [], source: null, forbidden }) } },
    })
    expect(await screen.findByText(/No households match/)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('link')).toBeNull())
  })
})
