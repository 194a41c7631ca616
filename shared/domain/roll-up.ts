import type { RollUp } from '../ipc/roll-ups.ts'
import { entityKinds, inEstateStatuses } from '../service/entity.ts'
import { add, apportion, type Decimal, roundToCents, zero } from './money.ts'

/** The exact direct holdings of entities with the same estate status and kind: of a single entity, or already summed. */
export type RollUpPart = {
  in_estate_status: string
  kind: string
  entities: number
  /** The number of these entities with a known valuation. */
  valued: number
  /** The oldest and newest effective date of these valuations; null if there are none. */
  oldest: string | null
  newest: string | null
  holdings: readonly HoldingPart[]
}

/** One asset class of a part. Class null: the difference between a valuation's stated value and its listed assets. */
export type HoldingPart = { asset_class: AssetClass | null; amount: Decimal; entities: number }

type AssetClass = { id: string; name: string }
type Cell = { asset_class: AssetClass | null; amount: Decimal; entities: number }
type Line = Omit<RollUpPart, 'holdings'> & { amount: Decimal; cells: Map<string | null, Cell> }

/**
 * Computes a balance sheet: parts are added exactly, in any order and grouping, and rounded at the end.
 *
 * The total is the exact sum, rounded once, half away from zero. Each line is its exact sum rounded the same way. If, because
 * of fractions of a cent, the rounded lines do not add up to the total, leftover cents go to the lines with the largest
 * remainders. Cells are adjusted to their line likewise. So every figure is within a cent of its exact sum, lines add up to the
 * total and cells to their line; if all amounts are whole cents, every figure is exact.
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

/** In the order of the API description; values that it does not list follow, by name. */
const byLine = (a: Line, b: Line) =>
  placeIn(inEstateStatuses, a.in_estate_status) - placeIn(inEstateStatuses, b.in_estate_status) ||
  byText(a.in_estate_status, b.in_estate_status) ||
  placeIn(entityKinds, a.kind) - placeIn(entityKinds, b.kind) ||
  byText(a.kind, b.kind)

/** By name; holdings without a class come last. */
const byClass = (a: Cell, b: Cell) =>
  Number(a.asset_class === null) - Number(b.asset_class === null) ||
  byText(a.asset_class?.name ?? '', b.asset_class?.name ?? '') ||
  byText(a.asset_class?.id ?? '', b.asset_class?.id ?? '')

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function placeIn(listed: readonly string[], value: string): number {
  const place = listed.indexOf(value)
  return place < 0 ? listed.length : place
}
