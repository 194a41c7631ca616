import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
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

/**
 * Reads again what was marked as stale during its first read. The library takes the answer of a first read for the latest, although what
 * changed since it began may not be in it: a page would show a file as being read until the next change.
 */
class Queries extends QueryClient {
  readonly #firstReads = new Map<Query, Promise<void>>()

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
    const again = first.map((query) => ({ isShown: query.isActive(), ended: this.#readAgain(query) }))
    await super.invalidateQueries(filters, options)
    // A read that no screen waits for holds up no later round.
    await Promise.all(again.flatMap(({ isShown, ended }) => (isShown ? ended : [])))
  }

  #readAgain(query: Query): Promise<void> {
    const before = this.#firstReads.get(query)
    if (before) return before
    // The fetch under way: its failure is shown where the query is used.
    const again = query
      .fetch()
      .then(
        () => super.invalidateQueries({ queryKey: query.queryKey, exact: true }),
        () => {},
      )
      .finally(() => this.#firstReads.delete(query))
    this.#firstReads.set(query, again)
    return again
  }
}

/** Query client for data on this computer: reads do not depend on the network, and events mark them as stale. */
export const createQueries = () =>
  new Queries({
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
