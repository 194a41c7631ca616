import type { RollUp } from '../ipc/roll-ups.ts'
import { entityKinds, inEstateStatuses } from '../service/entity.ts'
import { add, compare, type Decimal, ofCents, roundToCents, subtract, zero } from './money.ts'

/** What some entities of one estate status and kind hold directly, with exact amounts: one entity, or many already summed. */
export type RollUpPart = {
  in_estate_status: string
  kind: string
  entities: number
  /** Those of them whose valuation is known. */
  valued: number
  /** Effective dates of these valuations; null when there are none. */
  oldest: string | null
  newest: string | null
  holdings: readonly HoldingPart[]
}

/** A share of a part. Class null: what valuations hold beyond their listed assets, or fall short of them. */
export type HoldingPart = { asset_class: AssetClass | null; amount: Decimal; entities: number }

type AssetClass = { id: string; name: string }
type Cell = { asset_class: AssetClass | null; amount: Decimal; entities: number }
type Line = Omit<RollUpPart, 'holdings'> & { amount: Decimal; cells: Map<string | null, Cell> }

/**
 * The one balance sheet: parts are added up exactly, in any order and any grouping, and rounded at the end.
 *
 * The total is the exact sum rounded once, half away from zero. A line is its exact sum rounded the same way; where, for
 * fractions of a cent, the rounded lines would miss the total, those that rounding moved furthest the other way carry a
 * cent each. Cells carry for their line likewise. So every figure lies within a cent of its exact sum, lines add up to the
 * total and cells to their line; with whole cents every figure is the exact sum.
 */
export function rollUp(parts: Iterable<RollUpPart>): RollUp {
  const lines = [...linesOf(parts)].sort(byLine)
  const total = roundToCents(lines.reduce((sum, line) => add(sum, line.amount), zero))
  const values = apportion(
    lines.map((line) => line.amount),
    total,
  )
  return {
    total: String(total),
    ...coverageOf(lines),
    lines: lines.map((line, at) => ({
      in_estate_status: line.in_estate_status,
      kind: line.kind,
      value: String(values[at]),
      ...coverageOf([line]),
    })),
    cells: lines.flatMap((line, at) => cellsOf(line, values[at] ?? 0n)),
  }
}

/**
 * Amounts as whole cents that add up to `total`, their exact sum rounded: each rounded on its own, then as many as are
 * amiss moved by one cent, those first whose rounding went furthest against the move.
 */
export function apportion(amounts: readonly Decimal[], total: bigint): bigint[] {
  const cents = amounts.map(roundToCents)
  const amiss = total - cents.reduce((sum, value) => sum + value, 0n)
  if (amiss === 0n) return cents
  const step = amiss > 0n ? 1n : -1n
  const lost = amounts.map((amount, at) => ({ at, by: subtract(amount, ofCents(cents[at] ?? 0n)) }))
  lost.sort((a, b) => Number(step) * compare(b.by, a.by) || a.at - b.at)
  for (const { at } of lost.slice(0, Number(amiss * step))) cents[at] = (cents[at] ?? 0n) + step
  return cents
}

function linesOf(parts: Iterable<RollUpPart>): Iterable<Line> {
  const lines = new Map<string, Line>()
  for (const part of parts) {
    const key = JSON.stringify([part.in_estate_status, part.kind])
    const { in_estate_status, kind } = part
    const line = lines.get(key) ?? { in_estate_status, kind, ...nothingYet, cells: new Map() }
    lines.set(key, line)
    line.entities += part.entities
    line.valued += part.valued
    line.oldest = earlier(line.oldest, part.oldest)
    line.newest = later(line.newest, part.newest)
    for (const holding of part.holdings) addHolding(line, holding)
  }
  return lines.values()
}

const nothingYet = { entities: 0, valued: 0, oldest: null, newest: null, amount: zero } as const

function addHolding(line: Line, { asset_class, amount, entities }: HoldingPart): void {
  const cell = line.cells.get(asset_class?.id ?? null) ?? { asset_class, amount: zero, entities: 0 }
  cell.amount = add(cell.amount, amount)
  cell.entities += entities
  line.cells.set(asset_class?.id ?? null, cell)
  line.amount = add(line.amount, amount)
}

function cellsOf({ in_estate_status, kind, cells }: Line, value: bigint): RollUp['cells'] {
  const sorted = [...cells.values()].sort(byClass)
  const values = apportion(
    sorted.map((cell) => cell.amount),
    value,
  )
  return sorted.map(({ asset_class, entities }, at) => ({
    in_estate_status,
    kind,
    asset_class,
    value: String(values[at]),
    entities,
  }))
}

function coverageOf(lines: readonly Line[]) {
  const entities = lines.reduce((sum, line) => sum + line.entities, 0)
  return {
    entities,
    unvalued: entities - lines.reduce((sum, line) => sum + line.valued, 0),
    oldest: lines.reduce<string | null>((date, line) => earlier(date, line.oldest), null),
    newest: lines.reduce<string | null>((date, line) => later(date, line.newest), null),
  }
}

const earlier = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a)
const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a)

/** As the description lists them, then what it does not list, by name. */
const byLine = (a: Line, b: Line) =>
  placeIn(inEstateStatuses, a.in_estate_status) - placeIn(inEstateStatuses, b.in_estate_status) ||
  byText(a.in_estate_status, b.in_estate_status) ||
  placeIn(entityKinds, a.kind) - placeIn(entityKinds, b.kind) ||
  byText(a.kind, b.kind)

/** By name, what is in no class last. */
const byClass = (a: Cell, b: Cell) =>
  Number(a.asset_class === null) - Number(b.asset_class === null) ||
  byText(a.asset_class?.name ?? '', b.asset_class?.name ?? '') ||
  byText(a.asset_class?.id ?? '', b.asset_class?.id ?? '')

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function placeIn(listed: readonly string[], value: string): number {
  const place = listed.indexOf(value)
  return place < 0 ? listed.length : place
}
