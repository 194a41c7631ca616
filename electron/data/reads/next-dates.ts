import { dateRules } from '../../../shared/dates/date-rules.ts'
import { datesOf } from '../../../shared/dates/derive-dates.ts'
import { sameDayNextYear } from '../days.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'

type Output = OutputOf<'today', 'dates'>

type Person = {
  id: string
  name: string
  born: string | null
  died: string | null
  is_primary: number
  is_deceased: number
}

/** The dates of the coming year that the law derives from the births and deaths of a household's people, the next first. */
export function readNextDates(reader: Reader, { household_id }: InputOf<'today', 'dates'>): Output {
  const today = reader.today()
  const coming = { from: today, to: sameDayNextYear(today) }
  const people = reader.mirror
    .prepare<[string], Person>(
      `SELECT id, title AS name, date_of_birth AS born, json ->> '$.date_of_death' AS died, is_primary, is_deceased
       FROM individuals WHERE household_id = ? ORDER BY title_sort, id`,
    )
    .all(household_id)
  const lines = people.flatMap((person) => linesOf(person, coming))
  return {
    lines: lines.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0)),
    undated_deaths: people.filter(({ is_deceased, died }) => is_deceased === 1 && !died).length,
  }
}

function linesOf({ id, name, born, died, ...is }: Person, coming: { from: string; to: string }): Output['lines'] {
  return dateRules.flatMap(({ each, ...rule }) => {
    const event = rule.from === 'death' ? died : is.is_deceased === 1 ? null : born
    if (!event || (each === 'primary' && is.is_primary === 0)) return []
    return datesOf({ each, ...rule }, event, coming).map(({ date, moved_from, words }) => ({
      rule_id: rule.id,
      name: rule.name,
      individual: { id, name },
      date,
      moved_from,
      words: words === null ? rule.words : `${rule.words} ${words}`,
      source: rule.source,
    }))
  })
}
