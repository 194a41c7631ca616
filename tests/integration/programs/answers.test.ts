import { afterEach, describe, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import { type ProgramLevels, usualLevels } from '../../../shared/domain/program-levels.ts'
import { domainOf, type Resource, resources } from '../../../shared/service/resource.ts'
import { writePolicy } from '../../e2e/support/policy.ts'
import { cleanUp, noWhere, openToProgram } from './support/open-door.ts'

afterEach(cleanUp)

type Row = Readonly<Record<string, unknown>>

/** The rows of a list as its page reads them. */
async function pageRows(core: Core, connectionId: string, resource: Resource): Promise<readonly Row[]> {
  const list = core[domainOf(resource)].list as (input: object) => Promise<{ rows: Row[] }>
  const sort = { column: 'title', direction: 'asc' }
  return (await list({ connectionId, offset: 0, limit: 500, sort })).rows
}

/** Every value of text, at any depth. */
const texts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(texts)
      : []

const numbers = (value: unknown): number[] =>
  typeof value === 'number'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(numbers)
      : []

describe('what a program is answered', () => {
  it('are the rows of every list as its page has them', async () => {
    const { core, id, ask } = await openToProgram()
    for (const resource of resources) {
      const { head, rows } = await ask('list', { ...noWhere, resource })
      const expected = await pageRows(core, id, resource)
      expect(rows.map((row) => row.id)).toEqual(expected.map((row) => row.id))
      for (const [at, row] of rows.entries()) {
        for (const [name, value] of Object.entries(row)) {
          const own = expected[at]?.[name] ?? null
          // A household's sum is whole cents on its page.
          expect(value).toEqual(typeof own === 'string' && typeof value === 'number' ? Number(own) / 100 : own)
        }
      }
      expect(head).toMatchObject({ firm: 'Alder', levels: usualLevels })
    }
  })

  it('follow filters, columns, order, household and limit, and say if there is more', async () => {
    const { core, id, ask } = await openToProgram()
    const where = [{ column: 'is_primary', operator: 'is', values: [true] }]
    const sort = { column: 'title', direction: 'desc' } as const
    const asked = { resource: 'individuals' as const, where, sort, columns: ['title', 'is_primary'] }
    const expected = await core.individuals.list({
      ...{ connectionId: id, offset: 0, limit: 500, sort },
      filters: [{ column: 'is_primary', operator: 'is', values: [true] }],
    })
    const all = await ask('list', { ...noWhere, ...asked })
    expect(all).toMatchObject({ more: false })
    expect(all.rows).toEqual(expected.rows.map(({ title, is_primary }) => ({ title, is_primary })))
    const some = await ask('list', { ...noWhere, ...asked, limit: 2 })
    expect(some).toMatchObject({ more: true, rows: all.rows.slice(0, 2) })
    const household = String(expected.rows[0]?.household_id)
    const own = await ask('list', { ...noWhere, resource: 'individuals', household })
    expect(new Set(own.rows.map((row) => row.household_id))).toEqual(new Set([household]))
    await expect(ask('list', { ...noWhere, resource: 'users', columns: ['wrong'] })).rejects.toMatchObject({
      code: 'not-understood',
    })
  })

  it('are records, changes, dates, sums and hits', async () => {
    const { core, id, ask } = await openToProgram()
    const [entity] = (await pageRows(core, id, 'entities')).filter((row) => row.valuation_id !== null)
    const { rows } = await ask('get', { id: String(entity?.id), resource: null })
    expect(rows).toMatchObject([
      {
        resource: 'entities',
        id: entity?.id,
        title: entity?.title,
        history: expect.any(Array),
        valuation: { effective_date: expect.any(String) },
      },
    ])
    await expect(ask('get', { id: 'no such id', resource: null })).rejects.toMatchObject({ code: 'not-found' })
    const hits = await ask('search', { text: String(entity?.title), limit: 50 })
    const found = await core.search.query({ connectionId: id, text: String(entity?.title), limit: 50 })
    expect(hits.rows.map((row) => row.id)).toEqual(found.hits.map((hit) => hit.id))
    const { length } = found.hits
    expect(await ask('search', { text: String(entity?.title), limit: length })).toMatchObject({
      more: false,
      total: null,
    })
    const book = await core.rollUps.book({ connectionId: id })
    expect((await ask('book', {})).rows.at(-1)?.value).toBe(Number(book.total) / 100)
    expect((await ask('changes', { since: null, household: null, limit: 10 })).rows).toEqual([])
    const dates = await core.dates.list({
      ...{ connectionId: id, owner_id: null, from: '2026-01-01', to: '2026-12-31', kind: null },
      ...{ state: 'open', limit: 1_000 },
    })
    const told = await ask('dates', { from: '2026-01-01', to: '2026-12-31', household: null, limit: 1_000 })
    expect(told.rows.map(({ date, title }) => ({ date, title }))).toEqual(
      dates.lines.map(({ date, title }) => ({ date, title })),
    )
    expect((await ask('sync', { wait: true })).rows).toMatchObject([{ state: 'idle', service: 'online' }])
  })

  it('have every date of one household, however many the firm has before them', async () => {
    const { core, id, ask } = await openToProgram()
    const [first, second] = await pageRows(core, id, 'households')
    const dateOf = (household: Row | undefined, at: number, date: string) => ({
      ...{ id: `date-${at}`, household_id: String(household?.id), was: null },
      record: { resource: 'households' as const, id: String(household?.id) },
      fields: { kind: 'review' as const, title: `Review ${at}`, date, every: 'once' as const, until: null },
    })
    const before = Array.from({ length: 1_001 }, (_, at) => dateOf(first, at + 1, '2027-01-04'))
    await core.dates.import({ connectionId: id, dates: [...before, dateOf(second, 0, '2027-06-30')] })
    const year = { from: '2027-01-01', to: '2027-12-31', limit: 1_000 }
    const { rows, more } = await ask('dates', { ...year, household: String(second?.id) })
    expect(rows.map(({ title }) => title)).toContain('Review 0')
    expect(more).toBe(false)
    const firm = await ask('dates', { ...year, household: null })
    expect(firm).toMatchObject({ more: true, next: { from: '2027-01-04', to: '2027-12-31' } })
    expect(firm.total).toBeGreaterThan(1_001)
    expect((await ask('dates', { ...year, from: '2027-01-04', household: null })).next).toBeNull()
  })

  it.each(['all', 'favorites'] as const)('read on where a limit ended them, and count %s rows', async (households) => {
    const { core, id, ask } = await openToProgram({ levels: { households } })
    const places = (await pageRows(core, id, 'households')).slice(0, 4)
    for (const { id: place } of places)
      await core.places.setFavourite({ connectionId: id, resource: 'households', id: String(place), favourite: true })
    const asked = { ...noWhere, resource: 'individuals' as const, columns: ['title'] }
    const all = await ask('list', { ...asked, columns: [] })
    expect(all).toMatchObject({ more: false, next: null, total: all.rows.length })
    const people = all.rows.map((row) => row.id)
    const told: unknown[] = []
    let next: object | null = {}
    while (next !== null) {
      const page: Awaited<ReturnType<typeof ask>> = await ask('list', { ...asked, columns: ['id'], limit: 3, ...next })
      told.push(...page.rows.map((row) => row.id))
      next = page.next
      expect(page).toMatchObject({ total: people.length, more: next !== null })
    }
    expect(people.length).toBeGreaterThan(6)
    expect(told).toEqual(people)
    expect((await ask('list', { ...asked, limit: 3 })).next).toEqual({ after: people[2] })
    await expect(ask('list', { ...asked, after: 'gone' })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('are changes in parts without a gap', async () => {
    const { core, id, ask, sandbox } = await openToProgram()
    const people = (await pageRows(core, id, 'individuals')).slice(0, 5)
    for (const person of people)
      sandbox.control.colleague.edit('individuals', String(person.id), { city: `Town ${person.id}` })
    await ask('sync', { wait: true })
    const asked = { since: null, household: null, limit: 2 }
    const all = await ask('changes', { ...asked, limit: 100 })
    expect(all).toMatchObject({ more: false, next: null, total: 5 })
    const parts = [await ask('changes', asked)]
    for (let at = 0; at < 2; at += 1)
      parts.push(await ask('changes', { ...asked, before: Number(parts.at(-1)?.next?.before) }))
    expect(parts.map(({ more, total }) => ({ more, total }))).toEqual([
      ...[
        { more: true, total: null },
        { more: true, total: null },
      ],
      { more: false, total: null },
    ])
    expect(parts.flatMap(({ rows }) => rows)).toEqual(all.rows)
  })

  it('say how many records a household has where its answer has only the first 200 of them', async () => {
    const { core, id, ask, sandbox } = await openToProgram()
    const [household] = await pageRows(core, id, 'households')
    const household_id = String(household?.id)
    for (let at = 0; at < 230; at += 1)
      sandbox.control.colleague.create('documents', { household_id, name: `Letter ${at}`, type: 'OTHER' })
    await ask('sync', { wait: true })
    const { rows, more } = await ask('get', { id: household_id, resource: 'households' })
    const all = await ask('list', { ...noWhere, resource: 'documents', household: household_id })
    expect(all.rows.length).toBeGreaterThan(229)
    expect(rows[0]?.documents).toHaveLength(200)
    expect(rows[0]?.counts).toMatchObject({ documents: all.rows.length })
    expect(more).toBe(true)
    expect(rows[0]?.cut).toEqual({
      documents: { shown: 200, total: all.rows.length, all: { list: 'documents', household: household_id } },
    })
  })

  it('say which part of a record the service does not have yet, and of a value that is missing when it was asked for', async () => {
    const { core, id: connectionId, ask, sandbox } = await openToProgram()
    await sandbox.close()
    const [household] = await pageRows(core, connectionId, 'households')
    const id = String(household?.id)
    const { record } = await core.households.get({ connectionId, id })
    const base = JSON.parse(JSON.stringify(record))
    const write = { action: 'update', resource: 'households', record_id: id, fields: { notes: 'Not sent' }, base }
    await core.outbox.save({ connectionId, write: write as never })
    expect((await ask('get', { id, resource: 'households' })).rows[0]).toMatchObject({
      ...{ pending: 'changed', record: { notes: 'Not sent' } },
    })
    for (const { id: entity } of (await pageRows(core, connectionId, 'entities')).slice(0, 3)) {
      const shown = await core.entities.get({ connectionId, id: String(entity) })
      const [told] = (await ask('get', { id: String(entity), resource: 'entities' })).rows
      expect(told).toMatchObject({
        valuation_checked_at: shown.valuation_checked_at,
        valuation_unanswered: shown.valuation_unanswered,
      })
    }
  })

  it.each(['full', 'roles'] as const)('say of a date why it may not hold, also where names are %s', async (names) => {
    const { core, id, ask, sandbox } = await openToProgram({ levels: { names } })
    const people = await pageRows(core, id, 'individuals')
    for (const person of people)
      sandbox.control.colleague.edit('individuals', String(person.id), {
        ...{ is_deceased: false, date_of_birth: '1954-03-02', date_of_death: '2026-02-01' },
      })
    await ask('sync', { wait: true })
    const span = { from: '2026-01-01', to: '2026-12-31', limit: 1_000 }
    const shown = await core.dates.list({ connectionId: id, owner_id: null, kind: null, state: 'open', ...span })
    expect(shown.lines.filter(({ doubt }) => doubt !== null).length).toBeGreaterThan(0)
    const { rows } = await ask('dates', { ...span, household: null })
    expect(rows.map(({ doubt, words, moved_from }) => ({ doubt, words, moved_from }))).toEqual(
      shown.lines.map(({ doubt, words, moved_from }) => ({ doubt, words, moved_from })),
    )
  })

  it('have no document that is filed in a household that may not be read, beside a person who may', async () => {
    const { core, id, ask, sandbox } = await openToProgram({ levels: { households: 'favorites' } })
    const [person] = await pageRows(core, id, 'individuals')
    const other = (await pageRows(core, id, 'households')).find((row) => row.id !== person?.household_id)
    const individual_id = String(person?.id)
    for (const [name, household] of [
      ['Canary of another household', other?.id],
      ['Letter of their own', person?.household_id],
    ] as const)
      sandbox.control.colleague.create('documents', {
        ...{ household_id: String(household), individual_id, name, type: 'OTHER' },
      })
    const favourite = { connectionId: id, resource: 'households' as const, id: String(person?.household_id) }
    await core.places.setFavourite({ ...favourite, favourite: true })
    await ask('sync', { wait: true })
    const told = await ask('get', { id: individual_id, resource: 'individuals' })
    expect(JSON.stringify(told.rows)).toContain('Letter of their own')
    expect(JSON.stringify(told.rows)).not.toContain('Canary')
    expect(told.more).toBe(false)
    const year = { from: '2026-01-01', to: '2026-12-31', limit: 5 }
    await expect(ask('dates', { ...year, household: String(other?.id) })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('have no name and no long text where only roles may be read', async () => {
    const { core, id, ask } = await openToProgram({ levels: { names: 'roles' } })
    const names = new Set<string>()
    for (const resource of resources) {
      for (const row of await pageRows(core, id, resource)) {
        for (const column of ['title', 'household_name', 'owner_name', 'email', 'external_id', 'primaries']) {
          const name = row[column]
          if (typeof name === 'string' && name.length > 3) names.add(name)
        }
      }
    }
    expect(names.size).toBeGreaterThan(30)
    const told: string[] = []
    for (const resource of resources) {
      const { rows } = await ask('list', { ...noWhere, resource })
      told.push(...texts(rows))
      for (const row of rows.slice(0, 3)) {
        told.push(...texts((await ask('get', { id: String(row.id), resource })).rows))
      }
    }
    // Ids are no names; in this firm an id can be a name as well.
    const ids = new Set(await allIds(core, id))
    expect(told.filter((text) => names.has(text) && !ids.has(text))).toEqual([])
    await expect(ask('search', { text: 'a', limit: 5 })).rejects.toMatchObject({ code: 'hidden' })
    const where = [{ column: 'title', operator: 'starts_with', values: ['A'] }]
    await expect(ask('list', { ...noWhere, resource: 'individuals', where })).rejects.toMatchObject({ code: 'hidden' })
    const sort = { column: 'household_name', direction: 'asc' } as const
    await expect(ask('list', { ...noWhere, resource: 'individuals', sort })).rejects.toMatchObject({ code: 'hidden' })
  })

  it.each(['rounded', 'hidden'] as const)('have no exact amount where amounts are %s', async (amounts) => {
    const { core, id, ask } = await openToProgram({ levels: { amounts } })
    const exact = new Set<number>()
    for (const row of await pageRows(core, id, 'valuations')) {
      for (const column of ['total_value', 'directly_held_asset_value']) {
        const amount = Number(row[column])
        if (amount !== Number(amount.toPrecision(2))) exact.add(amount)
      }
    }
    expect(exact.size).toBeGreaterThan(3)
    const told: number[] = []
    for (const resource of ['households', 'entities', 'valuations'] as const) {
      const { rows } = await ask('list', { ...noWhere, resource })
      told.push(...numbers(rows))
      for (const row of rows.slice(0, 5))
        told.push(...numbers((await ask('get', { id: String(row.id), resource })).rows))
      if (amounts === 'hidden') expect(rows.every((row) => (row.directly_held_asset_value ?? null) === null)).toBe(true)
    }
    expect(told.filter((amount) => exact.has(amount))).toEqual([])
    const where = [{ column: 'directly_held_asset_value', operator: 'at_least', values: [1_000_000] }]
    await expect(ask('list', { ...noWhere, resource: 'entities', where })).rejects.toMatchObject({ code: 'hidden' })
    const sort = { column: 'total_value', direction: 'desc' } as const
    await expect(ask('list', { ...noWhere, resource: 'valuations', sort })).rejects.toMatchObject({ code: 'hidden' })
  })

  it.each([
    { hidden: { names: 'roles' } },
    { hidden: { amounts: 'rounded' } },
    { hidden: { amounts: 'hidden' } },
  ] as const)('have no canary of what is hidden in any command (%o)', async ({ hidden }) => {
    const { core, id, ask, sandbox } = await openToProgram()
    const [person] = await pageRows(core, id, 'individuals')
    const [household] = await pageRows(core, id, 'households')
    sandbox.control.colleague.edit('individuals', String(person?.id), { last_name: 'Canaryname' })
    sandbox.control.colleague.edit('households', String(household?.id), { notes: 'Canarynote about $1,234,567' })
    await ask('sync', { wait: true })
    const year = { from: '2026-01-01', to: '2026-12-31', household: null, limit: 1_000 }
    const everything = async () => {
      const told = [await ask('changes', { since: null, household: null, limit: 100 }), await ask('dates', year)]
      told.push(await ask('book', {}))
      for (const resource of resources) told.push(await ask('list', { ...noWhere, resource }))
      told.push(await ask('get', { id: String(person?.id), resource: 'individuals' }))
      told.push(await ask('get', { id: String(household?.id), resource: 'households' }))
      return JSON.stringify(told.map(({ rows }) => rows))
    }
    const full = await everything()
    expect(full).toContain('Canaryname')
    expect(full).toContain('Canarynote')
    await core.programs.setLevels({ levels: { ...usualLevels, ...hidden } })
    const told = await everything()
    expect(told).not.toContain('Canarynote')
    if ('names' in hidden) expect(told).not.toContain('Canaryname')
  })

  it('have the hits of the households that may be read, however many others the firm has before them', async () => {
    const { core, id, ask, sandbox } = await openToProgram({ levels: { households: 'favorites' } })
    const [first, second] = await pageRows(core, id, 'households')
    const { colleague } = sandbox.control
    const create = (household: Row | undefined, at: number) =>
      colleague.create('individuals', {
        ...{ household_id: String(household?.id), first_name: 'Zebulon', last_name: `Quill ${at}` },
        ...{ is_primary: false, is_grantor: false, is_trustee: false, is_beneficiary: false, is_deceased: false },
      })
    // The search ranks 200 matches at most.
    for (let at = 0; at < 230; at += 1) create(first, at)
    create(second, 230)
    await core.places.setFavourite({
      connectionId: id,
      resource: 'households',
      id: String(second?.id),
      favourite: true,
    })
    await ask('sync', { wait: true })
    for (const text of ['zebulon', 'Zeb', 'zebulun quill']) {
      const { rows, more } = await ask('search', { text, limit: 5 })
      expect(rows.map(({ title }) => title)).toEqual(['Zebulon Quill 230'])
      expect(more).toBe(false)
    }
  })

  it('are of the user’s households, or of favorites, and no record of another household is found', async () => {
    const { core, id, ask } = await openToProgram({ levels: { households: 'mine' } })
    await expect(ask('list', { ...noWhere, resource: 'households' })).rejects.toMatchObject({ code: 'hidden' })
    const households = await pageRows(core, id, 'households')
    const owner = String(households[0]?.owner_id)
    await core.places.setMe({ connectionId: id, user_id: owner })
    const mine = new Set(households.filter((row) => row.owner_id === owner).map((row) => row.id))
    expect(mine.size).toBeLessThan(households.length)
    expect(new Set((await ask('list', { ...noWhere, resource: 'households' })).rows.map((row) => row.id))).toEqual(mine)
    const people = (await ask('list', { ...noWhere, resource: 'individuals' })).rows
    expect(people.length).toBeGreaterThan(0)
    expect(people.filter((row) => !mine.has(String(row.household_id)))).toEqual([])
    const other = households.find((row) => !mine.has(String(row.id)))
    await expect(ask('get', { id: String(other?.id), resource: null })).rejects.toMatchObject({ code: 'not-found' })
    await expect(ask('book', {})).rejects.toMatchObject({ code: 'hidden' })
    await core.places.setFavourite({ connectionId: id, resource: 'households', id: String(other?.id), favourite: true })
    await core.programs.setLevels({ levels: { ...usualLevels, households: 'favorites' } })
    const favorites = await ask('list', { ...noWhere, resource: 'households' })
    expect(favorites.rows.map((row) => row.id)).toEqual([other?.id])
  })
})

async function allIds(core: Core, connectionId: string): Promise<string[]> {
  const ids: string[] = []
  for (const resource of resources)
    for (const row of await pageRows(core, connectionId, resource)) ids.push(String(row.id))
  return ids
}

const least: ProgramLevels = { names: 'roles', amounts: 'hidden', document_text: 'off', households: 'mine' }

/** The user's choice, the most that the firm allows, and the levels in force. */
const matrix: [chosen: Partial<ProgramLevels>, policy: object, inForce: Partial<ProgramLevels> | 'closed'][] = [
  [{}, {}, {}],
  [{}, { other_programs: {} }, {}],
  [{}, { other_programs: { names: 'roles' } }, { names: 'roles' }],
  [{ names: 'roles' }, { other_programs: { names: 'full' } }, { names: 'roles' }],
  [{}, { other_programs: { amounts: 'rounded' } }, { amounts: 'rounded' }],
  [{ amounts: 'hidden' }, { other_programs: { amounts: 'rounded' } }, { amounts: 'hidden' }],
  [{ document_text: 'on' }, { other_programs: { document_text: 'off' } }, { document_text: 'off' }],
  [{ document_text: 'on' }, {}, { document_text: 'on' }],
  [{}, { other_programs: { households: 'mine' } }, { households: 'mine' }],
  [{ households: 'favorites' }, { other_programs: { households: 'mine' } }, { households: 'favorites' }],
  [{}, { other_programs: least }, least],
  [{}, { other_programs: { names: 'wrong' } }, { ...least, households: 'favorites' }],
  [{}, { no_other_programs: true }, 'closed'],
  [{}, { no_export: true }, 'closed'],
  [{}, { no_other_programs: 'wrong' }, 'closed'],
]

describe('the firm’s policy', () => {
  it('and the user’s choice: the lesser of both applies', async () => {
    const { core, policyFolder } = await openToProgram()
    for (const [chosen, policy, inForce] of matrix) {
      const levels = { ...usualLevels, ...chosen }
      await core.programs.setLevels({ levels })
      writePolicy(policyFolder, policy)
      const expected =
        inForce === 'closed' ? { is_open: false } : { is_open: true, in_force: { ...levels, ...inForce } }
      await expect.poll(() => core.programs.state({})).toMatchObject(expected)
    }
  })

  it('that forbids exports ends an answer, and a firm’s households bound what a user marked', async () => {
    const { core, id, ask, attach, policyFolder } = await openToProgram({ levels: { households: 'favorites' } })
    const { ended } = await attach()
    writePolicy(policyFolder, { no_export: true })
    expect(await ended).toMatchObject({ code: 'forbidden' })
    writePolicy(policyFolder, { other_programs: { households: 'mine' } })
    await expect.poll(async () => (await core.programs.state({})).is_open).toBe(true)
    const households = await pageRows(core, id, 'households')
    const owner = String(households[0]?.owner_id)
    await core.places.setMe({ connectionId: id, user_id: owner })
    for (const row of households) {
      await core.places.setFavourite({ connectionId: id, resource: 'households', id: String(row.id), favourite: true })
    }
    const told = await ask('list', { ...noWhere, resource: 'households' })
    expect(new Set(told.rows.map((row) => row.id))).toEqual(
      new Set(households.filter((row) => row.owner_id === owner).map((row) => row.id)),
    )
  })
})
