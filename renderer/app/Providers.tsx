import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { MutationCache, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { type Api, type Client, ClientContext, createApi, useApi } from '../lib/api.ts'
import { presentError } from '../lib/present-error.ts'
import { followEvents } from './events.ts'
import { cssVariables, theme } from './theme.ts'

/** What was asked for and failed is said in a corner, unless its screen says so itself (`meta.shown`). */
function sayFailure(thrown: Error) {
  const { title, cause, nextStep } = presentError(thrown)
  notifications.show({ title, message: `${cause} ${nextStep}`, color: 'red', autoClose: 10_000 })
}

/** Reads come from this computer: they do not depend on the network, and events say when they are stale. */
const createQueries = () =>
  new QueryClient({
    mutationCache: new MutationCache({
      onError: (thrown, _input, _context, mutation) => {
        if (mutation.meta?.shown !== true) sayFailure(thrown)
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

function Theme({ children }: { children: ReactNode }) {
  const chosen = useQuery(useApi().app.getPreferences.queryOptions({ input: {} })).data?.theme ?? 'system'
  const forced = chosen === 'system' ? {} : { forceColorScheme: chosen }
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" {...forced}>
      <Notifications position="bottom-right" limit={3} />
      {children}
    </MantineProvider>
  )
}

/** Asks at once for what the first screens ask one after the other. */
function askAhead(queries: QueryClient, api: Api): QueryClient {
  void queries.prefetchQuery(api.app.getPreferences.queryOptions({ input: {} }))
  void queries.prefetchQuery(api.app.info.queryOptions({ input: {} }))
  void queries.prefetchQuery(api.connections.list.queryOptions({ input: {} }))
  return queries
}

/** What every screen stands on: the client, the query cache kept fresh by events, and the theme. */
export function Providers({ client, children }: { client: Client; children: ReactNode }) {
  const value = useMemo(() => ({ client, api: createApi(client) }), [client])
  const [queries] = useState(() => askAhead(createQueries(), value.api))
  useEffect(() => {
    const leaving = new AbortController()
    void followEvents({ ...value, queries, signal: leaving.signal })
    return () => leaving.abort()
  }, [value, queries])
  return (
    <ClientContext value={value}>
      <QueryClientProvider client={queries}>
        <Theme>{children}</Theme>
      </QueryClientProvider>
    </ClientContext>
  )
}
