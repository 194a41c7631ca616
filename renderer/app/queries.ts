import { notifications } from '@mantine/notifications'
import { MutationCache, QueryClient } from '@tanstack/react-query'
import type { Api } from '../lib/api.ts'
import type { Question } from '../lib/client/ask-ahead.ts'
import { presentError } from '../lib/present-error.ts'
import { everyStart, questionsOf } from './first-questions.ts'

/** Shows a toast for a failed mutation unless the screen shows the error itself (`meta.shown`). */
function sayFailure(thrown: Error) {
  const { code, title, cause, nextStep } = presentError(thrown)
  // The lock screen shows this state.
  if (code === 'custody/locked') return
  notifications.show({ title, message: `${cause} ${nextStep}`, color: 'red', autoClose: 10_000 })
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

type Procedures = Readonly<
  Record<
    string,
    Readonly<Record<string, { queryOptions: (options: { input: unknown }) => { queryKey: readonly unknown[] } }>>
  >
>

/** Fills the query cache with the responses requested ahead: those of every start, and those of the screen at `address`. */
export function askScreen({ api, queries }: { api: Api; queries: QueryClient }, address: string) {
  const procedures = api as unknown as Procedures
  const put = async ({ path: [domain = '', name = ''], input }: Question) => {
    const options = procedures[domain]?.[name]?.queryOptions({ input })
    if (options) await queries.prefetchQuery(options)
  }
  const { preferences, info, connections } = everyStart
  return {
    needed: Promise.all([preferences, info, connections].map(put)),
    wanted: Promise.all(questionsOf(address).frame.map(put)),
  }
}
