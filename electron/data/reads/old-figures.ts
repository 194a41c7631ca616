import { sumCents } from '../../../shared/domain/money.ts'
import { maxTodayLines, type TodayAnswer } from '../../../shared/ipc/today.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { type AskedHouseholds, askedWhere } from './asked-households.ts'

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
export function readOldFigures(mirror: ReadableDatabase, { of, id }: AskedHouseholds): OldFigures {
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
