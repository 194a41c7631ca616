import { changeKinds } from '../../../shared/domain/changes.ts'
import { calendarDateIn, startOfDay } from '../../../shared/domain/days.ts'
import { comparedFields } from '../../../shared/domain/record-differences.ts'
import type { ObservedChange } from '../../../shared/ipc/changes.ts'
import { type Resource, resources } from '../../../shared/service/resource.ts'
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
  return {
    whose: search.whose === 'firm' ? 'firm' : 'mine',
    resource,
    kind: oneOf(changeKinds, search.kind),
    field: oneOf([...fieldsOf(resource).keys()], search.field),
    since: calendarDateIn(since) ?? oneOf(Object.keys(sinceDays) as SinceDays[], since),
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
  return days === null ? startOfDay(since) : startOfDay(today, -days)
}

/** True if some changes are left out. */
export const isNarrowed = ({ resource, kind, field, since, others }: ChangesSearch): boolean =>
  [resource, kind, field, since].some((part) => part !== undefined) || others

/** The page with these filters in its address. */
export const changesScreen = { path: 'changes', read: readChangesSearch, write: writeChangesSearch }
