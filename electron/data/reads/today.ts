import type { DocumentRule } from '../../../shared/domain/document-rules.ts'
import { ageOnBirthday, milestones } from '../../../shared/domain/figure-age.ts'
import { sumCents } from '../../../shared/domain/money.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { valuesOf } from '../../../shared/domain/operation-values.ts'
import { sayState } from '../../../shared/domain/operation-words.ts'
import { maxTodayLines, type TodayAnswer } from '../../../shared/ipc/today.ts'
import { comingDays } from '../days.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { type AskedHouseholds, askedWhere, recordsOf } from './asked-households.ts'
import { countMissingDocuments, readMissingDocuments } from './filed-documents.ts'
import type { Reader } from './reader.ts'

/** `household_id`: only of this household, of any owner. */
type TodayInput = { owner_id: string | null; household_id?: string; rules: readonly DocumentRule[] }

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
    const age = date === undefined ? null : ageOnBirthday(born, date)
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

type OldFigures = TodayAnswer['old_figures']

const line = 'SELECT t.household_id, t.old_entities AS entities, t.oldest_figure AS oldest, t.old_cents AS cents'

/** Only the lines that are shown look up their household's name. */
const named = (lines: string) =>
  `SELECT l.*, h.title AS household FROM (${lines}) l CROSS JOIN households h ON h.id = l.household_id`

const keptOf = (of: AskedHouseholds['of']) => {
  const from =
    of === 'firm'
      ? 'household_total t WHERE t.listed = 1'
      : `households h CROSS JOIN household_total t ON t.household_id = h.id WHERE ${askedWhere[of]}`
  return {
    sums: `SELECT count(*) AS total, coalesce(sum(t.old_entities), 0) AS entities, coalesce(sum(t.old_cents), 0) AS cents,
        count(*) - count(t.old_cents) AS beyond
      FROM ${from} AND t.old_entities > 0`,
    lines: named(
      `${line} FROM ${from} AND t.old_cents IS NOT NULL AND t.old_entities > 0 ORDER BY t.old_cents DESC LIMIT ${maxTodayLines}`,
    ),
    /** Households of which the sum fits no integer. */
    beyond: named(`${line} FROM ${from} AND t.old_cents IS NULL AND t.old_entities > 0`),
  }
}

/** The statements over the kept figures. */
const keptOldSql = { owner: keptOf('owner'), household: keptOf('household'), firm: keptOf('firm') }

type Sums = { total: bigint; entities: bigint; cents: bigint; beyond: bigint }
type Line = { household_id: string; household: string; entities: bigint; oldest: string; cents: bigint | null }

/** Figures that are a year old or older, by household, most value first. */
function readOldFigures(mirror: ReadableDatabase, { of, id }: AskedHouseholds): OldFigures {
  const sums = mirror.prepare<[object], Sums>(keptOldSql[of].sums).safeIntegers().get({ id })
  const kept = mirror.prepare<[object], Line>(keptOldSql[of].lines).safeIntegers().all({ id })
  const { total = 0n, entities = 0n, cents = 0n, beyond = 0n } = sums ?? {}
  const large = beyond > 0n ? mirror.prepare<[object], Line>(keptOldSql[of].beyond).safeIntegers().all({ id }) : []
  const exact = large.map((line) => ({ ...line, cents: oldCentsOf(mirror, line.household_id) }))
  const lines = [...exact, ...kept.map((line) => ({ ...line, cents: line.cents ?? 0n }))]
    .sort((one, other) => (other.cents > one.cents ? 1 : other.cents < one.cents ? -1 : 0))
    .slice(0, maxTodayLines)
  return {
    lines: lines.map(({ household_id, household, entities: count, oldest, cents: held }) => ({
      household: { id: household_id, name: household },
      entities: Number(count),
      oldest,
      cents: String(held),
    })),
    total: Number(total),
    cents: String(exact.reduce((sum, line) => sum + line.cents, cents)),
    entities: Number(entities),
  }
}

/** The sum of a household's old figures that is too large to be kept. */
const oldCentsOf = (mirror: ReadableDatabase, householdId: string): bigint =>
  sumCents(
    mirror
      .prepare<[string], number>(
        `SELECT v.directly_held_asset_value FROM entities e CROSS JOIN valuations v ON v.entity_id = e.id
         WHERE e.household_id = ? AND v.effective_date <= (SELECT old_to FROM totals_state)`,
      )
      .pluck()
      .all(householdId),
  )
