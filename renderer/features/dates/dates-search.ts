import { addMonths } from '../../../shared/dates/calendar.ts'
import { dateOfDay, dayNumber } from '../../../shared/domain/day-numbers.ts'
import { type AddressSearch, oneOf } from '../../lib/use-address.ts'

/** The states of a date that a list can show, with their names. */
export const stateNames = { overdue: 'Overdue', open: 'Open', snoozed: 'Snoozed', done: 'Done' } as const

export type DatesSearch = {
  /** The households of the user, where that is known, or of the firm. */
  whose: 'mine' | 'firm'
  /** A calendar year; undefined for the twelve months from today on. */
  year: number | undefined
  /** One month of the span, `YYYY-MM`. */
  month: string | undefined
  /** A rule’s id, or `own:` and a kind of the user’s own dates. */
  kind: string | undefined
  state: keyof typeof stateNames
}

const isMonth = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(value)
const isYear = (value: unknown): value is number => typeof value === 'number' && value >= 1900 && value <= 2200

/** Reads the parameters of an address; unknown ones are left out. */
function readDatesSearch(search: AddressSearch): DatesSearch {
  const { kind } = search
  return {
    whose: search.whose === 'firm' ? 'firm' : 'mine',
    year: isYear(search.year) ? search.year : undefined,
    month: isMonth(search.month) ? search.month : undefined,
    kind: typeof kind === 'string' && kind !== '' && kind.length <= 100 ? kind : undefined,
    state: oneOf(['overdue', 'open', 'snoozed', 'done'], search.state) ?? 'open',
  }
}

const writeDatesSearch = ({ whose, state, ...asked }: DatesSearch): Record<string, unknown> => ({
  ...(whose === 'firm' ? { whose } : {}),
  ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)),
  ...(state === 'open' ? {} : { state }),
})

/** The page with these filters in its address. */
export const datesScreen = { path: 'dates', read: readDatesSearch, write: writeDatesSearch }

type Span = { from: string; to: string }

const dayBefore = (date: string): string => dateOfDay((dayNumber(date) ?? 0) - 1)

/** The days of a search: of its year, or of the twelve months from today on; `month` narrows them to one month. */
export function spanOf({ year, month }: Pick<DatesSearch, 'year' | 'month'>, today: string): Span {
  const whole =
    year === undefined
      ? { from: today, to: dayBefore(addMonths(`${today.slice(0, 7)}-01`, 12)) }
      : { from: `${year}-01-01`, to: `${year}-12-31` }
  if (month === undefined) return whole
  const first = `${month}-01`
  const last = dayBefore(addMonths(first, 1))
  if (first > whole.to || last < whole.from) return whole
  return { from: first > whole.from ? first : whole.from, to: last }
}

const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
]

/** `January 2027` of `2027-01` or a date in that month. */
export const monthWords = (date: string): string => `${monthNames[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`
