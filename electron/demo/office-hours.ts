const minute = 60_000
/** Hours of the day, on this computer, between which it is at work; Saturdays and Sundays it is off. */
const [opening, closing] = [8.5, 17.5]

/** When a change was first seen, and when the value before was last seen; ms since the epoch. */
type Seen = { observedAt: number; seenBefore: number }

/**
 * When a computer that syncs in office hours sees a change of the given moment: within a quarter of an hour, or on the next
 * working morning.
 *
 * @param at - ms since the epoch
 * @param part - from 0 to 1: how long after the earliest moment
 */
export function seenInOfficeHours(at: number, part: number): Seen {
  const date = new Date(at)
  if (isWorkday(date) && at >= atHour(date, 0, opening) && at < atHour(date, 0, closing)) {
    const observedAt = at + Math.round((1 + part * 14) * minute)
    return { observedAt, seenBefore: observedAt - 15 * minute }
  }
  const morning = workday(date, at < atHour(date, 0, opening) ? 0 : 1, 1)
  const evening = workday(date, at < atHour(date, 0, opening) ? -1 : 0, -1)
  return {
    observedAt: atHour(morning, 0, opening) + Math.round(part * 40 * minute),
    seenBefore: atHour(evening, 0, closing),
  }
}

/** An hour of the day some days after a date, on this computer; ms since the epoch. */
export const atHour = (date: Date, days: number, hour: number): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, 0, Math.round(hour * 60)).getTime()

/** The first workday from `days` after a date on, forwards or backwards. */
function workday(date: Date, days: number, step: 1 | -1): Date {
  const day = new Date(atHour(date, days, 12))
  return isWorkday(day) ? day : workday(date, days + step, step)
}

const isWorkday = (date: Date): boolean => date.getDay() !== 0 && date.getDay() !== 6
