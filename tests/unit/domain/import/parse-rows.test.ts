import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../../shared/domain/fold.ts'
import { createHouseholdFinder, type FindHousehold } from '../../../../shared/domain/import/find-household.ts'
import { importFields } from '../../../../shared/domain/import/import-fields.ts'
import { createHouseholdParser, type KnownHouseholds } from '../../../../shared/domain/import/parse-households.ts'
import { createIndividualParser } from '../../../../shared/domain/import/parse-individuals.ts'
import type { Reading } from '../../../../shared/domain/import/parsed-rows.ts'
import type { KnownPerson } from '../../../../shared/domain/import/same-person.ts'
import { type Field, type FieldKind, type Fields, isClearable } from '../../../../shared/records/field.ts'
import { resourceFields } from '../../../../shared/records/resource-fields.ts'
import { householdCreate, individualCreate } from '../../../../shared/service/writes.ts'
import { readDateColumn } from '../../../../shared/tables/dates.ts'

const owners = new Map([
  ['grace@example.com', ['us-1']],
  ['Ada', ['us-2', 'us-3']],
])
const names = new Map([
  ['okafor', ['hh-old']],
  ['smith', ['hh-a', 'hh-b']],
])
const known: KnownHouseholds = {
  owners: (text) => owners.get(text) ?? [],
  byExternalId: (id) => (id === 'OLD-1' ? 'hh-old' : undefined),
  byName: (folded) => names.get(folded) ?? [],
}
const today = '2026-11-21'
const existing = { update: false, emptyClears: false }
/** Every column's dates have the month first. */
const dates = readDateColumn([], { column: 0, header: '', today, answers: {} })
const columns = { dates: new Map(Array.from({ length: 12 }, (_, at) => [at, dates])), zeros: null }

const householdReading: Reading = {
  part: 'households',
  headers: ['Ext', 'Family', 'Advisor', 'Notes'],
  mapping: ['external_id', 'name', 'owner', 'notes'],
  columns,
}

/** Checks households given as `external id, name, owner, notes`, from row 2 on. */
function checkHouseholds(rows: readonly (readonly string[])[], defaultOwner: string | null = 'us-1') {
  const judge = createHouseholdParser(householdReading, { known, defaultOwner, existing })
  return rows.map((cells, at) => judge({ row: at + 2, cells }))
}

const individualReading: Reading = {
  part: 'individuals',
  headers: ['Family', 'First', 'Last', 'Born', 'Mail', 'Primary', 'State'],
  mapping: ['household', 'first_name', 'last_name', 'date_of_birth', 'email', 'is_primary', 'state'],
  columns,
}

const finderOver = (households: ReturnType<typeof checkHouseholds>) =>
  createHouseholdFinder(households, { known, isKnownId: (id) => id === 'hh-old' })

function checkPeople(
  rows: readonly (readonly string[])[],
  { find = finderOver([]), there = [] }: { find?: FindHousehold; there?: KnownPerson[] } = {},
) {
  // Only a household that exists has people to compare with.
  const peopleIn = (id: string) => {
    expect(id).toBe('hh-old')
    return there
  }
  const judge = createIndividualParser(individualReading, { find, peopleIn, existing })
  return rows.map((cells, at) => judge({ row: at + 2, cells }))
}

const causes = (judged: { issues: { column: string; cause: string }[] }[]) =>
  judged.map(({ issues }) => issues.map(({ column, cause }) => `${column}: ${cause}`))

describe('households', () => {
  it('become bodies that may be sent, with the owner of the row or the one chosen for the rest', () => {
    const judged = checkHouseholds([
      ['C-1', 'Okonkwo', 'grace@example.com', 'Likes tea'],
      ['', 'Nguyen', '', ''],
    ])
    expect(judged.map(({ fields }) => fields)).toEqual([
      { primary_relationship_owner_id: 'us-1', external_id: 'C-1', notes: 'Likes tea' },
      { primary_relationship_owner_id: 'us-1' },
    ])
    expect(judged.map(({ title, target }) => [title, target])).toEqual([
      ['Okonkwo', { kind: 'new', row: 2 }],
      ['Nguyen', { kind: 'new', row: 3 }],
    ])
  })

  it('are refused, each with row, column, cause and next step', () => {
    const judged = checkHouseholds(
      [
        ['C-1', 'A', 'grace@example.com', ''],
        ['C-1', 'B', 'grace@example.com', ''],
        ['OLD-1', 'C', 'grace@example.com', ''],
        ['C-2', 'D', 'nobody@example.com', ''],
        ['C-3', 'E', 'Ada', ''],
        ['C-4', 'F', '', ''],
      ],
      null,
    )
    expect(causes(judged)).toEqual([
      [],
      ['Ext: Row 2 has the same external ID.'],
      ['Ext: A household with this external ID already exists.'],
      ['Advisor: This is not one of the firm’s users.'],
      ['Advisor: Several of the firm’s users have this name.'],
      ['Advisor: The relationship owner is missing.'],
    ])
    expect(judged[3]?.issues[0]).toMatchObject({
      value: 'nobody@example.com',
      next_step: expect.stringMatching(/email address/),
    })
    expect(judged.map(({ target }) => target)).toEqual([
      { kind: 'new', row: 2 },
      { kind: 'new', row: 2 },
      { kind: 'existing', id: 'hh-old' },
      { kind: 'refused', row: 5 },
      { kind: 'refused', row: 6 },
      { kind: 'refused', row: 7 },
    ])
  })

  it('of a name that is there already are let pass with a word about it', () => {
    const [one] = checkHouseholds([['', 'OKAFOR', '', '']])
    expect(one?.fields).not.toBeNull()
    expect(one?.warnings).toMatchObject([{ column: 'Family', cause: 'A household with this name already exists.' }])
  })
})

describe('finding the household of a person', () => {
  const find = finderOver(
    checkHouseholds([
      ['C-1', 'Núñez & Sons', '', ''],
      ['C-2', 'Twin', '', ''],
      ['C-3', 'Twin', '', ''],
      ['C-4', 'Okafor', '', ''],
      ['C-5', 'Lost', 'nobody@example.com', ''],
      ['OLD-1', 'Renamed', '', ''],
      ['C-1', 'Nunez and sons again', '', ''],
    ]),
  )
  it.each([
    ['by id', 'hh-old', { kind: 'existing', id: 'hh-old' }],
    ['by external id in the file', 'C-2', { kind: 'new', row: 3 }],
    ['by external id in the offline copy', 'OLD-1', { kind: 'existing', id: 'hh-old' }],
    ['by name in the file, folded', 'NUNEZ  SONS', { kind: 'new', row: 2 }],
    ['by the name of a row that is there already', 'Renamed', { kind: 'existing', id: 'hh-old' }],
    ['by the name of a row that repeats another', 'nunez and sons again', { kind: 'new', row: 2 }],
    ['on a row that was refused', 'Lost', { kind: 'refused', row: 6 }],
    ['not, of two in the file', 'Twin', { cause: '2 households in the file have this name.' }],
    [
      'not, of one here and one there',
      'Okafor',
      { cause: '2 households in the file and the offline copy have this name.' },
    ],
    ['not, of two there', 'Smith', { cause: '2 households in the offline copy have this name.' }],
    ['not at all', 'C-9', { cause: expect.stringMatching(/No household matches/) }],
  ])('%s', (_, text, expected) => {
    expect(find(text)).toMatchObject(expected)
  })
})

describe('individuals', () => {
  it('become bodies that may be sent, once their household is known', () => {
    const [one] = checkPeople([['OLD-1', 'Ada', 'Okafor', '4/30/1961', 'ada@example.com', 'yes', 'New York']])
    expect(one?.fields).toEqual({
      first_name: 'Ada',
      last_name: 'Okafor',
      date_of_birth: '1961-04-30',
      email: 'ada@example.com',
      is_primary: true,
      state: 'NY',
    })
    expect(one?.target).toEqual({ kind: 'existing', id: 'hh-old' })
  })

  it('are refused for every cell that is wrong, all at once', () => {
    const judged = checkPeople([['', '', 'Okafor', '30/30/1961', 'ada', 'perhaps', 'XYZ']])
    expect(causes(judged)).toEqual([
      [
        'Family: Household is missing.',
        'First: First name is missing.',
        'Born: This is not a calendar date.',
        'Mail: This is not an email address.',
        'Primary: This is neither yes nor no.',
        'State: This is not a state or province.',
      ],
    ])
    expect(judged[0]?.fields).toBeNull()
  })

  it('are refused with the cell as it was, also of the first column', () => {
    const [unplaced] = checkPeople([['Nobody’s', 'Ada', 'Okafor', '', '', '', '']])
    expect(unplaced?.issues).toMatchObject([{ column: 'Family', value: 'Nobody’s' }])
  })

  it('are refused with their household', () => {
    const find = finderOver(checkHouseholds([['C-1', 'Lost', 'nobody@example.com', '']]))
    expect(causes(checkPeople([['Lost', 'Ada', 'Okafor']], { find }))).toEqual([
      ['Family: Its household is in row 2, which was rejected.'],
    ])
  })

  it('are told from people who are there, and from those above them in the file', () => {
    const there = [
      {
        id: 'in-2',
        title: 'Mary Ann Beth O’Brien, Jr.',
        email: 'mary@example.com',
        date_of_birth: '1950-01-02',
        is_primary: false,
      },
      { id: 'in-1', title: 'Bo Li', email: null, date_of_birth: null, is_primary: false },
    ]
    const judged = checkPeople(
      [
        ['hh-old', 'mary ann', 'OBRIEN', '', ''],
        ['hh-old', 'Mary Ann', "O'Brien", '1950-01-02', ''],
        ['hh-old', 'MARY ANN', 'O’BRIEN', '', 'Mary@Example.com'],
        ['hh-old', 'Mary Ann', 'O’Brien', '1981-01-02', 'mary@example.com'],
        ['hh-old', 'Mary', 'Smith', '1950-01-02', 'mary@example.com'],
        ['hh-old', 'Bo', 'Li', '1970-05-05', ''],
        ['hh-old', 'BO', 'LI', '5/5/1970', ''],
        ['hh-old', 'Bo', 'Li', '', 'bo@example.com'],
      ],
      { there },
    )
    expect(judged.map(({ issues, warnings }) => [...issues, ...warnings].map(({ cause }) => cause))).toEqual([
      ['Mary Ann Beth O’Brien, Jr. (already in Steward) has the same name in the same household.'],
      [expect.stringMatching(/^Mary Ann Beth O’Brien, Jr\. \(already in Steward\) is the same person/)],
      ['Mary Ann Beth O’Brien, Jr. (already in Steward) has the same name in the same household.'],
      ['Row 2 has the same name in the same household.'],
      [],
      ['Bo Li (already in Steward) has the same name in the same household.'],
      ['Row 7 is the same person in the same household.'],
      ['Bo Li (already in Steward) has the same name in the same household.'],
    ])
    expect(judged.map(({ fields }) => fields !== null)).toEqual([true, false, true, true, true, true, false, true])
  })

  describe('of a file that updates people', () => {
    const father = {
      id: 'in-1',
      title: 'John Smith',
      email: 'family@example.com',
      date_of_birth: null,
      is_primary: true,
    }
    const reading: Reading = {
      part: 'individuals',
      headers: ['Family', 'First', 'Middle', 'Last', 'Suffix', 'Born', 'Mail'],
      mapping: ['household', 'first_name', 'middle_name', 'last_name', 'suffix', 'date_of_birth', 'email'],
      columns,
    }
    const parse = (there: KnownPerson[], cells: string[]) =>
      createIndividualParser(reading, {
        find: finderOver([]),
        peopleIn: () => there,
        existing: { update: true, emptyClears: false },
      })({ row: 2, cells: ['OLD-1', ...cells] })
    const person = (title: string, more: Partial<KnownPerson> = {}): KnownPerson => ({ ...father, title, ...more })
    const outcome = ({ edit, fields, issues }: ReturnType<typeof parse>) =>
      edit ? `changes ${edit.id}` : fields ? 'someone else' : issues.length > 0 ? 'asked' : 'nothing'
    const mail = 'family@example.com'

    it.each<[string, KnownPerson[], string[], string]>([
      ['a son with a suffix', [father], ['John', '', 'Smith', 'Jr.', '', mail], 'asked'],
      ['a son with a middle name', [father], ['John', 'Paul', 'Smith', '', '', mail], 'asked'],
      ['a son with a date of birth', [father], ['John', '', 'Smith', '', '1985-01-31', mail], 'asked'],
      ['a son with all of them', [father], ['John', 'Paul', 'Smith', 'Jr.', '1985-01-31', mail], 'asked'],
      ['another suffix', [person('John Smith, Sr.')], ['John', '', 'Smith', 'Jr.', '', mail], 'someone else'],
      ['another middle name', [person('John Adam Smith')], ['John', 'Paul', 'Smith', '', '', mail], 'someone else'],
      [
        'another date of birth',
        [person('John Smith', { date_of_birth: '1950-01-31' })],
        ['John', '', 'Smith', '', '1985-01-31', mail],
        'someone else',
      ],
      [
        'another suffix, born on the same day',
        [person('John Smith, Sr.', { date_of_birth: '1950-01-31' })],
        ['John', '', 'Smith', 'Jr.', '1950-01-31', mail],
        'asked',
      ],
      [
        'the same date of birth',
        [person('John A. Smith, Sr.', { date_of_birth: '1950-01-31' })],
        ['John', '', 'Smith', '', '1950-01-31', ''],
        'changes in-1',
      ],
      [
        'the same names and e-mail',
        [person('John Adam Smith, Sr.')],
        ['John', 'A.', 'Smith', 'Sr', '', mail],
        'changes in-1',
      ],
      [
        'the same names and e-mail, of two',
        [father, person('John Smith', { id: 'in-2', date_of_birth: '1985-01-31' })],
        ['John', '', 'Smith', '', '', mail],
        'asked',
      ],
      [
        'the same names and e-mail, twice in Steward',
        [father, person('John Smith', { id: 'in-2' })],
        ['John', '', 'Smith', '', '', mail],
        'asked',
      ],
      ['an e-mail and another first name', [father], ['Jane', '', 'Smith', '', '', mail], 'someone else'],
      ['a name alone', [father], ['John', '', 'Smith', '', '', ''], 'asked'],
    ])('takes nobody for another: %s', (_, there, cells, expected) => {
      expect(outcome(parse(there, cells))).toBe(expected)
    })

    it('says what only one of the two has', () => {
      const { issues } = parse([father], ['John', '', 'Smith', 'Jr.', '1985-01-31', mail])
      expect(issues[0]?.cause).toContain(
        'Only one of the two has a suffix and a date of birth. It may be someone else.',
      )
    })
  })

  it('are no more than two primary clients in a household, with those who are there', () => {
    const there = [{ id: 'in-1', title: 'Bo Li', email: null, date_of_birth: null, is_primary: true }]
    const rows = ['Ada', 'Eve', 'Ivy'].map((first) => ['hh-old', first, 'Li', '', '', 'yes'])
    expect(causes(checkPeople(rows, { there }))).toEqual([
      [],
      ['Primary: The household has 2 primary clients already, the most it can have.'],
      ['Primary: The household has 2 primary clients already, the most it can have.'],
    ])
  })
})

describe('any file', () => {
  const cell = fc.oneof(
    fc.constantFrom('', 'C-1', 'OLD-1', 'Okafor', 'Ada', 'grace@example.com', 'yes', 'x', '4/30/1961', 'NY', "'=1"),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  )
  const rows = fc.array(fc.array(cell, { maxLength: 7 }), { maxLength: 12 })

  it('comes to bodies that the description allows, or to issues with a cause and a next step, row by row', () => {
    fc.assert(
      fc.property(rows, rows, fc.constantFrom('us-1', null), (households, people, owner) => {
        const judgedHouseholds = checkHouseholds(households, owner)
        const judgedPeople = checkPeople(people, { find: finderOver(judgedHouseholds) })
        for (const { fields, issues, warnings } of [...judgedHouseholds, ...judgedPeople]) {
          expect(fields === null).toBe(issues.length > 0)
          for (const { column, cause, next_step } of [...issues, ...warnings]) {
            expect([column, cause, next_step].every((text) => text.length > 0)).toBe(true)
          }
        }
        for (const { fields } of judgedHouseholds)
          if (fields) expect(householdCreate.safeParse(fields).success).toBe(true)
        for (const { fields, target } of judgedPeople) {
          if (!fields) continue
          expect(individualCreate.safeParse({ ...fields, household_id: 'hh' }).success).toBe(true)
          expect(target?.kind).not.toBe('refused')
        }
      }),
    )
  })

  it('given twice has no second household with an external id, and nobody twice with the same birth date', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const judged = checkHouseholds([...given, ...given])
        const ids = judged.flatMap(({ fields }) => fields?.external_id ?? [])
        expect(new Set(ids).size).toBe(ids.length)
        const people = checkPeople([...given, ...given])
        const keys = people.flatMap(({ fields, target }) =>
          fields?.date_of_birth
            ? [JSON.stringify([target, fold(fields.first_name), fold(fields.last_name), fields.date_of_birth])]
            : [],
        )
        expect(new Set(keys).size).toBe(keys.length)
      }),
    )
  })
})

describe('dates of death', () => {
  const reading: Reading = {
    part: 'individuals',
    headers: ['Family', 'First', 'Last', 'Born', 'Died', 'Deceased'],
    mapping: ['household', 'first_name', 'last_name', 'date_of_birth', 'date_of_death', 'is_deceased'],
    columns,
  }
  const judge = (born: string, died: string, deceased: string) =>
    createIndividualParser(reading, { find: finderOver([]), peopleIn: () => [], existing })({
      row: 2,
      cells: ['OLD-1', 'Ada', 'Byron', born, died, deceased],
    })

  it('come apart from the new person, who is deceased', () => {
    expect(judge('1950-02-28', '2020-01-01', 'yes')).toMatchObject({
      issues: [],
      warnings: [],
      date_of_death: '2020-01-01',
      fields: { date_of_birth: '1950-02-28', is_deceased: true },
    })
    expect(judge('', '2020-01-01', 'yes').fields).not.toHaveProperty('date_of_death')
  })

  it.each([
    ['2021-01-01', '2020-01-01', 'yes', ['Died: It is before the date of birth.']],
    ['', '2026-12-24', 'yes', ['Died: 2026-12-24 is in the future.']],
    ['', '2020-01-01', 'no', ['Deceased: There is a date of death, but this says that the person is alive.']],
  ])('that are contradictory (%j, %j, %j) are refused', (born, died, deceased, expected) => {
    const judged = judge(born, died, deceased)
    expect(causes([judged])).toEqual([expected])
    expect(judged.fields).toBeNull()
  })

  it('and Deceased ask for each other', () => {
    const warnings = (died: string, deceased: string) => judge('', died, deceased).warnings.map(({ cause }) => cause)
    expect(warnings('', 'yes')).toEqual(['No date of death is given.'])
    expect(warnings('2020-01-01', '')).toEqual(['The person is marked as deceased because this date is given.'])
    expect(judge('', '2020-01-01', '').fields).toMatchObject({ is_deceased: true })
    expect(warnings('', 'no')).toEqual([])
    expect(warnings('', '')).toEqual([])
  })
})

describe('a field with a column in imports', () => {
  const cells: Partial<Record<FieldKind, [cell: string, value: string | boolean]>> = {
    text: ['Aunt Eva', 'Aunt Eva'],
    'long-text': ['Likes tea', 'Likes tea'],
    email: ['eva@example.com', 'eva@example.com'],
    date: ['4/30/1961', '1961-04-30'],
    flag: ['yes', true],
    state: ['New York', 'NY'],
  }
  const every = Object.entries<Fields>(resourceFields).flatMap(([resource, fields]) =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.import === undefined ? [] : ([[resource, name, field]] as [string, string, Field][]),
    ),
  )
  /** By these an existing record is found; they are not written. */
  const identifying = ['external_id', 'first_name', 'last_name']
  const eva = { id: 'in-1', title: 'Eva Li', email: 'eva@example.com', date_of_birth: '1961-04-30', is_primary: true }

  /** Reads one row whose cells are named by their fields. */
  function read(part: string, row: Record<string, string>, update: boolean) {
    const mapping = Object.keys(row)
    const existing = { update, emptyClears: update }
    const fileRow = { row: 2, cells: Object.values(row) }
    if (part === 'households') {
      const reading: Reading = { part, headers: mapping, mapping, columns }
      return createHouseholdParser(reading, { known, defaultOwner: 'us-1', existing })(fileRow)
    }
    const reading: Reading = { part: 'individuals', headers: mapping, mapping, columns }
    return createIndividualParser(reading, { find: finderOver([]), peopleIn: () => [eva], existing })(fileRow)
  }
  const existingRow = {
    households: { external_id: 'OLD-1' },
    individuals: { household: 'OLD-1', first_name: 'Eva', last_name: 'Li', date_of_birth: '4/30/1961' },
  }
  const newRow = { households: {}, individuals: { household: 'OLD-1', first_name: 'Ada', last_name: 'Byron' } }

  it.each(every)('%s.%s is in the new record, in the edit, and empty where its cell is', (resource, name, field) => {
    expect(Object.keys(importFields)).toContain(resource)
    const part = resource as keyof typeof importFields
    expect(Object.keys(importFields[part])).toContain(name)
    const [cell, value] = cells[field.kind] ?? []
    if (cell === undefined) throw new Error(`This test has no cell for ${field.kind}.`)

    const made = read(part, { ...newRow[part], [name]: cell }, false)
    expect(made.issues).toEqual([])
    expect({ ...made, ...made.fields }).toMatchObject({ [name]: value })

    if (identifying.includes(name)) return
    const edited = read(part, { ...existingRow[part], [name]: cell }, true)
    expect(edited).toMatchObject({ issues: [], edit: { given: { [name]: value } } })
    // A row without a date of birth is not taken for a person who has one.
    if (!isClearable(field) || name === 'date_of_birth') return
    const emptied = read(part, { ...existingRow[part], [name]: '' }, true)
    expect(emptied).toMatchObject({ edit: { given: { [name]: null } } })
  })
})
