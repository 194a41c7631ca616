import { AppError, type FieldIssue } from '../../shared/domain/app-error.ts'
import { listColumns } from '../../shared/ipc/list-columns.ts'
import { type SavedView, strictFilters } from '../../shared/ipc/views.ts'
import { type Resource, resources } from '../../shared/service/resource.ts'
import type { Runtimes } from '../connections/runtimes.ts'
import type { Core } from './core.ts'
import type { EventHub } from './event-hub.ts'

/** Notifies every window, including the one that made the change; all of them reload. */
type Publish = EventHub['publish']

/** Saved views, stored in the ledger. */
export function createViewUseCases(runtimes: Runtimes, publish: Publish): Core['views'] {
  const storeOf = async (id: string) => (await (await runtimes.get(id)).open()).store
  const changed = (connectionId: string) => publish({ type: 'kept', connectionId, what: 'views' })
  return {
    list: async (id, resource) => (await storeOf(id)).read('views.list', { resource }),
    async save(id, view) {
      assertViewIsValid(view)
      await (await storeOf(id)).keep('views.save', view)
      changed(id)
      return view
    },
    async remove(id, viewId) {
      await (await storeOf(id)).keep('views.remove', { id: viewId })
      changed(id)
    },
  }
}

/** Recent and favourite records, and the current user. */
export function createPlaceUseCases(runtimes: Runtimes, publish: Publish): Core['places'] {
  const runtimeOf = async (id: string) => {
    const { connection, open } = await runtimes.get(id)
    return { connection, store: (await open()).store }
  }
  const storeOf = async (id: string) => (await runtimeOf(id)).store
  return {
    recents: async (id) => (await storeOf(id)).read('places.recents', {}),
    async visit(id, place) {
      await (await storeOf(id)).keep('places.visit', known(place))
      publish({ type: 'kept', connectionId: id, what: 'recents' })
    },
    favourites: async (id) => (await storeOf(id)).read('places.favourites', {}),
    async setFavourite(id, { favourite, ...place }) {
      await (await storeOf(id)).keep('places.setFavourite', { ...known(place), favourite })
      publish({ type: 'kept', connectionId: id, what: 'favourites' })
    },
    async me(id) {
      const { connection, store } = await runtimeOf(id)
      return store.read('places.me', { user: connection.user })
    },
    async setMe(id, userId) {
      await (await storeOf(id)).keep('places.setMe', { user_id: userId })
      publish({ type: 'kept', connectionId: id, what: 'me' })
    },
  }
}

/** @throws AppError `ipc/bad-request` for an unknown kind of record */
function known({ resource, id }: { resource: string; id: string }): { resource: Resource; id: string } {
  const found = resources.find((candidate) => candidate === resource)
  if (found !== undefined) return { resource: found, id }
  throw badRequest([{ field: 'resource', message: 'Unknown kind of record.' }])
}

/** Rejects a view that its list does not support: the ledger would keep it indefinitely. */
function assertViewIsValid({ resource, filters, sort, columns }: SavedView): void {
  const issues: FieldIssue[] = []
  for (const { path, message } of strictFilters(resource).safeParse(filters).error?.issues ?? []) {
    issues.push({ field: ['filters', ...path].join('.'), message })
  }
  const isColumn = (column: string) => Object.hasOwn(listColumns[resource], column)
  if (sort !== null && !isColumn(sort.column)) {
    issues.push({ field: 'sort.column', message: 'This list cannot be sorted by that column.' })
  }
  const seen = new Set<string>()
  columns.forEach(({ column }, at) => {
    if (!isColumn(column)) issues.push({ field: `columns.${at}`, message: 'This list has no such column.' })
    if (seen.has(column)) issues.push({ field: `columns.${at}`, message: 'This column appears twice.' })
    seen.add(column)
  })
  if (issues.length > 0) throw badRequest(issues)
}

function badRequest(issues: readonly FieldIssue[]): AppError {
  return new AppError('ipc/bad-request', {
    message: 'This cannot be saved as it is.',
    nextStep: 'Correct the fields listed, then save again.',
    issues,
  })
}
