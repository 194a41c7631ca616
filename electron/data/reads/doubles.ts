import { jsonFields } from '../../../shared/domain/operation.ts'
import { readApart } from '../ledger/doubles.ts'
import { readEstateAmounts } from '../ledger/estate-amounts.ts'
import { linksOfHousehold, linksOfRecord } from '../ledger/estate-links.ts'
import { readMeetings } from '../ledger/household-marks.ts'
import { allDates, datesOfRecord } from '../ledger/own-dates.ts'
import { readPin } from '../ledger/pins.ts'
import { readRuleExceptions } from '../ledger/rule-exceptions.ts'
import { mayBeDouble, sharesOfDoubles } from '../lists/list-shapes.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'
import { linkTo, readRecord } from './records.ts'

type Input = InputOf<'doubles', 'list'>
type Found = OutputOf<'doubles', 'list'>

/**
 * Names that more than one person has, from one pass over the narrow index of names; of one person or household, the names there. Only
 * people of these names are compared.
 */
const namesOf = {
  firm: 'SELECT title_sort FROM individuals GROUP BY title_sort HAVING count(*) > 1',
  individuals: 'SELECT title_sort FROM individuals WHERE id = @id',
  households: 'SELECT DISTINCT title_sort FROM individuals WHERE household_id = @id',
} as const

type Of = keyof typeof namesOf

/** Each pair once: `p` has the smaller id. */
const pairsSql = (of: Of) => {
  const asked = {
    firm: '',
    individuals: 'AND @id IN (p.id, q.id)',
    households: 'AND @id IN (p.household_id, q.household_id)',
  }[of]
  return `name AS MATERIALIZED (${namesOf[of]}),
    pair AS MATERIALIZED (
      SELECT p.row AS one, q.row AS other, p.household_id AS home, q.household_id AS other_home, p.title_sort AS sorted,
        p.id AS one_id, q.id AS other_id,
        ${Object.entries(sharesOfDoubles('p', 'q'))
          .map(([name, condition]) => `coalesce(${condition}, 0) AS by_${name}`)
          .join(', ')}
      FROM name n CROSS JOIN individuals p ON p.title_sort = n.title_sort
        CROSS JOIN individuals q ON ${mayBeDouble('p', 'q')} AND q.id > p.id
      WHERE p.id || ' ' || q.id NOT IN (SELECT value FROM json_each(@apart)) ${asked}
    )`
}

const person = (row: string, as: string) =>
  `json_object('id', ${row}.id, 'name', ${row}.title, 'date_of_birth', ${row}.date_of_birth, 'email', ${row}.email,
    'household', (SELECT json_object('id', h.id, 'name', h.title) FROM households h WHERE h.id = ${row}.household_id)) AS ${as}`

/** A household with what tells it apart from another one of its name. */
const household = (row: string, as: string) =>
  `json_object('id', ${row}.id, 'name', ${row}.title, 'created_at', ${row}.created_at, 'primaries', nullif(${row}.primaries, ''),
    'city', (SELECT i.city || coalesce(', ' || i.state, '') FROM individuals i WHERE i.household_id = ${row}.id AND i.city <> ''
      ORDER BY i.is_primary DESC, i.title_sort, i.id LIMIT 1),
    'people', (SELECT count(*) FROM individuals i WHERE i.household_id = ${row}.id)) AS ${as}`

/** People and households in one statement, so that the people are compared once; the rows of each are in order. */
const statementOf = (of: Of) => `WITH ${pairsSql(of)}
  SELECT * FROM (
    SELECT 'people' AS what, ${person('p', 'one')}, ${person('q', 'other')}, x.by_birth, x.by_email, x.by_household,
      NULL AS people, x.total
    FROM (SELECT *, count(*) OVER () AS total FROM pair ORDER BY sorted, one_id, other_id LIMIT @limit) x
      CROSS JOIN individuals p ON p.row = x.one CROSS JOIN individuals q ON q.row = x.other
    ORDER BY x.sorted, x.one_id, x.other_id LIMIT @limit)
  UNION ALL SELECT * FROM (
    SELECT 'households', ${household('g', 'one')}, ${household('h', 'other')}, NULL, NULL, NULL, x.people, x.total
    FROM (
      SELECT g.row AS one, h.row AS other, count(*) AS people, count(*) OVER () AS total
      FROM pair x CROSS JOIN households g ON g.id = min(x.home, x.other_home)
        CROSS JOIN households h ON h.id = max(x.home, x.other_home)
      WHERE x.home <> x.other_home AND g.title_sort = h.title_sort
        AND g.id || ' ' || h.id NOT IN (SELECT value FROM json_each(@apart)) ${of === 'households' ? 'AND @id IN (g.id, h.id)' : ''}
      GROUP BY g.id, h.id ORDER BY g.title_sort, g.id, h.id LIMIT @limit) x
      CROSS JOIN households g ON g.row = x.one CROSS JOIN households h ON h.row = x.other
    ORDER BY g.title_sort, g.id, h.id LIMIT @limit)`

/** The statements by the records that are asked for. */
const doublesSql = {
  firm: statementOf('firm'),
  individuals: statementOf('individuals'),
  households: statementOf('households'),
}

type PairRow = Record<'one' | 'other', string> & { total: number } & (
    | ({ what: 'people' } & Record<`by_${keyof ReturnType<typeof sharesOfDoubles>}`, number>)
    | { what: 'households'; people: number }
  )

/**
 * Finds people who may be recorded twice: of one name without regard to case and accents, and of one date of birth or one e-mail address,
 * in a household or across households; in one household also where a date of birth is missing. Two households may be one if they have one
 * name and share such a person.
 */
export function readDoubles(reader: Reader, { of, limit }: Input): Found {
  const { mirror } = reader
  const given = { id: of?.id ?? null, limit: Math.max(1, limit), apart: readApart(reader) }
  const rows = mirror.prepare<[object], PairRow>(doublesSql[of?.resource ?? 'firm']).all(given)
  const people = rows.filter((row) => row.what === 'people')
  const households = rows.filter((row) => row.what === 'households')
  return {
    people: {
      pairs: people.slice(0, limit).map((row) => ({
        one: JSON.parse(row.one),
        other: JSON.parse(row.other),
        by: (['birth', 'email', 'household'] as const).filter((share) => row[`by_${share}`] === 1),
      })),
      total: people[0]?.total ?? 0,
    },
    households: {
      pairs: households
        .slice(0, limit)
        .map((pair) => ({ one: JSON.parse(pair.one), other: JSON.parse(pair.other), people: pair.people })),
      total: households[0]?.total ?? 0,
    },
  }
}

/** Two people with what a merge of them would move. @throws AppError `record/not-found` */
export const comparePeople = (
  reader: Reader,
  { one_id, other_id }: InputOf<'doubles', 'compare'>,
): OutputOf<'doubles', 'compare'> => ({ one: personIn(reader, one_id), other: personIn(reader, other_id) })

function personIn(reader: Reader, id: string): OutputOf<'doubles', 'compare'>['one'] {
  const { record } = readRecord(reader, 'individuals', id)
  const household = linkTo(reader, 'households', record.household_id)
  const documents = reader.mirror
    .prepare<[string], { id: string; name: string; household_id: string }>(
      'SELECT id, title AS name, household_id FROM documents WHERE individual_id = ? ORDER BY title_sort, id',
    )
    .all(id)
  return {
    id,
    name: linkTo(reader, 'individuals', id).name ?? '',
    confirm: `${record.first_name} ${record.last_name}`.trim(),
    record: jsonFields.parse(record),
    household: household.name === null ? null : { id: household.id, name: household.name },
    documents,
    roles: linksOfRecord(reader, { resource: 'individuals', id }).length,
    dates: datesOfRecord(reader, { resource: 'individuals', id }).length,
  }
}

/** Two households with what a merge of them moves, and what it cannot. @throws AppError `record/not-found` */
export const compareHouseholds = (
  reader: Reader,
  { one_id, other_id }: InputOf<'doubles', 'compareHouseholds'>,
): OutputOf<'doubles', 'compareHouseholds'> => ({
  one: householdIn(reader, one_id),
  other: householdIn(reader, other_id),
})

type Household = OutputOf<'doubles', 'compareHouseholds'>['one']

/** The most records of a kind that are named. */
const mostNamed = 50

function householdIn(reader: Reader, id: string): Household {
  const { ledger, mirror } = reader
  const { record } = readRecord(reader, 'households', id)
  const ofHousehold = { household_id: id }
  const recordsOf = (table: 'individuals' | 'entities' | 'documents' | 'document_summaries') => {
    const named = mirror
      .prepare<[string], { id: string; name: string; total: number }>(
        `SELECT id, title AS name, count(*) OVER () AS total FROM ${table} WHERE household_id = ?
         ORDER BY title_sort, id LIMIT ${mostNamed}`,
      )
      .all(id)
    return { total: named[0]?.total ?? 0, first: named.map(({ total: _, ...one }) => one) }
  }
  const merging = ledger
    .prepare<[string], string>("SELECT id FROM operation WHERE record_id = ? AND is_open = 1 AND action = 'merge'")
    .pluck()
  const apart = ledger
    .prepare<[{ id: string }], number>('SELECT count(*) FROM double_apart WHERE @id IN (one_id, other_id)')
    .pluck()
  const favorite = ledger.prepare<[string], 1>("SELECT 1 FROM favourite WHERE resource = 'households' AND id = ?")
  return {
    id,
    name: linkTo(reader, 'households', id).name ?? '',
    record: jsonFields.parse(record),
    merging: merging.get(id) ?? null,
    individuals: recordsOf('individuals'),
    entities: recordsOf('entities'),
    documents: recordsOf('documents'),
    'document-summaries': recordsOf('document_summaries'),
    own: {
      dates: allDates(reader).filter(({ household_id }) => household_id === id).length,
      meetings: readMeetings(reader, ofHousehold).meetings.length,
      roles: linksOfHousehold(reader, id).length,
      exceptions: readRuleExceptions(reader, ofHousehold).length,
      apart: apart.get({ id }) ?? 0,
      has_amount: readEstateAmounts(reader, ofHousehold).own !== null,
      is_favorite: favorite.get(id) !== undefined,
      is_pinned: readPin(reader, ofHousehold).pin !== null,
    },
  }
}
