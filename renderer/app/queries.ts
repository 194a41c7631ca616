import { notifications } from '@mantine/notifications'
import { MutationCache, QueryClient } from '@tanstack/react-query'
import type { Api } from '../lib/api.ts'
import type { Question } from '../lib/client/ask-ahead.ts'
import { presentError } from '../lib/present-error.ts'
import { everyStart, questionsOf } from './first-questions.ts'

/** What was asked for and failed is said in a corner, unless its screen says so itself (`meta.shown`). */
function sayFailure(thrown: Error) {
  const { code, title, cause, nextStep } = presentError(thrown)
  // The lock screen says so.
  if (code === 'custody/locked') return
  notifications.show({ title, message: `${cause} ${nextStep}`, color: 'red', autoClose: 10_000 })
}

/** Reads come from this computer: they do not depend on the network, and events say when they are stale. */
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

/** Puts the answers that were asked for ahead where the screens look for them: those of every start, and the screen's own. */
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
