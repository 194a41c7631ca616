import type { DocumentRule } from '../../../shared/domain/document-rules.ts'
import { ageInYears } from '../../../shared/domain/figure-age.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { valuesOf } from '../../../shared/domain/operation-values.ts'
import { sayState } from '../../../shared/domain/operation-words.ts'
import { maxTodayLines, type TodayAnswer } from '../../../shared/ipc/today.ts'
import { comingDays } from './days.ts'
import { readMissingDocuments } from './filed-documents.ts'
import { type AskedHouseholds, askedWhere, readOldFigures } from './old-figures.ts'
import type { Reader } from './reader.ts'

/** `household_id`: only of this household, of any owner. */
type TodayInput = { owner_id: string | null; household_id?: string; rules: readonly DocumentRule[] }

/** Ages at which rules for trusts, Medicare and required distributions change. */
const milestones: readonly number[] = [18, 65, 73]
const daysAhead = 30

/** The statements of the page, over the households `h` for which a condition holds. */
const statementsOf = (owned: string) => ({
  summaries: `SELECT s.id, s.title, s.created_at, h.id AS household_id, h.title AS household
    FROM households h JOIN document_summaries s ON s.household_id = h.id
    WHERE ${owned} AND s.entry_mode = 'AI_AUTO' ORDER BY s.created_at DESC, s.id`,
  birthdays: `SELECT i.id, i.title, i.date_of_birth AS born, i.is_primary AS is_primary, h.id AS household_id, h.title AS household
    FROM households h JOIN individuals i ON i.household_id = h.id
    WHERE ${owned} AND i.is_deceased = 0 AND substr(i.date_of_birth, 6) IN (SELECT value FROM json_each(@given))`,
})

const sql = {
  owner: statementsOf(askedWhere.owner),
  household: statementsOf(askedWhere.household),
  firm: statementsOf(askedWhere.firm),
}

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
    old_figures: readOldFigures(reader.mirror, asked, today),
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
  const rows = mirror.prepare<[Owned], Row>(sql[of].summaries).all({ id })
  const lines = rows.slice(0, maxTodayLines).map(({ household_id, household, ...row }) => {
    return { ...row, household: { id: household_id, name: household } }
  })
  return { lines, total: rows.length }
}

function readBirthdays({ mirror }: Reader, { of, id }: AskedHouseholds, today: string): TodayAnswer['birthdays'] {
  type Row = OfHousehold & { id: string; title: string; born: string; is_primary: number }
  const days = comingDays(today, daysAhead)
  const rows = mirror
    .prepare<[Owned & { given: string }], Row>(sql[of].birthdays)
    .all({ id, given: JSON.stringify([...days.keys()]) })
  const found = rows.flatMap(({ id, title, born, is_primary, household_id, household }) => {
    const date = days.get(born.slice(5))
    const age = date === undefined ? null : ageOn(born, date)
    if (date === undefined || age === null) return []
    const milestone = milestones.includes(age)
    if (!milestone && is_primary !== 1) return []
    return [{ individual: { id, name: title }, household: { id: household_id, name: household }, date, age, milestone }]
  })
  found.sort((one, other) => Number(other.milestone) - Number(one.milestone) || (one.date < other.date ? -1 : 1))
  return { lines: found.slice(0, maxTodayLines), total: found.length }
}

/** Someone born on 29 February has their birthday on 28 February in other years. */
function ageOn(born: string, date: string): number | null {
  return ageInYears(born.endsWith('-02-29') ? `${born.slice(0, 5)}02-28` : born, date)
}

type MissingInput = AskedHouseholds & { rules: readonly DocumentRule[]; today: string }

function readMissing({ mirror }: Reader, missing: MissingInput): TodayAnswer['missing'] {
  const found = readMissingDocuments(mirror, missing)
  found.sort((one, other) => other.missing.length - one.missing.length)
  return {
    lines: found.slice(0, maxTodayLines),
    total: found.length,
    documents: found.reduce((sum, { missing }) => sum + missing.length, 0),
  }
}
