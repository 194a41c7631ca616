import { z } from 'zod'
import { document } from '../service/document.ts'
import { documentSummary } from '../service/document-summary.ts'
import { entity } from '../service/entity.ts'
import { household } from '../service/household.ts'
import { individual } from '../service/individual.ts'
import { resources } from '../service/resource.ts'
import { user } from '../service/user.ts'
import { valuation } from '../service/valuation.ts'
import { filtersOf, listScope } from './filters.ts'
import { filterColumns, groupColumnsOf, type ListColumn, listColumns, sortColumns } from './list-columns.ts'
import { observedProcedure } from './observed.ts'
import { connectionId, idInput, nothing, procedure } from './procedure.ts'
import { documentRow, documentSummaryRow, entityRow, individualRow, pendingMark, windows } from './rows.ts'

/** The most rows in one windowed read. */
export const maxWindow = 500

/**
 * A window of a filtered and sorted list: rows `offset` to `offset + limit`. `scope` narrows the list by exact id. With `group`, the
 * rows of a group follow each other, in the order of `rollUps.groups`, and are sorted within it.
 */
const listInput = <Column extends string, Asked extends string>(
  columns: Readonly<Record<Column, ListColumn>>,
  asked: Readonly<Record<Asked, ListColumn>>,
) =>
  z.strictObject({
    connectionId,
    offset: z.number().int().min(0),
    limit: z.number().int().min(1).max(maxWindow),
    sort: z.strictObject({
      column: z.enum(Object.keys(columns) as [Column, ...Column[]]),
      direction: z.enum(['asc', 'desc']),
    }),
    filters: filtersOf(asked).optional(),
    scope: listScope.optional(),
    group: z
      .string()
      .max(64)
      .refine((column) => groupColumnsOf(columns).includes(column), 'This list cannot be grouped by that column.')
      .optional(),
  })

/** A filtered, sorted and narrowed list, without a window. */
export const listQuery = <Column extends string, Asked extends string>(
  columns: Readonly<Record<Column, ListColumn>>,
  asked: Readonly<Record<Asked, ListColumn>>,
) => listInput(columns, asked).omit({ connectionId: true, offset: true, limit: true })

const listOf = <Column extends string, Asked extends string, Answer extends z.ZodType>(
  columns: Readonly<Record<Column, ListColumn>>,
  asked: Readonly<Record<Asked, ListColumn>>,
  answer: Answer,
) => procedure({ permission: 'read' }).input(listInput(columns, asked)).output(answer)

/** The unfinished writes about a record; `operations` in the order they were made. */
export const pendingWork = z.strictObject({
  mark: pendingMark,
  attention: z.boolean(),
  operations: z.array(z.string()),
})

/** A record with all pending writes applied, and when the service last confirmed it (ISO 8601). */
const checked = <Schema extends z.ZodType>(record: Schema) =>
  z.strictObject({ record, checked_at: z.string(), pending: pendingWork.nullable() })

/** A related record; `name` is null if the record is not in the cache. */
const link = z.strictObject({ id: z.string(), name: z.string().nullable() })

/** One observation of an entity's latest valuation by this device. */
const observation = z.strictObject({
  observed_at: z.string(),
  valuation_id: z.string(),
  effective_date: z.string(),
  directly_held_asset_value: z.number(),
  total_value: z.number(),
})

const byId = z.strictObject({ connectionId, id: idInput })

const householdDetail = checked(household).extend({
  title: z.string(),
  owner: link,
  individuals: z.array(individualRow),
  entities: z.array(entityRow),
  documents: z.array(documentRow),
  summaries: z.array(documentSummaryRow),
  /** The full counts: the lists above contain at most 200 records each. */
  counts: z.strictObject({
    individuals: z.number().int(),
    entities: z.number().int(),
    documents: z.number().int(),
    summaries: z.number().int(),
  }),
})

const entityDetail = checked(entity).extend({
  household: link,
  valuation: checked(valuation).nullable(),
  /** When the service last answered for this entity's valuation, ISO 8601; null if never. */
  valuation_checked_at: z.string().nullable(),
  /**
   * Set if the last request for it was not answered: when (ISO 8601), and with which HTTP status; 0 if the answer could not be read.
   * Nothing is concluded from it, and the valuation is requested again in the next run.
   */
  valuation_unanswered: z.strictObject({ at: z.string(), status: z.number().int() }).nullable(),
  observations: z.array(observation),
  documents: z.array(documentRow),
})

export const householdsContract = {
  list: listOf(listColumns.households, filterColumns.households, windows.households),
  get: procedure({ permission: 'read' }).input(byId).output(householdDetail),
  /**
   * Requests the latest valuations of the household's entities from the service now, before those of any run, except those
   * checked within the last minute. Throws `service/…` and `auth/…`.
   */
  refreshValuations: procedure({ permission: 'connect' })
    .input(byId)
    .output(z.strictObject({ asked: z.number().int(), refused: z.number().int() })),
}
export const individualsContract = {
  list: listOf(listColumns.individuals, filterColumns.individuals, windows.individuals),
  get: procedure({ permission: 'read' })
    .input(byId)
    .output(checked(individual).extend({ title: z.string(), household: link, documents: z.array(documentRow) })),
}
export const entitiesContract = {
  list: listOf(sortColumns.entities, filterColumns.entities, windows.entities),
  get: procedure({ permission: 'read' }).input(byId).output(entityDetail),
  /** Requests the latest valuation from the service now, before all queued requests. */
  refreshValuation: procedure({ permission: 'connect' })
    .input(byId)
    .output(z.strictObject({ found: z.boolean() })),
}
export const valuationsContract = {
  list: listOf(listColumns.valuations, filterColumns.valuations, windows.valuations),
  /** By valuation id. */
  get: procedure({ permission: 'read' })
    .input(byId)
    .output(checked(valuation).extend({ entity: link, household: link.nullable() })),
  observed: observedProcedure,
}
export const documentsContract = {
  list: listOf(listColumns.documents, filterColumns.documents, windows.documents),
  get: procedure({ permission: 'read' })
    .input(byId)
    .output(
      checked(document).extend({
        household: link,
        entity: link.nullable(),
        individual: link.nullable(),
        summaries: z.array(documentSummaryRow),
      }),
    ),
}
/** An AI-generated summary, as it was before its first edit on this computer. */
const summaryOriginal = z.strictObject({
  /** When the first edit was saved, ISO 8601. */
  kept_at: z.string(),
  display_name: z.string(),
  summary: z.string(),
  summary_format: z.string().nullable(),
})

export const documentSummariesContract = {
  list: listOf(sortColumns['document-summaries'], filterColumns['document-summaries'], windows['document-summaries']),
  get: procedure({ permission: 'read' })
    .input(byId)
    .output(
      checked(documentSummary).extend({
        household: link,
        document: link,
        /** When the user reviewed it (ISO 8601), which version, and whether it has not changed since; null if they did not. */
        reviewed: z.strictObject({ at: z.string(), updated_at: z.string(), is_current: z.boolean() }).nullable(),
      }),
    ),
  /** The AI summaries in an owner's households, or all, that the user has not reviewed: their number, and those around one of them. */
  toReview: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, id: idInput, owner_id: idInput.nullable() }))
    .output(z.strictObject({ previous: z.string().nullable(), next: z.string().nullable(), total: z.number().int() })),
  /** Notes on this computer that the user reviewed this version of a summary; null takes the last review back, so that one before counts again. */
  setReviewed: procedure({ permission: 'keep' })
    .input(
      z.strictObject({
        connectionId,
        id: idInput,
        updated_at: z.string().max(64).nullable(),
      }),
    )
    .output(nothing),
  /** Null if it is not AI-generated, or was never edited here. */
  original: procedure({ permission: 'read' })
    .input(byId)
    .output(z.strictObject({ original: summaryOriginal.nullable() })),
}
export const usersContract = {
  list: listOf(listColumns.users, filterColumns.users, windows.users),
  get: procedure({ permission: 'read' })
    .input(byId)
    .output(checked(user).extend({ title: z.string(), household_count: z.number().int() })),
}

/** A record that could not be parsed: stored complete, shown, never dropped. */
export const setAsideRecord = z.strictObject({
  key: z.string(),
  resource: z.enum(resources),
  id: z.string().nullable(),
  /** Path of the first invalid field, such as `directly_held_assets.0.value`. */
  field: z.string(),
  problem: z.string(),
  seen_at: z.string(),
  /** The record as received, pretty-printed JSON, cut at 100,000 characters. */
  json: z.string(),
})

export const setAsideContract = {
  list: procedure({ permission: 'read' })
    .input(
      z.strictObject({
        connectionId,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(100),
      }),
    )
    .output(z.strictObject({ records: z.array(setAsideRecord), total: z.number().int() })),
}

/** The matches of the query in a text: start and end (exclusive), in UTF-16 code units. */
const matches = z.array(z.tuple([z.number().int(), z.number().int()]))

export const searchHit = z.strictObject({
  resource: z.enum(resources),
  id: z.string(),
  title: z.string(),
  title_matches: matches,
  /** A line that helps to tell hits apart: a household's name, an e-mail address, a kind. */
  subtitle: z.string(),
  /** The matching passage if it is not the title: a note, a sentence of a summary, an address, an asset's name. */
  snippet: z.string().nullable(),
  snippet_matches: matches,
  pending: pendingMark.nullable(),
  /**
   * `name`: every word is in the title; `type`: the words name its kind or type; `role`: they name someone who has a role in it;
   * `text`: in its other texts; `similar`: none of these.
   */
  found_by: z.enum(['name', 'type', 'role', 'text', 'similar']),
})

export const searchContract = {
  /**
   * Full-text search in names, e-mail addresses, addresses, external ids, notes, summaries and asset names, and by kinds of entities and
   * types of documents; best match first. Case and accents are ignored, words may be incomplete, and a name may have a wrong letter,
   * or two if another word of it is right.
   */
  query: procedure({ permission: 'read' })
    .input(
      z.strictObject({
        ...{ connectionId, text: z.string().max(200), limit: z.number().int().min(1).max(51) },
        /** Of these households alone, and users. */
        household_ids: z.array(idInput).max(200_000).optional(),
      }),
    )
    .output(z.strictObject({ hits: z.array(searchHit) })),
}

export type PendingWork = z.infer<typeof pendingWork>
export type SetAsideRecord = z.infer<typeof setAsideRecord>
export type SearchHit = z.infer<typeof searchHit>
export type SummaryOriginal = z.infer<typeof summaryOriginal>
