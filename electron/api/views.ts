import { AppError, type FieldIssue } from '../../shared/domain/app-error.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import { addedColumns, groupColumnsOf, listColumns, sortColumns } from '../../shared/ipc/list-columns.ts'
import { type SavedView, strictFilters } from '../../shared/ipc/views.ts'
import { type Resource, resources } from '../../shared/service/resource.ts'
import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import type { Connection } from '../tenants/connection.ts'
import type { UseCases } from './core.ts'
import type { EventHub } from './event-hub.ts'

type Kept = Extract<AppEvent, { type: 'kept' }>['what']

/**
 * The user's own data in the ledger: saved views, recent and favourite records, who they are, and unsaved
 * form input.
 */
export function createViewUseCases(
  runtimes: Runtimes,
  publish: EventHub['publish'],
): Pick<UseCases, 'views' | 'places' | 'drafts'> {
  const inConnection = withConnection(runtimes)
  /** Notifies every window, including the one that made the change; all of them reload. */
  const changed = ({ id: connectionId }: Connection, what: Kept) => publish({ type: 'kept', connectionId, what })
  return {
    views: {
      list: inConnection(({ store }, { resource }) => store.read('views.list', { resource })),
      all: inConnection(({ store }) => store.read('views.all', {})),
      save: inConnection(async ({ store }, { view }, connection) => {
        assertViewIsValid(view)
        await store.writeLedger('views.save', view)
        changed(connection, 'views')
        return view
      }),
      remove: inConnection(async ({ store }, { id }, connection) => {
        await store.writeLedger('views.remove', { id })
        changed(connection, 'views')
      }),
    },
    places: {
      recents: inConnection(({ store }) => store.read('places.recents', {})),
      visit: inConnection(async ({ store }, place, connection) => {
        await store.writeLedger('places.visit', known(place))
        changed(connection, 'recents')
      }),
      favourites: inConnection(({ store }) => store.read('places.favourites', {})),
      setFavourite: inConnection(async ({ store }, { favourite, ...place }, connection) => {
        await store.writeLedger('places.setFavourite', { ...known(place), favourite })
        changed(connection, 'favourites')
      }),
      me: inConnection(({ store }, _input, { user }) => store.read('places.me', { user })),
      setMe: inConnection(async ({ store }, { user_id }, connection) => {
        await store.writeLedger('places.setMe', { user_id })
        changed(connection, 'me')
      }),
    },
    drafts: {
      list: inConnection(({ store }) => store.read('drafts.list', {})),
      keep: inConnection(({ store }, draft) => store.writeLedger('drafts.keep', draft)),
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
function assertViewIsValid({ resource, filters, sort, columns, group }: SavedView): void {
  const issues: FieldIssue[] = []
  for (const { path, message } of strictFilters(resource).safeParse(filters).error?.issues ?? []) {
    issues.push({ field: ['filters', ...path].join('.'), message })
  }
  if (group !== undefined && !groupColumnsOf(listColumns[resource]).includes(group)) {
    issues.push({ field: 'group', message: 'This list cannot be grouped by that column.' })
  }
  const isColumn = (column: string) => Object.hasOwn(listColumns[resource], column)
  if (sort !== null && !Object.hasOwn(sortColumns[resource], sort.column)) {
    issues.push({ field: 'sort.column', message: 'This list cannot be sorted by that column.' })
  }
  const seen = new Set<string>()
  columns.forEach(({ column }, at) => {
    if (!isColumn(column) && !addedColumns[resource]?.includes(column))
      issues.push({ field: `columns.${at}`, message: 'This list has no such column.' })
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
