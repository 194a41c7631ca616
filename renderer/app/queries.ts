import { notifications } from '@mantine/notifications'
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { explanationOf, presentError } from '../lib/present-error.ts'

/** Shows a toast for a failed mutation unless the screen shows the error itself (`meta.shown`). */
function sayFailure(thrown: Error) {
  const error = presentError(thrown)
  // The lock screen shows this state.
  if (error.code === 'custody/locked') return
  notifications.show({ title: error.title, message: explanationOf(error), color: 'red', autoClose: 10_000 })
}

/** Query client for data on this computer: reads do not depend on the network, and events mark them as stale. */
export const createQueries = () =>
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
