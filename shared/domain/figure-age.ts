import { dayNumber } from './day-numbers.ts'

const calendarDate = /^(\d{4})-(\d{2})-(\d{2})$/

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/**
 * The age of a figure in words: `today`, `3 days`, `6 weeks`, `5 months`, `2 years`.
 *
 * @param date - the figure's calendar date, `YYYY-MM-DD`; other text is returned unchanged and never old
 * @param today - the current calendar date, `YYYY-MM-DD`
 * @returns the words, and whether the figure is a year old or older
 */
export function figureAge(date: string, today: string): { text: string; old: boolean } {
  const from = calendarDate.exec(date)?.slice(1).map(Number)
  const to = calendarDate.exec(today)?.slice(1).map(Number)
  if (!from || !to) return { text: date, old: false }
  const [year = 0, month = 0, day = 0] = from
  const [toYear = 0, toMonth = 0, toDay = 0] = to
  const days = (dayNumber(today) ?? 0) - (dayNumber(date) ?? 0)
  if (days < 0) return { text: 'dated later', old: false }
  const months = (toYear - year) * 12 + toMonth - month - (toDay < day ? 1 : 0)
  const old = months >= 12
  if (days === 0) return { text: 'today', old }
  if (days < 14) return { text: plural(days, 'day'), old }
  if (months < 2) return { text: plural(Math.floor(days / 7), 'week'), old }
  if (months < 24) return { text: plural(months, 'month'), old }
  return { text: plural(Math.floor(months / 12), 'year'), old }
}

/** Groups of figures by age, from the newest. `before`: the figures are dated earlier than this many days ago. */
export const ageGroups = [
  { key: 'new', name: 'Up to 90 days old', before: null },
  { key: 'year', name: '91 days to a year old', before: 90 },
  { key: 'old', name: 'One to two years old', before: 365 },
  { key: 'older', name: 'Over two years old', before: 730 },
] as const

/**
 * A person's age in whole years.
 *
 * @param born - date of birth, `YYYY-MM-DD`
 * @param on - the day of the question: today, or the date of death
 * @returns null if one of the dates is none, or the birth is later
 */
export function ageInYears(born: string | null | undefined, on: string): number | null {
  const from = calendarDate
    .exec(born ?? '')
    ?.slice(1)
    .map(Number)
  const to = calendarDate.exec(on)?.slice(1).map(Number)
  if (!from || !to) return null
  const [year = 0, month = 0, day = 0] = from
  const [toYear = 0, toMonth = 0, toDay = 0] = to
  const age = toYear - year - (toMonth < month || (toMonth === month && toDay < day) ? 1 : 0)
  return age < 0 ? null : age
}

/** Ages at which rules for trusts, Medicare and required distributions change. */
export const milestones: readonly number[] = [18, 65, 73]

/** The age reached on a birthday. Someone born on 29 February has it on 28 February in other years. */
export const ageOnBirthday = (born: string, date: string): number | null =>
  ageInYears(born.endsWith('-02-29') ? `${born.slice(0, 5)}02-28` : born, date)

/**
 * The next birthday from a day on, with the age reached, whether it is one of {@link milestones}, and the days until then.
 *
 * @param born - date of birth, `YYYY-MM-DD`
 * @param today - `YYYY-MM-DD`
 * @returns null if one of the dates is none, or the birth is later
 */
export function nextBirthday(born: string | null | undefined, today: string) {
  const now = dayNumber(today)
  if (!born || now === null || born > today) return null
  const year = Number(today.slice(0, 4))
  for (const each of [year, year + 1]) {
    const isLeap = new Date(Date.UTC(each, 1, 29)).getUTCMonth() === 1
    const day = born.endsWith('-02-29') && !isLeap ? '02-28' : born.slice(5)
    const date = `${String(each).padStart(4, '0')}-${day}`
    const age = ageOnBirthday(born, date)
    if (date >= today && age !== null) {
      return { date, age, milestone: milestones.includes(age), days: (dayNumber(date) ?? now) - now }
    }
  }
  return null
}
