import { sameDayNextYear } from '../../../shared/domain/days.ts'
import type { DateRule, YearlyRule } from '../../../shared/rules/rules.ts'
import { tableOf } from '../../../shared/service/resource.ts'
import { readDateList } from './date-list.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'

type Output = OutputOf<'today', 'dates'>

type Rules = { rules: readonly (DateRule | YearlyRule)[] }

/** The most dates of a household in a year that are read. */
const mostDates = 1_000

/** The dates of the coming year of a household and its records, by rules and the user's own; see the contract. */
export function readNextDates(reader: Reader, { household_id, rules }: InputOf<'today', 'dates'> & Rules): Output {
  const datesIn = (state: Asked['state']) => comingDates(reader, { household_id, rules, state })
  const seen = new Set<string>()
  const isFirst = ({ own, subject }: Output['lines'][number]) =>
    own === null || (!seen.has(subject) && seen.add(subject))
  return {
    lines: datesIn('open').filter(isFirst),
    overdue: datesIn('overdue'),
    marked: [...datesIn('snoozed'), ...datesIn('done')],
    undated_deaths:
      reader.mirror
        .prepare<[string], number>(
          `SELECT count(*) FROM individuals
           WHERE household_id = ? AND is_deceased = 1 AND coalesce(json ->> '$.date_of_death', '') = ''`,
        )
        .pluck()
        .get(household_id) ?? 0,
  }
}

type Asked = Rules & { household_id: string; state: 'open' | 'snoozed' | 'done' | 'overdue' }

function comingDates(reader: Reader, { household_id, rules, state }: Asked) {
  const from = reader.today()
  const span = { from, to: sameDayNextYear(from) }
  const asked = { household_ids: [household_id], owner_id: null, rules, kind: null, state, limit: mostDates }
  return readDateList(reader, { ...asked, ...span }).lines
}

type RecordInput = InputOf<'dates', 'next'> & Rules

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
  const lines = (['overdue', 'open', 'snoozed'] as const).flatMap((state) =>
    comingDates(reader, { household_id: household, rules, state }).filter(
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
