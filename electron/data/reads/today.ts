import type { DocumentRule } from '../../../shared/domain/document-rules.ts'
import { ageInYears } from '../../../shared/domain/figure-age.ts'
import { sumCents } from '../../../shared/domain/money.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { valuesOf } from '../../../shared/domain/operation-values.ts'
import { sayState } from '../../../shared/domain/operation-words.ts'
import { maxTodayLines, type TodayAnswer } from '../../../shared/ipc/today.ts'
import { comingDays, sameDayLastYear } from './days.ts'
import { readMissingDocuments } from './filed-documents.ts'
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
  oldFigures: `SELECT h.id AS household_id, h.title AS household, v.effective_date AS date, v.directly_held_asset_value AS value
    FROM households h JOIN entities e ON e.household_id = h.id JOIN valuations v ON v.entity_id = e.id
    WHERE ${owned} AND v.effective_date <= @given`,
  birthdays: `SELECT i.id, i.title, i.date_of_birth AS born, i.is_primary AS is_primary, h.id AS household_id, h.title AS household
    FROM households h JOIN individuals i ON i.household_id = h.id
    WHERE ${owned} AND i.is_deceased = 0 AND substr(i.date_of_birth, 6) IN (SELECT value FROM json_each(@given))`,
})

/** A condition that holds for one owner and for the firm alike would read the whole firm in either case. */
const sql = {
  owner: statementsOf('h.owner_id = @id'),
  household: statementsOf('h.id = @id'),
  firm: statementsOf('true'),
}

type Asked = { of: keyof typeof sql; id: string | null }
type Owned = { id: string | null }
type OfHousehold = { household_id: string; household: string }

/** Everything on the page Today, from one snapshot of the mirror. */
export function readToday(reader: Reader, { owner_id, household_id, rules }: TodayInput): Omit<TodayAnswer, 'rules'> {
  const today = reader.today()
  const asked: Asked =
    household_id === undefined
      ? { of: owner_id === null ? 'firm' : 'owner', id: owner_id }
      : { of: 'household', id: household_id }
  return {
    decisions: readDecisions(reader),
    summaries: readSummaries(reader, asked),
    old_figures: readOldFigures(reader, asked, today),
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

function readSummaries({ mirror }: Reader, { of, id }: Asked): TodayAnswer['summaries'] {
  type Row = OfHousehold & { id: string; title: string; created_at: string }
  const rows = mirror.prepare<[Owned], Row>(sql[of].summaries).all({ id })
  const lines = rows.slice(0, maxTodayLines).map(({ household_id, household, ...row }) => {
    return { ...row, household: { id: household_id, name: household } }
  })
  return { lines, total: rows.length }
}

function readOldFigures({ mirror }: Reader, { of, id }: Asked, today: string): TodayAnswer['old_figures'] {
  type Row = OfHousehold & { date: string; value: number }
  const rows = mirror
    .prepare<[Owned & { given: string }], Row>(sql[of].oldFigures)
    .all({ id, given: sameDayLastYear(today) })
  const households = [...Map.groupBy(rows, ({ household_id }) => household_id).values()].map((figures) => {
    const [first] = figures
    return {
      household: { id: first?.household_id ?? '', name: first?.household ?? '' },
      entities: figures.length,
      oldest: figures.reduce((oldest, { date }) => (date < oldest ? date : oldest), today),
      cents: sumCents(figures.map(({ value }) => value)),
    }
  })
  const byValue = households.sort((one, other) => (other.cents > one.cents ? 1 : other.cents < one.cents ? -1 : 0))
  const lines = byValue.slice(0, maxTodayLines).map((line) => ({ ...line, cents: String(line.cents) }))
  const cents = households.reduce((sum, line) => sum + line.cents, 0n)
  return { lines, total: households.length, cents: String(cents), entities: rows.length }
}

function readBirthdays({ mirror }: Reader, { of, id }: Asked, today: string): TodayAnswer['birthdays'] {
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

type MissingInput = Asked & { rules: readonly DocumentRule[]; today: string }

function readMissing({ mirror }: Reader, missing: MissingInput): TodayAnswer['missing'] {
  const found = readMissingDocuments(mirror, missing)
  found.sort((one, other) => other.missing.length - one.missing.length)
  return {
    lines: found.slice(0, maxTodayLines),
    total: found.length,
    documents: found.reduce((sum, { missing }) => sum + missing.length, 0),
  }
}
