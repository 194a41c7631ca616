import type { Decimal } from '../../../shared/domain/money.ts'
import { type HoldingPart, type RollUpPart, rollUp } from '../../../shared/domain/roll-up.ts'
import type { RollUp } from '../../../shared/ipc/roll-ups.ts'
import { recordSchemas } from '../../../shared/service/record-schemas.ts'
import { fromUnits, holdingsOf } from '../mirror/valuation-store.ts'
import type { ReadableDatabase } from '../open-database.ts'

/**
 * The statements of a balance sheet. Sums are over whole numbers, so they are exact; for `units` and `dust` see
 * `mirror/valuation-store.ts`.
 */
type RollUpSql = {
  /** Entities, their valuations and the range of their dates, by line. */
  lines: string
  /** Sums by line and asset class, with the number of holdings and how many of them are in the sums. */
  holdings: string
  /** Holdings that are in no sum, with the valuation to read them from. */
  beyondUnits: string
}

const ofHousehold = 'entities e JOIN valuations v ON v.entity_id = e.id'
const line = 'e.in_estate_status AS status, e.kind AS kind'

/** One parameter: the household's id. */
const householdSql: RollUpSql = {
  lines: `SELECT ${line}, count(*) AS entities, count(v.row) AS valued,
      min(v.effective_date) AS oldest, max(v.effective_date) AS newest
    FROM entities e LEFT JOIN valuations v ON v.entity_id = e.id WHERE e.household_id = ?
    GROUP BY e.in_estate_status, e.kind`,
  holdings: `SELECT ${line}, h.class AS class, sum(h.units) AS units, sum(h.dust) AS dust, count(*) AS holdings,
      count(h.units) AS summed
    FROM ${ofHousehold} JOIN holding h ON h.valuation = v.row WHERE e.household_id = ?
    GROUP BY e.in_estate_status, e.kind, h.class`,
  beyondUnits: `SELECT ${line}, h.class AS class, v.json AS json
    FROM ${ofHousehold} JOIN holding h ON h.valuation = v.row WHERE e.household_id = ? AND h.units IS NULL`,
}

const beyondUnits = `SELECT h.line AS line, h.class AS class, v.json AS json
  FROM holding h JOIN valuations v ON v.row = h.valuation WHERE h.units IS NULL AND h.line IS NOT NULL`

/**
 * The whole book as it is kept (see `migrations/mirror-roll-ups.ts`): no statement reads more than a few rows for each line. No
 * parameters.
 */
const bookSql: BookSql = {
  entities: 'SELECT in_estate_status AS status, kind, entities FROM entity_total WHERE entities > 0',
  lines: `SELECT line, valued, (SELECT min(effective_date) FROM valuations WHERE line = t.line) AS oldest,
      (SELECT max(effective_date) FROM valuations WHERE line = t.line) AS newest
    FROM line_total t WHERE valued > 0`,
  holdings: 'SELECT line, class, units, dust, holdings, summed FROM holding_total WHERE holdings > 0',
  beyondUnits,
}

/** The whole book from its records, to check what is kept. Each walks one narrow index in order: nothing is sorted. */
export const fullBookSql: BookSql = {
  entities: `SELECT in_estate_status AS status, kind, count(*) AS entities
    FROM entities GROUP BY in_estate_status, kind`,
  lines: `SELECT line, count(*) AS valued, min(effective_date) AS oldest, max(effective_date) AS newest
    FROM valuations WHERE line IS NOT NULL GROUP BY line`,
  holdings: `SELECT line, class, sum(units) AS units, sum(dust) AS dust, count(*) AS holdings, count(units) AS summed
    FROM holding WHERE line IS NOT NULL GROUP BY line, class`,
  beyondUnits,
}

type BookSql = RollUpSql & { entities: string }

type LineName = { status: string; kind: string }
type Dates = { oldest: string | null; newest: string | null }
type LineRow = LineName & Dates & { entities: bigint; valued: bigint }
type Sums = { class: bigint; units: bigint | null; dust: bigint | null; holdings: bigint; summed: bigint }
type Beyond = { class: bigint; json: string }

/** One household's balance sheet: the direct holdings of its entities. An unknown household has none. */
export function rollUpHousehold({ mirror }: { mirror: ReadableDatabase }, { id }: { id: string }): RollUp {
  const all = <Row>(sql: string) => mirror.prepare<[string], Row>(sql).safeIntegers().all(id)
  return assemble(mirror, {
    lines: all<LineRow>(householdSql.lines),
    sums: all<LineName & Sums>(householdSql.holdings),
    readBeyond: () => all<LineName & Beyond>(householdSql.beyondUnits),
  })
}

/** The whole book's balance sheet: as it is kept, or summed from the records. */
export function sumBook(mirror: ReadableDatabase, sql: BookSql = bookSql): RollUp {
  const all = <Row>(statement: string) => mirror.prepare<[], Row>(statement).safeIntegers().all()
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
  const entities = all<LineName & { entities: bigint }>(sql.entities)
  const valued = named(all<Dates & { line: bigint; valued: bigint }>(sql.lines))
  return assemble(mirror, {
    lines: [
      ...entities.map((row) => ({ ...row, valued: 0n, oldest: null, newest: null })),
      ...valued.map((row) => ({ ...row, entities: 0n })),
    ],
    sums: named(all<Sums & { line: bigint }>(sql.holdings)),
    readBeyond: () => named(all<Beyond & { line: bigint }>(sql.beyondUnits)),
  })
}

type Found = {
  lines: readonly LineRow[]
  sums: readonly (LineName & Sums)[]
  /** Only called when some holdings are in no sum. */
  readBeyond: () => readonly (LineName & Beyond)[]
}

function assemble(mirror: ReadableDatabase, { lines, sums, readBeyond }: Found): RollUp {
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

function readClasses(mirror: ReadableDatabase): Classes {
  const rows = mirror
    .prepare<[], { row: bigint; id: string; name: string }>(
      'SELECT row, id, name FROM asset_class WHERE id IS NOT NULL',
    )
    .safeIntegers()
    .all()
  const byRow = new Map(rows.map(({ row, id, name }) => [row, { id, name }]))
  return (row) => byRow.get(row) ?? null
}

/** The whole book's balance sheet. */
export function rollUpBook({ mirror }: { mirror: ReadableDatabase }): RollUp {
  return sumBook(mirror)
}
