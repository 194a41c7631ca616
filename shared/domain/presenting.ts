import { isRecord } from '../lib/json.ts'
import type { Field } from '../records/field.ts'
import { moneyColumns, resourceFields } from '../records/resource-fields.ts'
import type { Filter } from './filter-rules.ts'

/**
 * Presenter mode, app wide: one household of one connection may be shown to a client. `household_id` is null until a household is
 * opened; then nothing of any household is shown.
 */
export type Presenting = {
  connection_id: string
  household_id: string | null
  /** True while this household's amounts are shown. */
  amounts: boolean
}

/** Replaces a text that is hidden while presenting. */
export const hiddenText = '••••'

/** Replaces an amount that is hidden while presenting. */
export const hiddenAmount = '$••••'

/** Said where something is not available while presenting. */
export const notWhilePresenting = 'Not available while presenting.'

const fields: readonly (readonly [string, Field])[] = Object.values(resourceFields).flatMap((each) =>
  Object.entries<Field>(each),
)

/** External ids, e-mails, addresses, and long texts, which can contain any of them. */
const isHidden = ([name, { kind, searched }]: readonly [string, Field]) =>
  name === 'external_id' || kind === 'email' || kind === 'long-text' || searched === 'address'

const hiddenFields: ReadonlySet<string> = new Set(fields.filter(isHidden).map(([name]) => name))

/** The fields of a service's record that Steward knows; others may contain anything. */
const knownFields: ReadonlySet<string> = new Set([
  ...fields.map(([name]) => name),
  ...['id', 'created_at', 'updated_at', 'asset_class', 'display_name', 'value'],
])

/**
 * The filters of a list as they may be told while presenting: values typed for amounts, unless those are shown, and for hidden texts
 * are replaced.
 */
export const concealFilters = (filters: readonly Filter[], { amounts }: Pick<Presenting, 'amounts'>): Filter[] =>
  filters.map((filter) => {
    const isAmount = moneyColumns.has(filter.column)
    if (isAmount ? amounts : !hiddenFields.has(filter.column)) return filter
    return { ...filter, values: filter.values.map(() => (isAmount ? hiddenAmount : hiddenText)) }
  })

/** Whether the order or a filter of this column tells amounts: their values, or their shares. */
export const tellsAmounts = (column: string): boolean => moneyColumns.has(column) || column === 'in_estate_share'

/**
 * What Steward's own fields say that share their name with a hidden one: whether a document is missing, a page's file has changed, a
 * date is done. None of them is an address.
 */
const ownStates: ReadonlySet<unknown> = new Set([
  'missing',
  'unknown',
  'same',
  'changed',
  'gone',
  'open',
  'snoozed',
  'done',
])

const hide = (value: unknown) => (typeof value === 'string' && value !== '' ? hiddenText : value)

const isHiddenAs = (name: string, value: unknown) =>
  hiddenFields.has(name) && !(name === 'state' && ownStates.has(value))

/**
 * A copy of a JSON value, in which every text that is hidden while presenting is replaced, at any depth. A property `record` is a
 * record as the service sent it: of those, fields that Steward does not know are left out.
 */
export function concealTexts<Value>(value: Value, ofService = false): Value {
  if (Array.isArray(value)) return value.map((each) => concealTexts(each, ofService)) as Value
  if (!isRecord(value)) return value
  const kept = Object.entries(value).filter(([name]) => !ofService || knownFields.has(name))
  return Object.fromEntries(
    kept.map(([name, inside]) => [
      name,
      isHiddenAs(name, inside) ? hide(inside) : concealTexts(inside, ofService || name === 'record'),
    ]),
  ) as Value
}
