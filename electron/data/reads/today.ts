import type { DocumentRule } from '../../../shared/domain/document-rules.ts'
import { ageInYears } from '../../../shared/domain/figure-age.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { valuesOf } from '../../../shared/domain/operation-values.ts'
import { sayState } from '../../../shared/domain/operation-words.ts'
import { maxTodayLines, type TodayAnswer } from '../../../shared/ipc/today.ts'
import { comingDays } from '../days.ts'
import { type AskedHouseholds, recordsOf } from './asked-households.ts'
import { countMissingDocuments, readMissingDocuments } from './filed-documents.ts'
import { readOldFigures } from './old-figures.ts'
import type { Reader } from './reader.ts'

/** `household_id`: only of this household, of any owner. */
type TodayInput = { owner_id: string | null; household_id?: string; rules: readonly DocumentRule[] }

/** Ages at which rules for trusts, Medicare and required distributions change. */
const milestones: readonly number[] = [18, 65, 73]
const daysAhead = 30

/** The statements of the page; those that decide read narrow indexes, and only lines that are shown look up names. */
const statementsOf = (of: AskedHouseholds['of']) => {
  const summaries = `${recordsOf(of, 'document_summaries')} AND r.entry_mode = 'AI_AUTO'`
  return {
    summaries: `SELECT count(*) ${summaries}`,
    summaryLines: `SELECT s.id, s.title, s.created_at, h.id AS household_id, h.title AS household
      FROM (SELECT r.row AS row ${summaries} ORDER BY r.created_at DESC, r.id LIMIT ${maxTodayLines}) found
        CROSS JOIN document_summaries s ON s.row = found.row CROSS JOIN households h ON h.id = s.household_id
      ORDER BY s.created_at DESC, s.id`,
    birthdays: `SELECT r.row AS row, r.date_of_birth AS born, r.is_primary AS is_primary ${recordsOf(of, 'individuals')}
      AND r.is_deceased = 0 AND substr(r.date_of_birth, 6) IN (SELECT value FROM json_each(@given))`,
  }
}

/** The statements by the households that are asked for. */
const todaySql = {
  owner: statementsOf('owner'),
  household: statementsOf('household'),
  firm: statementsOf('firm'),
}

const personSql = `SELECT i.id, i.title, h.id AS household_id, h.title AS household
  FROM individuals i CROSS JOIN households h ON h.id = i.household_id WHERE i.row = ?`

type Owned = { id: string | null }
type OfHousehold = { household_id: string; household: string }

/** Everything on the page Today, from one snapshot of the mirror. */
export function readToday(reader: Reader, { owner_id, household_id, rules }: TodayInput): Omit<TodayAnswer, 'rules'> {
  const today = reader.today()
  const asked: AskedHouseholds =
    household_id === undefined
      ? { of: owner_id === null ? 'firm' : 'owner', id: owner_id }
      : { of: 'household', id: household_id }
  return {
    decisions: readDecisions(reader),
    summaries: readSummaries(reader, asked),
    old_figures: readOldFigures(reader.mirror, asked),
    birthdays: readBirthdays(reader, asked, today),
    missing: readMissing(reader, { ...asked, rules, today }),
  }
}

function readDecisions({ ledger }: Reader): TodayAnswer['decisions'] {
  const found = ledger
    .prepare<[], string>('SELECT json FROM operation WHERE is_open = 1 AND attention = 1 ORDER BY seq')
    .pluck()
    .all()
  const lines = found.slice(0, maxTodayLines).map((json) => {
    const one: Operation = JSON.parse(json)
    const { id, action, resource, record_id } = one
    return { id, action, resource, record_id, title: valuesOf(one).title, state: sayState(one) }
  })
  return { lines, total: found.length }
}

function readSummaries({ mirror }: Reader, { of, id }: AskedHouseholds): TodayAnswer['summaries'] {
  type Row = OfHousehold & { id: string; title: string; created_at: string }
  const total = mirror.prepare<[Owned], number>(todaySql[of].summaries).pluck().get({ id }) ?? 0
  const lines = mirror
    .prepare<[Owned], Row>(todaySql[of].summaryLines)
    .all({ id })
    .map(({ household_id, household, ...row }) => ({ ...row, household: { id: household_id, name: household } }))
  return { lines, total }
}

function readBirthdays({ mirror }: Reader, { of, id }: AskedHouseholds, today: string): TodayAnswer['birthdays'] {
  type Row = { row: number; born: string; is_primary: number }
  const days = comingDays(today, daysAhead)
  const rows = mirror
    .prepare<[Owned & { given: string }], Row>(todaySql[of].birthdays)
    .all({ id, given: JSON.stringify([...days.keys()]) })
  const found = rows.flatMap(({ row, born, is_primary }) => {
    const date = days.get(born.slice(5))
    const age = date === undefined ? null : ageOn(born, date)
    if (date === undefined || age === null) return []
    const milestone = milestones.includes(age)
    return milestone || is_primary === 1 ? [{ row, date, age, milestone }] : []
  })
  found.sort((one, other) => Number(other.milestone) - Number(one.milestone) || (one.date < other.date ? -1 : 1))
  const person = mirror.prepare<[number], OfHousehold & { id: string; title: string }>(personSql)
  const lines = found.slice(0, maxTodayLines).flatMap(({ row, ...birthday }) => {
    const named = person.get(row)
    if (!named) return []
    const household = { id: named.household_id, name: named.household }
    return [{ individual: { id: named.id, name: named.title }, household, ...birthday }]
  })
  return { lines, total: found.length }
}

/** Someone born on 29 February has their birthday on 28 February in other years. */
function ageOn(born: string, date: string): number | null {
  return ageInYears(born.endsWith('-02-29') ? `${born.slice(0, 5)}02-28` : born, date)
}

type MissingInput = AskedHouseholds & { rules: readonly DocumentRule[]; today: string }

function readMissing({ mirror }: Reader, { of, id, ...given }: MissingInput): TodayAnswer['missing'] {
  const found = countMissingDocuments(mirror, { of, id, ...given })
  return {
    lines: found
      .slice(0, maxTodayLines)
      .flatMap(({ household_id }) => readMissingDocuments(mirror, { of: 'household', id: household_id, ...given })),
    total: found.length,
    documents: found.reduce((sum, { documents }) => sum + documents, 0),
  }
}
