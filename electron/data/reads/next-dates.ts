import { datesOf, yearlyDatesOf } from '../../../shared/dates/derive-dates.ts'
import { sameDayNextYear } from '../../../shared/domain/days.ts'
import { isLivingWithDeathDate, unclearDeath } from '../../../shared/domain/life-dates.ts'
import type { DateRule, YearlyRule } from '../../../shared/rules/rules.ts'
import { tableOf } from '../../../shared/service/resource.ts'
import { prepareApplies } from '../ledger/rule-exceptions.ts'
import { readDateList } from './date-list.ts'
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

type Input = InputOf<'today', 'dates'> & { rules: readonly (DateRule | YearlyRule)[] }

type Coming = { from: string; to: string }

/** The dates of the coming year that rules derive for a household and from the births and deaths of its people, the next first. */
export function readNextDates(reader: Reader, { household_id, rules }: Input): Output {
  const today = reader.today()
  const coming = { from: today, to: sameDayNextYear(today) }
  const people = reader.mirror
    .prepare<[string], Person>(
      `SELECT id, title AS name, date_of_birth AS born, json ->> '$.date_of_death' AS died, is_primary, is_deceased
       FROM individuals WHERE household_id = ? ORDER BY title_sort, id`,
    )
    .all(household_id)
  const ofPeople = rules.filter((rule) => rule.kind === 'date')
  const lines = [
    ...people.flatMap((person) => linesOf(person, ofPeople, coming)),
    ...yearlyLines(reader, { household_id, rules: rules.filter((rule) => rule.kind === 'yearly') }, coming),
  ]
  const applies = prepareApplies(reader)
  return {
    lines: lines
      .filter(({ rule_id, individual }) => applies(rule_id, individual?.id ?? household_id))
      .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0)),
    undated_deaths: people.filter(({ is_deceased, died }) => is_deceased === 1 && !died).length,
  }
}

function linesOf({ id, name, born, died, ...is }: Person, rules: readonly DateRule[], coming: Coming): Output['lines'] {
  const isUnclear = isLivingWithDeathDate({ is_deceased: is.is_deceased === 1, date_of_death: died })
  return rules.flatMap((rule) => {
    const event = rule.from === 'death' ? died : is.is_deceased === 1 ? null : born
    if (!event || (rule.each === 'primary' && is.is_primary === 0)) return []
    return datesOf(rule, event, coming).map(({ date, moved_from, words }) => ({
      ...saidOf(rule),
      individual: { id, name },
      date,
      moved_from,
      words: [rule.words, words].filter((part) => part).join(' '),
      doubt: isUnclear ? unclearDeath : null,
    }))
  })
}

const saidOf = ({ id, name, words = '', source = '' }: DateRule | YearlyRule) => ({ rule_id: id, name, words, source })

/** Dates of each year, if the household has an active entity of the kinds that a rule names. */
function yearlyLines(
  { mirror }: Reader,
  { household_id, rules }: { household_id: string; rules: readonly YearlyRule[] },
  coming: Coming,
): Output['lines'] {
  if (rules.length === 0) return []
  const active = mirror
    .prepare<[string], string>("SELECT DISTINCT kind FROM entities WHERE household_id = ? AND stage = 'ACTIVE'")
    .pluck()
    .all(household_id)
  return rules
    .filter(({ kinds }) => kinds?.some((kind) => active.includes(kind)) ?? true)
    .flatMap((rule) =>
      yearlyDatesOf(rule, coming).map((due) => ({ ...saidOf(rule), individual: null, doubt: null, ...due })),
    )
}

type RecordInput = InputOf<'dates', 'next'> & { rules: readonly (DateRule | YearlyRule)[] }

/** The most dates of a household in a year that are read for one of its records. */
const mostDates = 1_000

/** The dates of the coming year of one record, of those of its household; see the contract. */
export function readRecordNextDates(reader: Reader, { resource, id, rules }: RecordInput): OutputOf<'dates', 'next'> {
  const household = resource === 'households' ? id : householdIn(reader, resource, id)
  if (household === undefined) return { lines: [] }
  const kind = resource === 'entities' ? activeKind(reader, id) : undefined
  const ofKind = new Set(
    rules.flatMap((rule) =>
      rule.kind === 'yearly' && kind !== undefined && rule.kinds?.some((one) => one === kind) ? [rule.id] : [],
    ),
  )
  const from = reader.today()
  const asked = { household_ids: [household], owner_id: null, rules, from, to: sameDayNextYear(from), kind: null }
  const lines = (['open', 'snoozed'] as const).flatMap((state) =>
    readDateList(reader, { ...asked, state, limit: mostDates }).lines.filter(
      ({ record, what }) => (record.resource === resource && record.id === id) || ofKind.has(what),
    ),
  )
  return { lines }
}

const householdIn = ({ mirror }: Reader, resource: RecordInput['resource'], id: string) =>
  mirror
    .prepare<[string], string>(`SELECT household_id FROM ${tableOf(resource)} WHERE id = ?`)
    .pluck()
    .get(id)

const activeKind = ({ mirror }: Reader, id: string) =>
  mirror.prepare<[string], string>("SELECT kind FROM entities WHERE id = ? AND stage = 'ACTIVE'").pluck().get(id)
