import { comingDays } from '../../../shared/domain/days.ts'
import { ageOnBirthday, milestones } from '../../../shared/domain/figure-age.ts'
import { maxTodayLines } from '../../../shared/domain/limits.ts'
import { sumCents } from '../../../shared/domain/money.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { valuesOf } from '../../../shared/domain/operation-rules.ts'
import { sayState } from '../../../shared/domain/operation-words.ts'
import type { TodayAnswer } from '../../../shared/ipc/today.ts'
import type { DocumentRule } from '../../../shared/rules/rules.ts'
import { reviewedAsJson } from '../ledger/summary-reviews.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { type AskedHouseholds, askedOf, askedWhere, type HouseholdChoice, recordsOf } from './asked-households.ts'
import { countMissingDocuments, readMissingDocuments } from './filed-documents.ts'
import { isMissingKept, readKeptMissing } from './kept-missing.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'

type TodayInput = HouseholdChoice & { rules: readonly DocumentRule[] }

const daysAhead = 30

const birthdayColumns = 'SELECT r.row AS row, r.date_of_birth AS born, r.is_primary AS is_primary'

/** The statements of the page; those that decide read narrow indexes, and only lines that are shown look up names. */
const statementsOf = (of: AskedHouseholds['of']) => {
  const summaries = `${recordsOf(of, 'document_summaries')} AND r.entry_mode = 'AI_AUTO'
    AND (r.id, r.updated_at) NOT IN (SELECT value ->> 0, value ->> 1 FROM json_each(@reviewed))`
  const afterwards = '(r.created_at < @created OR (r.created_at = @created AND r.id > @current))'
  const earlier = '(r.created_at > @created OR (r.created_at = @created AND r.id < @current))'
  return {
    summaries: `SELECT count(*) ${summaries}`,
    summaryLines: `SELECT s.id, s.title, s.created_at, h.id AS household_id, h.title AS household
      FROM (SELECT r.row AS row ${summaries} ORDER BY r.created_at DESC, r.id LIMIT ${maxTodayLines}) found
        CROSS JOIN document_summaries s ON s.row = found.row CROSS JOIN households h ON h.id = s.household_id
      ORDER BY s.created_at DESC, s.id`,
    /** The neighbours of a summary among those, in the order of the lines; after the last one comes the first. */
    nextSummary: `SELECT r.id ${summaries} AND r.id <> @current
      ORDER BY ${afterwards} DESC, r.created_at DESC, r.id LIMIT 1`,
    previousSummary: `SELECT r.id ${summaries} AND r.id <> @current
      ORDER BY ${earlier} DESC, r.created_at, r.id DESC LIMIT 1`,
    /** Only someone born in one of the years `@years` can have a milestone. */
    birthdays: `${birthdayColumns} ${recordsOf(of, 'individuals')}
      AND substr(r.date_of_birth, 6) IN (SELECT value FROM json_each(@given)) AND r.is_deceased = 0
      AND (r.is_primary = 1 OR substr(r.date_of_birth, 1, 4) IN (SELECT value FROM json_each(@years)))`,
  }
}

/** The birthdays of the firm, from the days of every year on which someone was born: a pass over all people would take 60 ms. */
const bornSql = `WITH span AS MATERIALIZED (
    SELECT value ->> 0 AS first, value ->> 1 AS last, value ->> 2 AS has_milestone FROM json_each(@spans)
  )
  ${birthdayColumns} FROM span s
  CROSS JOIN individuals r INDEXED BY individuals_born ON r.date_of_birth BETWEEN s.first AND s.last
  WHERE r.is_deceased = 0 AND (r.is_primary = 1 OR s.has_milestone)
    AND EXISTS (SELECT 1 FROM households h WHERE h.id = r.household_id)`

/** The statements by the households that are asked for. */
const todaySql = {
  owner: statementsOf('owner'),
  some: statementsOf('some'),
  firm: statementsOf('firm'),
}

const personSql = `SELECT i.id, i.title, i.email, h.id AS household_id, h.title AS household
  FROM individuals i CROSS JOIN households h ON h.id = i.household_id WHERE i.row = ?`

type Owned = { id: string | null }
type OfHousehold = { household_id: string; household: string }

/** `missing.rules`: those that lack a document somewhere, by their id. */
type ReadToday = Omit<TodayAnswer, 'rules' | 'missing'> & {
  /** `is_behind`: the counts of the firm are not kept for these rules, or not all of them. */
  missing: Omit<TodayAnswer['missing'], 'rules'> & {
    is_behind: boolean
    rules: Pick<TodayAnswer['missing']['rules'][number], 'id' | 'documents' | 'households' | 'unknown'>[]
  }
}

/** Everything on the page Today, from one snapshot of the mirror. */
export function readToday(reader: Reader, { rules, ...choice }: TodayInput): ReadToday {
  const today = reader.today()
  const asked = askedOf(choice)
  return {
    decisions: readDecisions(reader),
    summaries: readSummaries(reader, asked),
    old_figures: readOldFigures(reader.mirror, asked),
    birthdays: readBirthdays(reader, asked, today),
    missing: countMissing(reader, { ...asked, rules, today }),
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

type Reviewing = Owned & { reviewed: string }

const countToReview = ({ mirror }: Reader, { of, ...given }: AskedHouseholds & Reviewing): number =>
  mirror.prepare<[Reviewing], number>(todaySql[of].summaries).pluck().get(given) ?? 0

function readSummaries(reader: Reader, { of, id }: AskedHouseholds): TodayAnswer['summaries'] {
  type Row = OfHousehold & { id: string; title: string; created_at: string }
  const given = { id, reviewed: reviewedAsJson(reader) }
  const total = countToReview(reader, { of, ...given })
  const lines = reader.mirror
    .prepare<[Reviewing], Row>(todaySql[of].summaryLines)
    .all(given)
    .map(({ household_id, household, ...row }) => ({ ...row, household: { id: household_id, name: household } }))
  return { lines, total }
}

/** The AI summaries that the user has not reviewed, and those before and after one of them, in the order of Today. */
export function readSummariesToReview(
  reader: Reader,
  { id: current, ...choice }: Omit<InputOf<'documentSummaries', 'toReview'>, 'owner_id'> & HouseholdChoice,
): OutputOf<'documentSummaries', 'toReview'> {
  const { of, id } = askedOf(choice)
  const given = { id, reviewed: reviewedAsJson(reader) }
  const created =
    reader.mirror
      .prepare<[string], string>('SELECT created_at FROM document_summaries WHERE id = ?')
      .pluck()
      .get(current) ?? ''
  const neighbour = (sql: string) =>
    reader.mirror
      .prepare<[Reviewing & { current: string; created: string }], string>(sql)
      .pluck()
      .get({ ...given, current, created }) ?? null
  return {
    previous: neighbour(todaySql[of].previousSummary),
    next: neighbour(todaySql[of].nextSummary),
    total: countToReview(reader, { of, ...given }),
  }
}

function readBirthdays({ mirror }: Reader, { of, id }: AskedHouseholds, today: string): TodayAnswer['birthdays'] {
  type Row = { row: number; born: string; is_primary: number }
  const days = comingDays(today, daysAhead)
  const nextYears = [...new Set([...days.values()].map((date) => Number(date.slice(0, 4))))]
  const milestoneYears = new Set(nextYears.flatMap((year) => milestones.map((age) => String(year - age))))
  const spans = of === 'firm' ? birthSpans(mirror, [...days.keys()], milestoneYears) : null
  const rows =
    spans === null
      ? mirror
          .prepare<[object], Row>(todaySql[of].birthdays)
          .all({ id, years: JSON.stringify([...milestoneYears]), given: JSON.stringify([...days.keys()]) })
      : mirror.prepare<[object], Row>(bornSql).all({ spans: JSON.stringify(spans) })
  const onDay = new Map<string, { row: number; born: string; milestone: boolean }[]>(
    [...days.values()].map((date) => [date, []]),
  )
  for (const { row, born, is_primary } of rows) {
    const date = days.get(born.slice(5))
    if (date === undefined || born > date) continue
    const milestone = milestoneYears.has(born.slice(0, 4)) && milestones.includes(ageOnBirthday(born, date) ?? 0)
    if (milestone || is_primary === 1) onDay.get(date)?.push({ row, born, milestone })
  }
  const found: { row: number; born: string; date: string; milestone: boolean }[] = []
  // Only the days that are shown are sorted: a firm has thousands of birthdays in a month.
  for (const [date, theirs] of onDay) {
    if (found.length >= maxTodayLines) break
    theirs.sort((one, other) => Number(other.milestone) - Number(one.milestone))
    found.push(...theirs.map((one) => ({ ...one, date })))
  }
  const person = mirror.prepare<[number], OfHousehold & { id: string; title: string; email: string | null }>(personSql)
  const lines = found.slice(0, maxTodayLines).flatMap(({ row, born, ...birthday }) => {
    const named = person.get(row)
    const age = ageOnBirthday(born, birthday.date)
    if (!named || age === null) return []
    const household = { id: named.household_id, name: named.household }
    return [{ individual: { id: named.id, name: named.title }, household, email: named.email, age, ...birthday }]
  })
  return { lines, total: [...onDay.values()].reduce((sum, theirs) => sum + theirs.length, 0) }
}

/**
 * The spans of dates on which someone with a birthday on these days was born, one or two in each year; null before the index of births
 * exists. `hasMilestone`: someone born in that year can have a milestone.
 *
 * @param days - `MM-DD`, in the order in which they come
 */
function birthSpans(
  mirror: ReadableDatabase,
  days: readonly string[],
  milestoneYears: ReadonlySet<string>,
): (readonly [from: string, to: string, hasMilestone: boolean])[] | null {
  const isIndexed = mirror.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'individuals_born'").get() !== undefined
  if (!isIndexed) return null
  const yearOf = (which: 'min' | 'max') =>
    Number(
      mirror.prepare<[], string | null>(`SELECT ${which}(date_of_birth) FROM individuals`).pluck().get()?.slice(0, 4),
    )
  const [first, last, start = ''] = [yearOf('min'), yearOf('max'), days[0]]
  const groups = [days.filter((day) => day < start), days.filter((day) => day >= start)].map((all) => all.toSorted())
  return Array.from({ length: last - first + 1 || 0 }, (_, at) => String(first + at).padStart(4, '0')).flatMap((year) =>
    groups.flatMap((group) =>
      group.length === 0 ? [] : [[`${year}-${group[0]}`, `${year}-${group.at(-1)}`, milestoneYears.has(year)] as const],
    ),
  )
}

type MissingInput = AskedHouseholds & { rules: readonly DocumentRule[]; today: string }

function countMissing(reader: Reader, input: MissingInput): ReadToday['missing'] {
  const kept = input.of === 'firm' ? readKeptMissing(reader, input) : null
  if (kept !== null) {
    const { '': all = { documents: 0, households: 0, unknown: 0 }, ...rules } = Object.fromEntries(kept.totals)
    return { ...all, rules: Object.entries(rules).map(([id, counts]) => ({ id, ...counts })), is_behind: kept.isBehind }
  }
  const { households, rules } = countMissingDocuments(reader, input)
  return {
    is_behind: input.of === 'firm',
    households: households.filter(({ documents }) => documents > 0).length,
    ...sumOf(households),
    rules: [...rules].map(([id, counts]) => ({ id, ...counts })),
  }
}

/** True if documents are counted in the whole firm, which takes more than a second of 50,000 households. */
export const isLongToday = (reader: Reader, { rules, ...choice }: TodayInput): boolean =>
  askedOf(choice).of === 'firm' && !isMissingKept(reader, { rules, today: reader.today() })

const sumOf = (households: readonly { documents: number; unknown: number }[]) => ({
  documents: households.reduce((sum, { documents }) => sum + documents, 0),
  unknown: households.reduce((sum, { unknown }) => sum + unknown, 0),
})

type MissingOf = HouseholdChoice & { rules: readonly DocumentRule[]; limit: number }

/** The documents that rules do not find on file, by household: the households that lack most, by name. */
export function readMissing(reader: Reader, { rules, limit, ...choice }: MissingOf): ReadMissing {
  const given = { rules, today: reader.today() }
  const { households } = countMissingDocuments(reader, { ...askedOf(choice), ...given })
  const listed = households.slice(0, limit).map(({ household_id }) => household_id)
  return {
    lines: readMissingDocuments(reader, { ...askedOf({ owner_id: null, household_ids: listed }), ...given }),
    households: households.length,
    ...sumOf(households),
  }
}

type ReadMissing = Pick<OutputOf<'today', 'missing'>, 'lines' | 'households' | 'documents' | 'unknown'>

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
const keptOldSql = { owner: keptOf('owner'), some: keptOf('some'), firm: keptOf('firm') }

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
  const oldestOf = mirror.prepare<[string], { id: string; name: string }>(
    `SELECT e.id, e.title AS name FROM entities e CROSS JOIN valuations v INDEXED BY valuations_list ON v.entity_id = e.id
     WHERE e.household_id = ? ORDER BY v.effective_date, e.id LIMIT 1`,
  )
  return {
    lines: lines.map(({ household_id, household, entities: count, oldest, cents: held }) => ({
      household: { id: household_id, name: household },
      entities: Number(count),
      oldest,
      oldest_entity: oldestOf.get(household_id) ?? null,
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
