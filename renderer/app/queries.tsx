import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { explanationOf, presentError } from '../lib/present-error.ts'

/** Shows a toast for a failed mutation unless the screen shows the error itself (`meta.shown`). */
function sayFailure(thrown: Error) {
  const error = presentError(thrown)
  // The lock screen shows this state.
  if (error.code === 'lock/locked') return
  notifications.show({ title: error.title, message: explanationOf(error), color: 'red', autoClose: 10_000 })
}

/**
 * Shows a toast for a failed read that has no place of its own on the screen, such as the choices of a field, so that nothing to choose
 * is not taken for none. Such a query names what it reads in `meta.part`.
 */
function sayUnread(thrown: Error, query: Query<unknown, unknown>) {
  const part = query.meta?.part
  const error = presentError(thrown)
  // The lock screen shows the one state, and presenter mode hides on purpose.
  const isMeant = error.code === 'lock/locked' || error.code === 'presenting/not-shown'
  if (typeof part !== 'string' || query.state.data !== undefined || isMeant) return
  const id = `unread ${query.queryHash}`
  const retry = () => {
    notifications.hide(id)
    void query.fetch().catch(() => {})
  }
  notifications.show({
    id,
    title: `${part} could not be read`,
    message: (
      <>
        {explanationOf(error)}{' '}
        <Button variant="default" size="compact-sm" onClick={retry}>
          Try again
        </Button>
      </>
    ),
    color: 'red',
    autoClose: false,
  })
}

/** Query client for data on this computer: reads do not depend on the network, and events mark them as stale. */
export const createQueries = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (thrown, query) => sayUnread(thrown, query as Query<unknown, unknown>) }),
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
      // A call that ended would keep its form, with all of its elements, for minutes.
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  })
