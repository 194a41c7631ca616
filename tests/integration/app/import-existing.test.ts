import { afterEach, describe, expect, it } from 'vitest'
import { jsonFields } from '../../../shared/domain/operation.ts'
import {
  applied,
  type Begun,
  beginImport,
  causesOf,
  cleanUp,
  give,
  judged,
  known,
  open,
} from './support/begun-import.ts'

afterEach(cleanUp)

describe('an import of records that exist', () => {
  const columns = 'External id,Notes'
  const people = 'Household,First name,Last name,Date of birth,Email,City,Suffix,Deceased'

  /** A plan that updates what exists. */
  async function planOf(begun: Begun, lines: { households?: string[]; individuals?: string[] }, empty_clears: boolean) {
    const shapes = {
      households: lines.households ? await give(begun, 'households', [columns, ...lines.households]) : null,
      individuals: lines.individuals ? await give(begun, 'individuals', [people, ...lines.individuals]) : null,
    }
    const of = (shape: (typeof shapes)['households']) => shape && { mapping: shape.mapping, answers: {} }
    return {
      households: of(shapes.households),
      individuals: of(shapes.individuals),
      default_owner_id: begun.user.id,
      existing: 'update',
      empty_clears,
    } as const
  }

  /** A person of a household with an external id, who has an email, a date of birth and a city. */
  async function begunWithPerson() {
    const begun = await beginImport()
    const { person, externalId, household } = await known(begun)
    const fields = { email: 'found@example.com', date_of_birth: '1950-01-31', city: 'Albany', suffix: 'Sr.' }
    const { id: record_id } = person
    const base = jsonFields.parse(JSON.parse(JSON.stringify(person)))
    const write = { action: 'update', resource: 'individuals', record_id, base, fields } as const
    await begun.core.outbox.save({ connectionId: begun.held.connectionId, write })
    const notes = { action: 'update', resource: 'households', record_id: household.id } as const
    const whole = await begun.core.households.get({ connectionId: begun.held.connectionId, id: household.id })
    const householdBase = jsonFields.parse(JSON.parse(JSON.stringify(whole.record)))
    const noted = { ...notes, base: householdBase, fields: { notes: 'Met in May.' } }
    await begun.core.outbox.save({ connectionId: begun.held.connectionId, write: noted })
    const line = (cells: string) => `${externalId},${person.first_name},${person.last_name},1950-01-31,${cells}`
    return { begun, person, household, externalId, line }
  }

  const fieldsOf = async ({ core, held }: Begun, recordId: string) =>
    (await open(core, held.connectionId)).find(({ record_id }) => record_id === recordId)?.fields

  it('changes what differs, leaves fields with an empty cell as they are, and skips rows that change nothing', async () => {
    const { begun, person, household, externalId, line } = await begunWithPerson()
    const plan = await planOf(
      begun,
      { households: [`${externalId},`], individuals: [line('found@example.com,Troy,,')] },
      false,
    )
    expect(await judged(begun, plan)).toMatchObject({
      households: { good: 1, changing: 0, unchanged: 1 },
      individuals: { good: 1, changing: 1, unchanged: 0 },
    })
    const { rows } = await begun.core.imports.rows({
      ...begun.held,
      part: 'individuals',
      show: 'all',
      offset: 0,
      limit: 5,
    })
    expect(rows).toMatchObject([{ changes: [{ field: 'city', before: 'Albany', after: 'Troy' }] }])
    expect((await applied(begun)).at(-1)).toMatchObject({ done: 1, total: 1 })
    expect(await fieldsOf(begun, person.id)).toMatchObject({ city: 'Troy', suffix: 'Sr.' })
    expect(await fieldsOf(begun, household.id)).toMatchObject({ notes: 'Met in May.' })
  })

  it('clears fields with an empty cell where that was chosen', async () => {
    const { begun, person, household, externalId, line } = await begunWithPerson()
    const plan = await planOf(begun, { households: [`${externalId},`], individuals: [line(',,,')] }, true)
    // Without an email the date of birth tells who it is.
    expect(await judged(begun, plan)).toMatchObject({
      households: { good: 1, changing: 1, unchanged: 0 },
      individuals: { good: 1, changing: 1, unchanged: 0 },
    })
    expect((await applied(begun)).at(-1)).toMatchObject({ done: 2, total: 2 })
    const { record } = await begun.core.individuals.get({ connectionId: begun.held.connectionId, id: person.id })
    for (const field of ['email', 'city', 'suffix'] as const) expect(record[field] ?? null, field).toBeNull()
    expect(record.date_of_birth).toBe('1950-01-31')
    const cleared = await begun.core.households.get({ connectionId: begun.held.connectionId, id: household.id })
    expect(cleared.record.notes ?? null).toBeNull()
  })

  it('refuses a second row about the same person, one that could be somebody else, and contradictory dates', async () => {
    const { begun, person, externalId, line } = await begunWithPerson()
    const plan = await planOf(
      begun,
      {
        individuals: [
          line('found@example.com,Troy,,'),
          line('found@example.com,Rome,,'),
          `${externalId},${person.first_name},${person.last_name},,,Bern,,`,
        ],
      },
      false,
    )
    await judged(begun, plan)
    expect(await causesOf(begun, 'individuals')).toEqual([
      [3, 'Last name: Row 2 is the same person in the same household.'],
      [
        4,
        'Last name: Row 2 has the same name in the same household. Only one of the two has a suffix and a date of birth. It may be someone else.',
      ],
    ])
  })
})
