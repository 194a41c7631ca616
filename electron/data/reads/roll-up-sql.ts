/**
 * The statements of balance sheets, separate so that their query plans can be tested and their cost compared. Sums are over whole
 * numbers, so they are exact; for `units` and `dust` see `mirror/holdings.ts`.
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
export const householdSql: RollUpSql = {
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

/** No parameters. Each walks one narrow index in order: nothing is sorted. */
export const bookSql: RollUpSql & { entities: string } = {
  entities: `SELECT in_estate_status AS status, kind, count(*) AS entities
    FROM entities GROUP BY in_estate_status, kind`,
  lines: `SELECT line, count(*) AS valued, min(effective_date) AS oldest, max(effective_date) AS newest
    FROM valuations WHERE line IS NOT NULL GROUP BY line`,
  holdings: `SELECT line, class, sum(units) AS units, sum(dust) AS dust, count(*) AS holdings, count(units) AS summed
    FROM holding WHERE line IS NOT NULL GROUP BY line, class`,
  beyondUnits: `SELECT h.line AS line, h.class AS class, v.json AS json
    FROM holding h JOIN valuations v ON v.row = h.valuation WHERE h.units IS NULL AND h.line IS NOT NULL`,
}
