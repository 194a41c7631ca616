import { isoTime } from '../../../shared/domain/days.ts'
import type { FiguresChecked } from '../../../shared/ipc/roll-ups.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { orderOf, recordLists } from './list.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'

/** For a narrowed list with more rows than this, the answer is the range of the whole firm, which contains the list's own. */
const mostRows = 50_000

const range = 'min(c.checked_at) AS oldest, max(c.checked_at) AS newest, count(*) - count(c.entity_id) AS unchecked'
const edge =
  'SELECT c.checked_at FROM valuation_check c WHERE EXISTS (SELECT 1 FROM entities e WHERE e.id = c.entity_id)'

const checkedSql = {
  /** No parameters; one value each. Both walk the index by time and stop at the first row. */
  oldest: `${edge} ORDER BY c.checked_at LIMIT 1`,
  newest: `${edge} ORDER BY c.checked_at DESC LIMIT 1`,
  /** No parameters. Checks of entities that are gone can only lower the number of those never checked. */
  unchecked: 'SELECT max(0, (SELECT count(*) FROM entities) - (SELECT count(*) FROM valuation_check))',
  /** One parameter: the household's id. */
  household: `SELECT ${range} FROM entities e LEFT JOIN valuation_check c ON c.entity_id = e.id WHERE e.household_id = ?`,
  /** One parameter: row numbers as a JSON array. */
  entities: `SELECT ${range} FROM json_each(?) r JOIN entities e ON e.row = r.value
    LEFT JOIN valuation_check c ON c.entity_id = e.id`,
  valuations: `SELECT ${range} FROM json_each(?) r JOIN valuations v ON v.row = r.value
    LEFT JOIN valuation_check c ON c.entity_id = v.entity_id`,
} as const

type Range = { oldest: number | null; newest: number | null; unchecked: number }

/**
 * When the service was last asked for the valuations that are summed in a balance sheet or list.
 * @throws Suspended while the list's order is made.
 */
export function readFiguresChecked(
  reader: Reader,
  { of }: InputOf<'rollUps', 'checked'>,
): OutputOf<'rollUps', 'checked'> {
  const { mirror } = reader
  if (of.what === 'book') return bookRange(mirror)
  if (of.what === 'household') return rangeOf(mirror, checkedSql.household, of.id)
  const { what, ...query } = of
  if ((query.filters?.length ?? 0) === 0 && Object.keys(query.scope ?? {}).length === 0) return bookRange(mirror)
  const rows = orderOf(reader, recordLists[what].shape, query)
  if (rows.length > mostRows) return { ...bookRange(mirror), whole_firm: true }
  return rangeOf(mirror, checkedSql[what], JSON.stringify([...rows]))
}

function rangeOf(mirror: ReadableDatabase, sql: string, parameter: string): FiguresChecked {
  const found = mirror.prepare<[string], Range>(sql).get(parameter)
  return figuresOf(found ?? { oldest: null, newest: null, unchecked: 0 })
}

function bookRange(mirror: ReadableDatabase): FiguresChecked {
  const one = (sql: string) => mirror.prepare<[], number>(sql).pluck().get() ?? null
  return figuresOf({
    oldest: one(checkedSql.oldest),
    newest: one(checkedSql.newest),
    unchecked: one(checkedSql.unchecked) ?? 0,
  })
}

const figuresOf = ({ oldest, newest, unchecked }: Range): FiguresChecked => ({
  from: oldest === null ? null : isoTime(oldest),
  to: newest === null ? null : isoTime(newest),
  unchecked,
  whole_firm: false,
})
