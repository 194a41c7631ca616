import type { Decimal } from '../../../shared/domain/money.ts'
import { type HoldingPart, type RollUpPart, rollUp } from '../../../shared/domain/roll-up.ts'
import type { RollUp } from '../../../shared/ipc/roll-ups.ts'
import { recordSchemas } from '../../../shared/service/record-schemas.ts'
import { fromUnits, holdingsOf } from '../mirror/holdings.ts'
import type { Db } from '../open-database.ts'
import { bookSql, householdSql } from './roll-up-sql.ts'
import type { Versions } from './versions.ts'

type LineName = { status: string; kind: string }
type Dates = { oldest: string | null; newest: string | null }
type LineRow = LineName & Dates & { entities: bigint; valued: bigint }
type Sums = { class: bigint; units: bigint | null; dust: bigint | null; holdings: bigint; summed: bigint }
type Beyond = { class: bigint; json: string }

/** Sums the direct holdings of a household's entities. An unknown household has none. */
export function sumHousehold(mirror: Db, id: string): RollUp {
  const all = <Row>(sql: string) => mirror.prepare<[string], Row>(sql).safeIntegers().all(id)
  return assemble(mirror, {
    lines: all<LineRow>(householdSql.lines),
    sums: all<LineName & Sums>(householdSql.holdings),
    readBeyond: () => all<LineName & Beyond>(householdSql.beyondUnits),
  })
}

export type BookCache = { get(): RollUp }

/** The whole book's balance sheet, summed once and cached until entities or valuations change. */
export function createBookCache(mirror: Db, versions: Versions): BookCache {
  let kept: { version: string; book: RollUp } | undefined
  return {
    get() {
      const version = versions.of(['entities', 'valuations'])
      if (kept?.version !== version) kept = { version, book: sumBook(mirror) }
      return kept.book
    },
  }
}

/** Sums the whole book, without the cache. */
export function sumBook(mirror: Db): RollUp {
  const all = <Row>(sql: string) => mirror.prepare<[], Row>(sql).safeIntegers().all()
  const names = new Map(
    all<LineName & { row: bigint }>('SELECT row, in_estate_status AS status, kind FROM balance_line').map(
      ({ row, status, kind }) => [row, { status, kind }],
    ),
  )
  const named = <Row extends { line: bigint }>(rows: Row[]) =>
    rows.flatMap(({ line, ...rest }) => {
      const name = names.get(line)
      return name ? [{ ...rest, ...name }] : []
    })
  const entities = all<LineName & { entities: bigint }>(bookSql.entities)
  const valued = named(all<Dates & { line: bigint; valued: bigint }>(bookSql.lines))
  return assemble(mirror, {
    lines: [
      ...entities.map((row) => ({ ...row, valued: 0n, oldest: null, newest: null })),
      ...valued.map((row) => ({ ...row, entities: 0n })),
    ],
    sums: named(all<Sums & { line: bigint }>(bookSql.holdings)),
    readBeyond: () => named(all<Beyond & { line: bigint }>(bookSql.beyondUnits)),
  })
}

type Found = {
  lines: readonly LineRow[]
  sums: readonly (LineName & Sums)[]
  /** Only called when some holdings are in no sum. */
  readBeyond: () => readonly (LineName & Beyond)[]
}

function assemble(mirror: Db, { lines, sums, readBeyond }: Found): RollUp {
  const classes = readClasses(mirror)
  const part = ({ status, kind }: LineName, more: Partial<RollUpPart>): RollUpPart => ({
    in_estate_status: status,
    kind,
    entities: 0,
    valued: 0,
    oldest: null,
    newest: null,
    holdings: [],
    ...more,
  })
  const holding = (row: bigint, amount: Decimal, entities: number): HoldingPart => ({
    asset_class: classes(row),
    amount,
    entities,
  })
  const beyond = sums.some((sum) => sum.summed < sum.holdings) ? readBeyond() : []
  return rollUp([
    ...lines.map(({ entities, valued, oldest, newest, ...name }) =>
      part(name, { entities: Number(entities), valued: Number(valued), oldest, newest }),
    ),
    ...sums
      .filter((sum) => sum.summed > 0n)
      .map((sum) => part(sum, { holdings: [holding(sum.class, sumOf(sum), Number(sum.summed))] })),
    ...beyond.map((row) => part(row, { holdings: amountIn(row, classes).map((it) => holding(row.class, it, 1)) })),
  ])
}

const sumOf = ({ units, dust }: Sums) => fromUnits({ units: units ?? 0n, dust: dust ?? 0n })

/** The holding of one class, from the valuation itself; empty if it turns out that there is no remainder. */
function amountIn(row: Beyond, classes: Classes): Decimal[] {
  const holdings = holdingsOf(recordSchemas.valuations.parse(JSON.parse(row.json)))
  const found = holdings.get(classes(row.class)?.id ?? null)
  return found ? [found.amount] : []
}

type Classes = (row: bigint) => { id: string; name: string } | null

function readClasses(mirror: Db): Classes {
  const rows = mirror
    .prepare<[], { row: bigint; id: string; name: string }>(
      'SELECT row, id, name FROM asset_class WHERE id IS NOT NULL',
    )
    .safeIntegers()
    .all()
  const byRow = new Map(rows.map(({ row, id, name }) => [row, { id, name }]))
  return (row) => byRow.get(row) ?? null
}
