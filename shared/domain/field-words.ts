import { isNothing, isRecord, type Json, own } from '../lib/json.ts'
import { choiceNames, describedFields } from '../records/resource-fields.ts'
import { formatCalendarDate } from './dates.ts'
import { formatCents, sumCents } from './money.ts'
import { nameOf } from './names.ts'

/** A field's display name; for one that is not described, the service's name. */
export const fieldName = (field: string): string => describedFields.get(field)?.label ?? field

/** True for a field that contains a calendar date (`YYYY-MM-DD`). */
export const isDateField = (field: string): boolean => describedFields.get(field)?.kind === 'date'

const text = (value: Json | undefined) => (typeof value === 'string' ? value : '')

function sayAssets(assets: readonly Json[]): string {
  const values = assets.map((asset) => (isRecord<Json>(asset) ? own(asset, 'value') : null))
  const amounts = values.filter((value) => typeof value === 'number')
  const count = assets.length === 1 ? '1 asset' : `${assets.length.toLocaleString('en-US')} assets`
  return amounts.length === assets.length && amounts.length > 0 ? `${count}, ${formatCents(sumCents(amounts))}` : count
}

const sayPeople = (people: readonly Json[]): string =>
  people
    .map((person) =>
      isRecord<Json>(person) ? `${text(own(person, 'first_name'))} ${text(own(person, 'last_name'))}` : '',
    )
    .filter((name) => name.trim() !== '')
    .join(', ')

/** A field's value as display text; null if it is empty. Ids of other records are returned unchanged. */
export function sayValue(field: string, value: Json | undefined): string | null {
  if (isNothing(value)) return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number' && describedFields.get(field)?.kind === 'money') return formatCents(sumCents([value]))
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 20 })
  if (typeof value === 'string') {
    if (isDateField(field)) return formatCalendarDate(value)
    return nameOf(choiceNames.get(field) ?? {}, value)
  }
  if (Array.isArray(value) && field === 'directly_held_assets') return sayAssets(value)
  if (Array.isArray(value) && field === 'primary_individuals') return sayPeople(value) || null
  return JSON.stringify(value)
}
