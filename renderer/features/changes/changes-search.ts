import { changeKinds } from '../../../shared/domain/changes.ts'
import { comparedFields } from '../../../shared/domain/record-differences.ts'
import type { ObservedChange } from '../../../shared/ipc/changes.ts'
import { type Resource, resources } from '../../../shared/service/resource.ts'
import { localToday } from '../../lib/today.ts'
import { type AddressSearch, oneOf } from '../../lib/use-address.ts'

/** Days before today from which changes are shown. */
export const sinceDays = { today: 0, '7d': 7, '30d': 30 } as const
type SinceDays = keyof typeof sinceDays

/** Which changes the firm's page shows. */
export type ChangesSearch = {
  /** The households of the user, where that is known, or of the firm. */
  whose: 'mine' | 'firm'
  resource: Resource | undefined
  kind: ObservedChange['kind'] | undefined
  field: string | undefined
  /** Some days, or a calendar date `YYYY-MM-DD`. */
  since: SinceDays | (string & {}) | undefined
  /** Without this computer's own changes. */
  others: boolean
}

/** The fields whose changes are recorded, by name: those of one resource, or of all. */
export function fieldsOf(resource: Resource | undefined): Map<string, string> {
  const fields = (resource === undefined ? resources : [resource]).flatMap(comparedFields)
  return new Map(fields.map(([name, { label }]) => [name, label]))
}

/** Reads the parameters of an address; unknown ones are left out. */
function readChangesSearch(search: AddressSearch): ChangesSearch {
  const { since } = search
  const resource = oneOf(resources, search.resource)
  const isDate = typeof since === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(since) && !Number.isNaN(Date.parse(since))
  return {
    whose: search.whose === 'firm' ? 'firm' : 'mine',
    resource,
    kind: oneOf(changeKinds, search.kind),
    field: oneOf([...fieldsOf(resource).keys()], search.field),
    since: isDate ? since : oneOf(Object.keys(sinceDays) as SinceDays[], since),
    others: search.others === true,
  }
}

/** The parameters of an address for these filters. */
export function writeChangesSearch({ whose, others, ...asked }: Partial<ChangesSearch>): Record<string, unknown> {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined)
  return {
    ...(whose === 'firm' ? { whose } : {}),
    ...Object.fromEntries(given),
    ...(others ? { others } : {}),
  }
}

/**
 * The moment (ISO 8601) from which changes are shown: the start of a day on this computer.
 *
 * @param today - `YYYY-MM-DD`
 */
export function sinceMoment(since: NonNullable<ChangesSearch['since']>, today: string): string {
  const days = Object.hasOwn(sinceDays, since) ? sinceDays[since as SinceDays] : null
  const [year = 0, month = 1, day = 1] = (days === null ? since : today).split('-').map(Number)
  return new Date(year, month - 1, day - (days ?? 0)).toISOString()
}

/** The calendar date (`YYYY-MM-DD`) some days before a moment (ms since 1970), on this computer. */
export function dateBefore(now: number, days: number): string {
  const day = new Date(now)
  // Noon: a day has 23 or 25 hours where clocks are changed.
  return localToday(new Date(day.getFullYear(), day.getMonth(), day.getDate() - days, 12))
}

/** True if some changes are left out. */
export const isNarrowed = ({ resource, kind, field, since, others }: ChangesSearch): boolean =>
  [resource, kind, field, since].some((part) => part !== undefined) || others

/** The page with these filters in its address. */
export const changesScreen = { path: 'changes', read: readChangesSearch, write: writeChangesSearch }
