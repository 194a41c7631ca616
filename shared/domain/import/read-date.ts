import { z } from 'zod'
import type { DateOrder } from './import-fields.ts'

const isoDate = z.iso.date()
const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$/
const numeric = /^(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4})(?: \d{1,2}:\d{2}.*)?$/
const named = /^(?:([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})|(\d{1,2})[. -]+([a-z]{3,9})\.?[, -]+(\d{4}))$/i
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function compose(year = '', month: string | number = '', day = ''): string | null {
  const date = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isoDate.safeParse(date).success ? date : null
}

/** Parses a calendar date to `YYYY-MM-DD`; null if it is not one. `Date` is not used, so no time zone can shift it. */
export function readDate(text: string, order: DateOrder): string | null {
  const [, isoYear, isoMonth, isoDay] = iso.exec(text) ?? []
  if (isoYear) return compose(isoYear, isoMonth, isoDay)
  const [, first, second, year] = numeric.exec(text) ?? []
  if (year) return order === 'month-first' ? compose(year, first, second) : compose(year, second, first)
  const [, monthA, dayA, yearA, dayB, monthB, yearB] = named.exec(text) ?? []
  const month = months.indexOf((monthA ?? monthB ?? '').slice(0, 3).toLowerCase()) + 1
  return month === 0 ? null : compose(yearA ?? yearB, month, dayA ?? dayB)
}

/** Guesses the order of day and month in a column's dates; `unclear` if the dates fit both orders or contradict each other. */
export function guessDateOrder(cells: Iterable<string>): { order: DateOrder; unclear: boolean } {
  let some = false
  let dayFirst = false
  let monthFirst = false
  for (const cell of cells) {
    const [, first, second] = numeric.exec(cell.trim()) ?? []
    if (first === undefined) continue
    some = true
    // A text that is not a date in either order is ignored.
    if (Number(first) > 12 && Number(second) <= 12) dayFirst = true
    if (Number(second) > 12 && Number(first) <= 12) monthFirst = true
  }
  return { order: dayFirst && !monthFirst ? 'day-first' : 'month-first', unclear: some && dayFirst === monthFirst }
}
