import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createQueries } from '../../../renderer/app/queries.tsx'
import { theme } from '../../../renderer/app/theme.ts'
import { ClientContext, ConnectionContext, createApi } from '../../../renderer/lib/api.ts'
import { useKeptFocus } from '../../../renderer/lib/use-kept-focus.ts'
import type { ConnectionSummary } from '../../../shared/ipc/connections.ts'
import { connection as knownConnection } from '../../doubles/samples/app.ts'
import { type Answers, createClientDouble } from './client-double.ts'

export const connectionId = knownConnection.id

type Options = {
  answers?: Answers
  /** Path of the screen below its connection. */
  at?: string
  /** The address's query, such as `?view=1`. */
  query?: string
  connection?: Partial<ConnectionSummary>
  /** False if the test draws the toasts itself. */
  toasts?: boolean
}

/** What the app does around every screen. */
function Around({ toasts }: { toasts: boolean }) {
  useKeptFocus()
  return toasts ? <Notifications /> : null
}

/** Answers to the questions that every screen asks. */
const usual: Answers = { policy: { get: () => ({ policy: {}, problems: [], source: null, forbidden: {} }) } }

/**
 * Draws a component as the app would: with a client, a query cache, a router, the theme and a connection. Only the client is a
 * double.
 */
export function renderInApp(
  Component: RouteComponent,
  { answers = {}, at = 'households', query = '', toasts = true, ...options }: Options = {},
) {
  const connection = { ...knownConnection, ...options.connection }
  const { client, calls } = createClientDouble({ ...usual, ...answers })
  const queries = createQueries()
  const api = createApi(client)
  const ahead = {
    peek: () => undefined,
    drop: () => undefined,
    forget: () => undefined,
    ask: () => new Promise(() => undefined),
  }
  const root = createRootRoute()
  const screen = createRoute({ getParentRoute: () => root, path: `c/$connectionId/${at}`, component: Component })
  // A screen that is never loaded: the one before it stays.
  const loading = createRoute({
    getParentRoute: () => root,
    path: 'c/$connectionId/loading',
    loader: () => new Promise(() => undefined),
  })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$' })
  const router = createRouter({
    routeTree: root.addChildren([screen, loading, elsewhere]),
    history: createMemoryHistory({ initialEntries: [`/c/${connection.id}/${at}${query}`] }),
  })
  const user = userEvent.setup({ delay: null })
  const drawn = render(
    <ClientContext value={{ client, api, ahead }}>
      <QueryClientProvider client={queries}>
        <MantineProvider theme={theme} env="test">
          <Around toasts={toasts} />
          <ConnectionContext value={connection}>
            <RouterProvider router={router as never} />
          </ConnectionContext>
        </MantineProvider>
      </QueryClientProvider>
    </ClientContext>,
  )
  const path = () => router.state.location.pathname.replace(`/c/${connection.id}/`, '')
  const go = (to: string) => router.navigate({ to: `/c/${connection.id}/${to}` as never })
  return {
    ...drawn,
    user,
    calls,
    queries,
    api,
    path,
    go,
    callsOf: (name: string) => calls.filter((call) => call.path === name),
  }
}
