import type { ColumnsOf, FiltersOf, ListedField, listColumns, sortColumns } from '../../../shared/ipc/list-columns.ts'
import { documentFields } from '../../../shared/records/document.ts'
import { documentSummaryFields } from '../../../shared/records/document-summary.ts'
import { entityFields } from '../../../shared/records/entity.ts'
import { type Field, type Fields, isText, namesWith } from '../../../shared/records/field.ts'
import { householdFields } from '../../../shared/records/household.ts'
import { individualFields } from '../../../shared/records/individual.ts'
import { userFields } from '../../../shared/records/user.ts'
import { valuationFields } from '../../../shared/records/valuation.ts'
import { type ListedResource, type Resource, tableOf } from '../../../shared/service/resource.ts'
import { searchRowOf } from '../mirror/record-tables.ts'
import { type Borrowed, type ColumnSource, type ListShape, notedIds } from './list-order.ts'

type Columns<Of extends keyof typeof listColumns> = Record<ColumnsOf<Of>, ColumnSource> &
  Partial<Record<FiltersOf<Of> | keyof (typeof sortColumns)[Of], ColumnSource>>
type ShapeOf<Of extends keyof typeof listColumns> = Omit<ListShape, 'columns'> & { columns: Columns<Of> }

/** A column of this table that is never NULL. */
const own = (column: string): ColumnSource => ({ from: 'own', value: `t.${column}`, nullable: false })
const optional = (column: string): ColumnSource => ({ from: 'own', value: `t.${column}`, nullable: true })
/** A word that may be missing or empty, which is treated as the same. */
const ownOrEmpty = (column: string): ColumnSource => ({
  from: 'own',
  value: `nullif(t.${column}, '')`,
  nullable: true,
})

/** Records that the user left out of the rules of a filter; the notes are their ids. */
const leftOut = {
  left_out: {
    yes: 't.id IN (SELECT b.value FROM json_each(?) b)',
    no: 't.id NOT IN (SELECT b.value FROM json_each(?) b)',
    ids: true,
  },
} as const

/** The columns that are fields of the record itself. */
function fieldsOf<F extends Fields>(fields: F) {
  const columns = namesWith(fields, 'listed').flatMap((name): [string, ColumnSource][] => {
    const field = fields[name] as Field
    if (field.kind === 'link') return []
    // An empty text is sorted and filtered like a missing one.
    if (isText(field)) return [[name, optional(`${name}_sort`)]]
    if (field.required) return [[name, own(name)]]
    return [[name, field.kind === 'choice' ? ownOrEmpty(name) : optional(name)]]
  })
  return Object.fromEntries(columns) as Record<ListedField<F>, ColumnSource>
}

const stamps = { created_at: own('created_at'), updated_at: own('updated_at') }
const title = own('title_sort')

const countOf = (resource: ListedResource, column: string): ColumnSource => ({
  from: 'count',
  table: tableOf(resource),
  column,
  resource,
})

/** The name of a record that `t.<key>` refers to. `driven`: this list, if its table has an index on the key. */
function nameOf(resource: ListedResource, key: string, driven?: Resource): ColumnSource {
  const table = tableOf(resource)
  const borrowed: Borrowed = {
    key: `t.${key}`,
    value: 'b.title_sort',
    // Every record has a name: without a condition SQLite looks the ids up, and makes no table of them; none is without a name.
    keysWhere: (condition) => {
      const known = { 'b.title_sort IS NOT NULL': '', 'b.title_sort IS NULL': ' WHERE 0' }[condition]
      return `SELECT b.id FROM ${table} b${known ?? ` WHERE ${condition}`}`
    },
    join: `JOIN ${table} b ON b.id = t.${key}`,
    dependsOn: [resource],
  }
  if (!driven) return { from: 'other', ...borrowed }
  const drive = `${table} b CROSS JOIN ${tableOf(driven)} t ON t.${key} = b.id`
  // The index of valuations exists from the start, the others from the end of their first load.
  if (driven === 'valuations') return { from: 'other', ...borrowed, drive, drivenBy: resource }
  return { from: 'other', ...borrowed, drive, drivenBy: driven }
}

/** A column of an entity's latest valuation. */
const valued = (column: string): ColumnSource => ({
  from: 'other',
  key: 't.id',
  value: `b.${column}`,
  keysWhere: (condition) => `SELECT b.entity_id FROM valuations b WHERE ${condition}`,
  join: 'JOIN valuations b ON b.entity_id = t.id',
  drive: 'valuations b CROSS JOIN entities t ON t.id = b.entity_id',
  dependsOn: ['valuations'],
})

/** A figure of a household, as it is kept in a column of `b`; see `mirror/household-totals.ts`. */
const figure = (value: string, dependsOn: readonly Resource[] = ['entities', 'valuations']): ColumnSource => ({
  from: 'other',
  key: 't.id',
  value,
  keysWhere: (condition) => `SELECT b.household_id FROM household_total b WHERE ${condition}`,
  join: 'JOIN household_total b ON b.household_id = t.id',
  drive: 'household_total b CROSS JOIN households t ON t.id = b.household_id',
  dependsOn,
})

/** Figures that also depend on who is a living primary. */
const compared = ['individuals', 'entities', 'valuations'] as const

/** How a record refers to its household, as `h`. */
type ToHousehold = {
  key: string
  /** The keys of the records whose household's id is in a query. */
  keysOf: (households: string) => string
  join: string
  /** From `h` to this list. */
  back: string
  dependsOn: readonly Resource[]
}

const ofEntity: ToHousehold = {
  key: 't.household_id',
  keysOf: (households) => households,
  join: 'JOIN households h ON h.id = t.household_id',
  back: 'CROSS JOIN entities t ON t.household_id = h.id',
  dependsOn: ['households'],
}

const ofValuation: ToHousehold = {
  key: 't.entity_id',
  keysOf: (households) => `SELECT e.id FROM entities e WHERE e.household_id IN (${households})`,
  join: 'JOIN entities e ON e.id = t.entity_id JOIN households h ON h.id = e.household_id',
  back: 'CROSS JOIN entities e ON e.household_id = h.id CROSS JOIN valuations t ON t.entity_id = e.id',
  dependsOn: ['entities', 'households'],
}

/** The relationship owner of a record's household: the user's id and name. */
const ownerOf = ({ key, keysOf, join, back, dependsOn }: ToHousehold) => ({
  owner_name: {
    from: 'other',
    key,
    value: 'b.title_sort',
    keysWhere: (condition) =>
      keysOf(`SELECT h.id FROM households h WHERE h.owner_id IN (SELECT b.id FROM users b WHERE ${condition})`),
    join: `${join} JOIN users b ON b.id = h.owner_id`,
    drive: `users b CROSS JOIN households h ON h.owner_id = b.id ${back}`,
    drivenBy: 'entities',
    dependsOn: [...dependsOn, 'users'],
  } satisfies ColumnSource,
  owner_id: {
    from: 'other',
    key,
    value: 'h.owner_id',
    keysWhere: (condition) => keysOf(`SELECT h.id FROM households h WHERE ${condition}`),
    join,
    drive: `households h ${back}`,
    drivenBy: 'entities',
    dependsOn,
  } satisfies ColumnSource,
})

/** Rows of a resource whose text matches a full-text expression, the parameter. */
const foundIn = (resource: ListedResource) =>
  `SELECT f.rowid / 8 FROM search f WHERE f.search MATCH ? AND f.rowid % 8 = ${searchRowOf(resource, 0)}`

const inHousehold = { household_id: 't.household_id = ?' }
const byName = ['title']
const ofWhole = ['title', 'updated_at', 'household_name']

/** Signs that two people of one name may be one: conditions over the rows of both. */
export const sharesOfDoubles = (one: string, other: string) => ({
  birth: `+${other}.date_of_birth = ${one}.date_of_birth`,
  email: `+${other}.email_sort = ${one}.email_sort`,
  // No two dates contradict each other.
  household: `(+${other}.household_id = ${one}.household_id AND (${one}.date_of_birth IS NULL OR ${other}.date_of_birth IS NULL))`,
})

/** Whether a person may be recorded a second time as another one of the same name; everything is in the index of names. */
export const mayBeDouble = (one: string, other: string): string =>
  `${other}.title_sort = ${one}.title_sort AND (${Object.values(sharesOfDoubles(one, other)).join(' OR ')})`

/** Whether another person may be the same one; the parameter has the pairs that the user said are not, see `readApart`. */
const hasDouble = `EXISTS (SELECT 1 FROM individuals d WHERE ${mayBeDouble('t', 'd')} AND d.id <> t.id
  AND min(t.id, d.id) || ' ' || max(t.id, d.id) NOT IN (SELECT value FROM json_each(?)))`

/**
 * The households that share their name and someone with another one, as `readDoubles` finds them. It begins with the names of people: more
 * households than people share one, so that those of all these households would be read. The parameter is that of {@link hasDouble}.
 */
const sharedHouseholds = `WITH apart AS MATERIALIZED (SELECT value FROM json_each(?)),
  name AS MATERIALIZED (SELECT title_sort FROM individuals GROUP BY title_sort HAVING count(*) > 1)
  SELECT g.id FROM name n CROSS JOIN individuals p ON p.title_sort = n.title_sort
    CROSS JOIN individuals q ON ${mayBeDouble('p', 'q')} AND q.household_id <> p.household_id
    CROSS JOIN households g ON g.id = p.household_id
    CROSS JOIN households h ON h.id = q.household_id AND h.title_sort = g.title_sort
  WHERE min(p.id, q.id) || ' ' || max(p.id, q.id) NOT IN apart AND min(g.id, h.id) || ' ' || max(g.id, h.id) NOT IN apart`

export const householdShape: ShapeOf<'households'> = {
  resource: 'households',
  tieBreak: 'id',
  columns: {
    title,
    primaries: optional('primaries_sort'),
    owner_name: nameOf('users', 'owner_id', 'households'),
    owner_id: own('owner_id'),
    ...fieldsOf(householdFields),
    directly_held_asset_value: figure('b.directly_held_asset_value'),
    in_estate_share: figure('b.in_estate_share'),
    in_estate_value: figure('b.in_estate_value'),
    against_amount: figure('b.against_amount', compared),
    above_amount: figure('(b.against_amount > 0)', compared),
    oldest_figure: figure('b.oldest_figure'),
    individual_count: countOf('individuals', 'household_id'),
    entity_count: countOf('entities', 'household_id'),
    document_count: countOf('documents', 'household_id'),
    ...stamps,
  },
  noted: {
    ...leftOut,
    possible_double: {
      ...{ yes: `t.id IN (${sharedHouseholds})`, no: `t.id NOT IN (${sharedHouseholds})` },
      dependsOn: ['individuals'],
    },
  },
  scopes: { owner_id: 't.owner_id = ?', household_id: 't.id = ?' },
  walks: { '': ['title', 'updated_at'], owner_id: byName },
}

export const individualShape: ShapeOf<'individuals'> = {
  resource: 'individuals',
  tieBreak: 'id',
  columns: {
    title,
    household_name: nameOf('households', 'household_id', 'individuals'),
    ...fieldsOf(individualFields),
    ...stamps,
  },
  noted: {
    ...leftOut,
    possible_double: { yes: hasDouble, no: `NOT ${hasDouble}` },
    acts_for_others: {
      yes: '(t.is_trustee = 1 OR t.id IN (SELECT b.value FROM json_each(?) b))',
      no: '(t.is_trustee = 0 AND t.id NOT IN (SELECT b.value FROM json_each(?) b))',
    },
  },
  scopes: { ...inHousehold, individual_id: 't.id = ?' },
  walks: { '': ofWhole, household_id: byName },
}

export const entityShape: ShapeOf<'entities'> = {
  resource: 'entities',
  tieBreak: 'id',
  columns: {
    title,
    household_name: nameOf('households', 'household_id', 'entities'),
    ...ownerOf(ofEntity),
    ...fieldsOf(entityFields),
    directly_held_asset_value: valued('directly_held_asset_value'),
    effective_date: valued('effective_date'),
    document_count: countOf('documents', 'entity_id'),
    trustees: { from: 'noted' },
    ...stamps,
  },
  noted: leftOut,
  scopes: { ...inHousehold, entity_id: 't.id = ?' },
  walks: { '': ofWhole, household_id: byName, kind: byName },
}

const toHousehold = 'JOIN entities e ON e.id = t.entity_id JOIN households b ON b.id = e.household_id'

export const valuationShape: ShapeOf<'valuations'> = {
  resource: 'valuations',
  tieBreak: 'entity_id',
  columns: {
    title: nameOf('entities', 'entity_id', 'valuations'),
    household_name: {
      from: 'other',
      key: 't.entity_id',
      value: 'b.title_sort',
      keysWhere: (condition) =>
        `SELECT e.id FROM entities e WHERE e.household_id IN (SELECT b.id FROM households b WHERE ${condition})`,
      join: toHousehold,
      drive: `households b CROSS JOIN entities e ON e.household_id = b.id
        CROSS JOIN valuations t ON t.entity_id = e.id`,
      drivenBy: 'entities',
      dependsOn: ['entities', 'households'],
    },
    ...ownerOf(ofValuation),
    ...fieldsOf(valuationFields),
    asset_count: own('asset_count'),
    ...stamps,
  },
  scopes: {
    entity_id: 't.entity_id = ?',
    household_id: 't.entity_id IN (SELECT s.id FROM entities s WHERE s.household_id = ?)',
  },
  walks: { '': ['title', 'household_name'] },
}

export const documentShape: ShapeOf<'documents'> = {
  resource: 'documents',
  tieBreak: 'id',
  columns: {
    title,
    ...fieldsOf(documentFields),
    household_name: nameOf('households', 'household_id', 'documents'),
    entity_name: nameOf('entities', 'entity_id'),
    individual_name: nameOf('individuals', 'individual_id'),
    summary_count: countOf('document-summaries', 'document_id'),
    ...stamps,
  },
  noted: leftOut,
  scopes: {
    ...inHousehold,
    entity_id: 't.entity_id = ?',
    individual_id: 't.individual_id = ?',
    document_id: 't.id = ?',
  },
  words: {
    summary_text: {
      condition: `t.id IN (SELECT s.document_id FROM document_summaries s WHERE s.row IN (${foundIn('document-summaries')}))`,
      dependsOn: ['document-summaries'],
    },
  },
  walks: { '': ofWhole, household_id: byName, entity_id: byName, individual_id: byName, type: byName },
}

export const documentSummaryShape: ShapeOf<'document-summaries'> = {
  resource: 'document-summaries',
  tieBreak: 'id',
  columns: {
    title,
    document_name: nameOf('documents', 'document_id', 'document-summaries'),
    household_name: nameOf('households', 'household_id', 'document-summaries'),
    ...fieldsOf(documentSummaryFields),
    ...stamps,
    // Those that wait come before those that need no review.
    reviewed_at: { from: 'noted', rest: `t.entry_mode <> 'AI_AUTO'` },
  },
  noted: {
    reviewed: {
      yes: `t.id IN (${notedIds})`,
      no: `t.entry_mode = 'AI_AUTO' AND t.id NOT IN (${notedIds})`,
    },
  },
  scopes: { ...inHousehold, document_id: 't.document_id = ?' },
  walks: { '': [...ofWhole, 'document_name'], household_id: byName, document_id: byName },
}

export const userShape: ShapeOf<'users'> = {
  resource: 'users',
  tieBreak: 'id',
  columns: { title, ...fieldsOf(userFields), household_count: countOf('households', 'owner_id'), ...stamps },
  scopes: {},
  walks: { '': ['title', 'updated_at'] },
}

/** Every list, by its resource. */
export const listShapes: Readonly<Record<Resource, ListShape>> = {
  households: householdShape,
  individuals: individualShape,
  entities: entityShape,
  valuations: valuationShape,
  documents: documentShape,
  'document-summaries': documentSummaryShape,
  users: userShape,
}
