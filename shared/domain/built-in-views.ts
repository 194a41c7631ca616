import type { SavedView } from '../ipc/views.ts'
import type { Filter } from './filter-rules.ts'

/** A view that is part of Steward: listed like a saved one, but never stored, and with the list's default columns. */
export type BuiltInView = Omit<SavedView, 'filters'> & { filters: Filter[] }

type Look = { key: string; name: string; filters: Filter[]; sort?: SavedView['sort'] }

const condition = (column: string, operator: Filter['operator'], ...values: Filter['values']): Filter => ({
  column,
  operator,
  values,
})

const recentlyChanged: Look = {
  key: 'recently-changed',
  name: 'Recently changed',
  filters: [condition('updated_at', 'within_days', 7)],
  sort: { column: 'updated_at', direction: 'desc' },
}

const oldest: SavedView['sort'] = { column: 'effective_date', direction: 'asc' }

const looks: Readonly<Record<SavedView['resource'], readonly Look[]>> = {
  households: [
    recentlyChanged,
    { key: 'without-primary', name: 'Without a primary', filters: [condition('primaries', 'has_not')] },
  ],
  individuals: [
    recentlyChanged,
    { key: 'without-birth-date', name: 'Without a birth date', filters: [condition('date_of_birth', 'has_not')] },
    {
      key: 'living-without-birth-date',
      name: 'Living, without a birth date',
      filters: [condition('date_of_birth', 'has_not'), condition('is_deceased', 'is', false)],
    },
  ],
  entities: [
    recentlyChanged,
    {
      key: 'no-valuation-in-a-year',
      name: 'No valuation in a year',
      filters: [condition('effective_date', 'older_than_days', 365)],
      sort: oldest,
    },
    { key: 'never-valued', name: 'Never valued', filters: [condition('effective_date', 'has_not')] },
    { key: 'without-documents', name: 'Without documents', filters: [condition('document_count', 'equals', 0)] },
  ],
  valuations: [
    recentlyChanged,
    {
      key: 'older-than-a-year',
      name: 'Older than a year',
      filters: [condition('effective_date', 'older_than_days', 365)],
      sort: oldest,
    },
  ],
  documents: [recentlyChanged],
  'document-summaries': [
    recentlyChanged,
    {
      key: 'to-review',
      name: 'AI summaries to review',
      filters: [condition('reviewed', 'is', false)],
      sort: { column: 'created_at', direction: 'desc' },
    },
  ],
  users: [],
}

/** Prefix of the ids of all {@link builtInViews}. */
export const builtInPrefix = 'built-in:'

/** Prefix of the ids of hidden saved views, which store a list's columns as last set. */
export const lastPrefix = 'last:'

/** The views of the households of which the current user is the owner, and of what belongs to them. */
function mine(resource: SavedView['resource'], owner: Filter): Look[] {
  if (resource === 'entities' || resource === 'valuations')
    return [{ key: 'mine', name: 'Of my households', filters: [owner] }]
  if (resource !== 'households') return []
  return [
    { key: 'mine', name: 'My households', filters: [owner] },
    {
      key: 'mine-with-old-figures',
      name: 'My households with values over a year old',
      filters: [owner, condition('oldest_figure', 'older_than_days', 365)],
      sort: { column: 'oldest_figure', direction: 'asc' },
    },
  ]
}

const aboveAmount: Look = {
  key: 'above-our-amount',
  name: 'Above our amount',
  filters: [condition('above_amount', 'is', true)],
  sort: { column: 'against_amount', direction: 'desc' },
}

/**
 * The built-in views of a list, in display order.
 *
 * @param me - id of the current user; if null, there are no views of their households
 * @param isCompared - true if an amount is set that estates are compared with
 */
export function builtInViews(resource: SavedView['resource'], me: string | null, isCompared = false): BuiltInView[] {
  const own = me === null ? [] : mine(resource, condition('owner_id', 'any_of', me))
  const compared = isCompared && resource === 'households' ? [aboveAmount] : []
  return [...own, ...looks[resource], ...compared].map(({ key, name, filters, sort }) => ({
    id: `${builtInPrefix}${resource}:${key}`,
    resource,
    name,
    filters,
    sort: sort ?? null,
    columns: [],
  }))
}
