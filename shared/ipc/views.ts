import { z } from 'zod'
import { filtersOf } from './filters.ts'
import { filterColumns, listColumns } from './list-columns.ts'
import { connectionId, idInput, nothing, ownId, procedure } from './procedure.ts'

export const viewedResources = Object.keys(listColumns) as [keyof typeof listColumns, ...(keyof typeof listColumns)[]]

/** The layout of one column; the order of columns is the array's. */
export const columnLayout = z.strictObject({
  column: z.string().max(64),
  hidden: z.boolean(),
  pinned: z.boolean(),
  /** Pixels; null for the column's default. */
  width: z.number().int().min(40).max(2000).nullable(),
})

const anyFilter = z.strictObject({
  column: z.string().max(64),
  operator: z.string().max(32),
  values: z.array(z.union([z.string().max(500), z.number(), z.boolean()])).max(200),
})

/** A saved configuration of a list: filters, sort order, columns. Stored in the ledger. */
export const savedView = z.strictObject({
  id: ownId,
  resource: z.enum(viewedResources),
  name: z.string().min(1).max(100),
  filters: z.array(anyFilter).max(30),
  sort: z.strictObject({ column: z.string().max(64), direction: z.enum(['asc', 'desc']) }).nullable(),
  columns: z.array(columnLayout).max(60),
  /** The column by which the list is grouped. */
  group: z.string().max(64).optional(),
})

const resource = z.enum(viewedResources)

/** A record that was visited or marked as a favourite. */
export const place = z.strictObject({ resource: z.string().max(32), id: idInput, title: z.string() })

/** Saved views, favourites and recent records of one connection, and the current user. */
export const viewsContract = {
  list: procedure({ permission: 'read' }).input(z.strictObject({ connectionId, resource })).output(z.array(savedView)),
  /** The views of all lists. */
  all: procedure({ permission: 'read' }).input(z.strictObject({ connectionId })).output(z.array(savedView)),
  /** Creates a view, or replaces the one with its id. Throws `ipc/bad-request` for filters that the resource does not have. */
  save: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, view: savedView }))
    .output(savedView),
  remove: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, id: ownId }))
    .output(nothing),
}

export const placesContract = {
  /** Newest first, at most 50; with current titles, without records that no longer exist. */
  recents: procedure({ permission: 'read' }).input(z.strictObject({ connectionId })).output(z.array(place)),
  /** Records that a record was opened. */
  visit: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, resource: z.string().max(32), id: idInput }))
    .output(nothing),
  /** The records that the user marked, those in the offline copy alone. */
  favourites: procedure({ permission: 'read' }).input(z.strictObject({ connectionId })).output(z.array(place)),
  setFavourite: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, resource: z.string().max(32), id: idInput, favourite: z.boolean() }))
    .output(nothing),
  /** The current user, as the user has said; until then, `proposed` is who the connection's user name seems to be, if anyone. */
  me: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId }))
    .output(
      z.strictObject({
        user_id: z.string().nullable(),
        proposed: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
      }),
    ),
  setMe: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, user_id: idInput.nullable() }))
    .output(nothing),
}

/** The strict filter schema of one resource, to parse the filters of a saved view. */
export const strictFilters = (of: keyof typeof listColumns) => filtersOf<string>(filterColumns[of])

export type SavedView = z.infer<typeof savedView>
export type ColumnLayout = z.infer<typeof columnLayout>
export type Place = z.infer<typeof place>
