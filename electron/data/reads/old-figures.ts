import { sumCents } from '../../../shared/domain/money.ts'
import { maxTodayLines, type TodayAnswer } from '../../../shared/ipc/today.ts'
import { sameDayLastYear } from '../days.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { type AskedHouseholds, askedWhere } from './asked-households.ts'
import { areTotalsKept } from './household-figures.ts'

type OldFigures = TodayAnswer['old_figures']

const keptOf = (of: AskedHouseholds['of']) => {
  const from =
    of === 'firm'
      ? 'household_total t WHERE t.listed = 1'
      : `households h CROSS JOIN household_total t ON t.household_id = h.id WHERE ${askedWhere[of]}`
  return {
    sums: `SELECT count(*) AS total, coalesce(sum(t.old_entities), 0) AS entities, coalesce(sum(t.old_cents), 0) AS cents,
        count(*) - count(t.old_cents) AS beyond
      FROM ${from} AND t.old_entities > 0`,
    // Only the lines that are shown look up their household's name.
    lines: `SELECT l.*, h.title AS household FROM (
        SELECT t.household_id, t.old_entities AS entities, t.oldest_figure AS oldest, t.old_cents AS cents
        FROM ${from} AND t.old_entities > 0 ORDER BY t.old_cents DESC LIMIT ${maxTodayLines}
      ) l CROSS JOIN households h ON h.id = l.household_id ORDER BY l.cents DESC`,
  }
}

/** The statements over the kept figures, separate so that their query plans can be tested. */
export const keptOldSql = { owner: keptOf('owner'), household: keptOf('household'), firm: keptOf('firm') }

/** Figures that are a year old or older, by household, most value first. */
export function readOldFigures(mirror: ReadableDatabase, asked: AskedHouseholds, today: string): OldFigures {
  const upTo = sameDayLastYear(today)
  const kept = mirror.prepare<[], string>('SELECT old_to FROM totals_state').pluck().get() === upTo
  return (kept && areTotalsKept(mirror) ? readKept(mirror, asked) : null) ?? sumOldFigures(mirror, asked, upTo)
}

type Sums = { total: bigint; entities: bigint; cents: bigint; beyond: bigint }
type Line = { household_id: string; household: string; entities: bigint; oldest: string; cents: bigint }

/** Null if an amount is too large to be kept. */
function readKept(mirror: ReadableDatabase, { of, id }: AskedHouseholds): OldFigures | null {
  const sums = mirror.prepare<[object], Sums>(keptOldSql[of].sums).safeIntegers().get({ id })
  if (!sums || sums.beyond > 0n) return null
  const lines = mirror.prepare<[object], Line>(keptOldSql[of].lines).safeIntegers().all({ id })
  return {
    lines: lines.map(({ household_id, household, entities, oldest, cents }) => ({
      household: { id: household_id, name: household },
      entities: Number(entities),
      oldest,
      cents: String(cents),
    })),
    total: Number(sums.total),
    cents: String(sums.cents),
    entities: Number(sums.entities),
  }
}

const fullSql = (of: AskedHouseholds['of']) => `SELECT h.id AS household_id, h.title AS household,
    v.effective_date AS date, v.directly_held_asset_value AS value
  FROM households h JOIN entities e ON e.household_id = h.id JOIN valuations v ON v.entity_id = e.id
  WHERE ${askedWhere[of]} AND v.effective_date <= @upTo`

/** The same from the records: before the index of entities exists, and between midnight and the next write. */
export function sumOldFigures(mirror: ReadableDatabase, { of, id }: AskedHouseholds, upTo: string): OldFigures {
  type Row = { household_id: string; household: string; date: string; value: number }
  const rows = mirror.prepare<[object], Row>(fullSql(of)).all({ id, upTo })
  const households = [...Map.groupBy(rows, ({ household_id }) => household_id).values()].map((figures) => {
    const [first] = figures
    return {
      household: { id: first?.household_id ?? '', name: first?.household ?? '' },
      entities: figures.length,
      oldest: figures.reduce((oldest, { date }) => (date < oldest ? date : oldest), upTo),
      cents: sumCents(figures.map(({ value }) => value)),
    }
  })
  const byValue = households.sort((one, other) => (other.cents > one.cents ? 1 : other.cents < one.cents ? -1 : 0))
  const lines = byValue.slice(0, maxTodayLines).map((line) => ({ ...line, cents: String(line.cents) }))
  const cents = households.reduce((sum, line) => sum + line.cents, 0n)
  return { lines, total: households.length, cents: String(cents), entities: rows.length }
}
