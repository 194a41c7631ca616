import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import type { Write } from '../../../shared/ipc/outbox.ts'
import { clearableNames } from '../../../shared/records/field.ts'
import { resourceFields } from '../../../shared/records/resource-fields.ts'
import { type OutboxWorld, startOutboxWorld } from './support/outbox-world.ts'

type Resource = 'households' | 'individuals' | 'documents'
type Row = JsonFields & { id: string }

/** A value of each field that can be cleared, and another one by a colleague. */
const values: Record<Resource, Record<string, readonly [string, string]>> = {
  individuals: {
    address_line1: ['1 Elm St', '2 Oak St'],
    address_line2: ['Apt 2', 'Apt 3'],
    city: ['Albany', 'Troy'],
    country: ['US', 'CA'],
    postal_code: ['12207', '12208'],
    state: ['NY', 'NJ'],
    date_of_birth: ['1950-01-31', '1951-01-31'],
    date_of_death: ['2020-02-29', '2021-02-28'],
    email: ['ada@example.com', 'byron@example.com'],
    middle_name: ['Mary', 'Jane'],
    suffix: ['Sr.', 'Jr.'],
    notes: ['one\ntwo', 'one\ntwo\nthree'],
  },
  households: { external_id: ['CLEAR-1', 'CLEAR-2'], notes: ['one', 'one\ntwo'] },
  // Filled in from the firm: the ids of two of the household's own.
  documents: { entity_id: ['', ''], individual_id: ['', ''] },
}

const table = (Object.keys(values) as Resource[]).flatMap((resource) =>
  Object.keys(values[resource]).map((field) => [resource, field] as const),
)

it('is a table of every field that can be cleared', () => {
  for (const resource of Object.keys(values) as Resource[]) {
    expect(Object.keys(values[resource]).toSorted()).toEqual(clearableNames(resourceFields[resource]).toSorted())
  }
})

/** A record with a value in the field, and the colleague's value. */
async function filled(world: OutboxWorld, resource: Resource, field: string) {
  const [first] = await world.list(resource)
  const record = first as Row
  const owners = { entity_id: 'entities', individual_id: 'individuals' } as const
  const owned = Object.hasOwn(owners, field) ? owners[field as keyof typeof owners] : null
  const [mine, theirs] =
    owned === null
      ? (values[resource][field] ?? ['', ''])
      : (await world.list(owned, `&household_id=${String(record.household_id)}`)).map(({ id }) => String(id))
  const base = world.sandbox.control.colleague.edit(resource, record.id, { [field]: mine ?? null }) as Row
  return { base, theirs: theirs ?? '' }
}

const clearing = (world: OutboxWorld, resource: Resource, base: Row, fields: JsonFields) =>
  world.outbox.save({ action: 'update', resource, record_id: base.id, base, fields } as Write)

/** The bodies of the updates that the service received. */
function watchBodies(world: OutboxWorld): () => JsonFields[] {
  const seen: JsonFields[] = []
  const off = world.outbox.onChange(() => {
    const sending = [...world.store.operations.values()].filter(({ state }) => state === 'sending')
    for (const { fields } of sending) if (!seen.includes(fields)) seen.push(fields)
  })
  return () => {
    off()
    return seen
  }
}

describe('a field that is cleared', () => {
  let world: OutboxWorld
  beforeAll(async () => {
    world = await startOutboxWorld({ hostile: false })
  })
  afterEach(() => world.sandbox.control.reset())
  afterAll(() => world.stop())

  it.each(table)('while the service is away is sent as null once it is back: %s, %s', async (resource, field) => {
    const { base } = await filled(world, resource, field)
    world.sandbox.control.goOffline()
    const { operation_id: id } = await clearing(world, resource, base, { [field]: null })
    expect(world.operation(id)).toMatchObject({ state: 'queued', fields: { [field]: null } })
    const bodies = watchBodies(world)
    world.sandbox.control.goOnline()
    await world.outbox.idle()
    expect(bodies()).toEqual([{ [field]: null }])
    expect(world.operation(id)).toMatchObject({ state: 'done', remark: null })
    expect(await world.get(resource, base.id)).not.toHaveProperty(field)
  })

  it.each(table)('is asked about if a colleague changed it meanwhile: %s, %s', async (resource, field) => {
    const { base, theirs } = await filled(world, resource, field)
    world.sandbox.control.colleague.edit(resource, base.id, { [field]: theirs })
    const { operation_id: id } = await clearing(world, resource, base, { [field]: null })
    await world.outbox.idle()
    expect(world.operation(id)).toMatchObject({
      state: 'conflict',
      question: { kind: 'fields', fields: [{ field, base: base[field], theirs, mine: null, kind: 'value' }] },
    })
    expect(await world.get(resource, base.id)).toHaveProperty(field, theirs)
    await world.outbox.decide(id, { decision: 'merge', fields: { [field]: null } })
    await world.outbox.idle()
    expect(world.operation(id).state).toBe('done')
    expect(await world.get(resource, base.id)).not.toHaveProperty(field)
  })

  it('by a colleague is asked about if it was changed here', async () => {
    const { base } = await filled(world, 'individuals', 'notes')
    world.sandbox.control.colleague.edit('individuals', base.id, {}, ['notes'])
    const { operation_id: id } = await clearing(world, 'individuals', base, { notes: 'one\ntwo\nfour' })
    await world.outbox.idle()
    expect(world.operation(id)).toMatchObject({
      state: 'conflict',
      question: { fields: [{ field: 'notes', theirs: null, mine: 'one\ntwo\nfour', kind: 'value' }] },
    })
    await world.outbox.decide(id, { decision: 'discard' })
  })

  it('by both is sent no more', async () => {
    const { base } = await filled(world, 'individuals', 'city')
    world.sandbox.control.colleague.edit('individuals', base.id, {}, ['city'])
    const { operation_id: id } = await clearing(world, 'individuals', base, { city: null })
    await world.outbox.idle()
    expect(world.operation(id)).toMatchObject({ state: 'done', attempts: 0 })
  })

  it('has its value again once that is undone before it is sent', async () => {
    const { base } = await filled(world, 'individuals', 'city')
    await world.outbox.setAllPaused(true)
    const { operation_id: id } = await clearing(world, 'individuals', base, { city: null })
    await clearing(world, 'individuals', { ...base, city: null } as Row, { city: base.city ?? null })
    expect(world.operation(id)).toMatchObject({ state: 'discarded' })
    await world.outbox.setAllPaused(false)
    await world.outbox.idle()
    expect(await world.get('individuals', base.id)).toHaveProperty('city', base.city)
  })

  it('that the service keeps all the same is said', async () => {
    const { base } = await filled(world, 'individuals', 'city')
    const off = world.outbox.onChange(() => {
      const current = [...world.store.operations.values()].at(-1)
      if (current?.state !== 'sending') return
      off()
      world.sandbox.control.colleague.override('individuals', base.id, base)
    })
    const { operation_id: id } = await clearing(world, 'individuals', base, { city: null })
    await world.outbox.idle()
    expect(world.operation(id)).toMatchObject({ state: 'done', remark: 'The service did not clear city.' })
    world.sandbox.control.colleague.override('individuals', base.id, null)
  })
})

describe('a service that refuses null', () => {
  let world: OutboxWorld
  beforeAll(async () => {
    world = await startOutboxWorld({ hostile: false, strictNull: true })
  })
  afterEach(() => world.sandbox.control.reset())
  afterAll(() => world.stop())

  /** Another field of the resource, which the service takes. */
  const others: Record<Resource, string> = { individuals: 'first_name', households: 'external_id', documents: 'name' }
  const refusable = table.filter(([, field]) => field !== 'external_id')

  it.each(refusable)('gets the rest of the edit, and the cleared field is a refused change: %s, %s', async (...row) => {
    const [resource, field] = row
    const { base } = await filled(world, resource, field)
    const rest = { [others[resource]]: `With ${field}` }
    const { operation_id: id } = await clearing(world, resource, base, { ...rest, [field]: null })
    await world.outbox.idle()
    expect(world.operation(id)).toMatchObject({ state: 'done', fields: rest })
    const now = await world.get(resource, base.id)
    expect(now).toHaveProperty(field, base[field])
    for (const [name, value] of Object.entries(rest)) expect(now).toHaveProperty(name, value)
    const refused = [...world.store.operations.values()].filter(({ state }) => state === 'failed')
    expect(refused).toMatchObject([
      {
        record_id: base.id,
        fields: { [field]: null },
        question: { kind: 'refused' },
        problem: { status: 422, detail: expect.stringContaining(`${field}: `) },
      },
    ])
    await world.outbox.decide(String(refused[0]?.id), { decision: 'discard' })
    expect(await world.get(resource, base.id)).toHaveProperty(field, base[field])
  })

  it('is refused together with the fields that are only true with it: nobody is alive with a date of death', async () => {
    const { base } = await filled(world, 'individuals', 'date_of_death')
    const deceased = world.sandbox.control.colleague.edit('individuals', base.id, { is_deceased: true }) as Row
    const life = { is_deceased: false, date_of_death: null }
    const { operation_id: id } = await clearing(world, 'individuals', deceased, { ...life, last_name: 'Lovelace' })
    await world.outbox.idle()
    expect(world.operation(id)).toMatchObject({ state: 'done', fields: { last_name: 'Lovelace' } })
    const refused = [...world.store.operations.values()].filter(({ state }) => state === 'failed')
    expect(refused).toMatchObject([{ fields: life, question: { kind: 'refused' } }])
    const { date_of_death } = deceased
    expect(await world.get('individuals', base.id)).toMatchObject({ is_deceased: true, date_of_death })
    const alive = { decision: 'edit', fields: { is_deceased: false } } as const
    await expect(world.outbox.decide(String(refused[0]?.id), alive)).rejects.toMatchObject({ code: 'ipc/bad-request' })
    await world.outbox.decide(String(refused[0]?.id), { decision: 'discard' })
  })

  it('is asked once more if the refused field is edited again, with what is new', async () => {
    const { base } = await filled(world, 'individuals', 'city')
    await clearing(world, 'individuals', base, { last_name: 'Byron', city: null })
    await world.outbox.idle()
    const [refused] = [...world.store.operations.values()].filter(({ state }) => state === 'failed')
    const id = String(refused?.id)
    const next = { ...base, last_name: 'Byron', city: null } as Row
    expect((await clearing(world, 'individuals', next, { city: 'Rome', suffix: 'II' })).operation_id).toBe(id)
    await world.outbox.idle()
    expect(world.operation(id).state).toBe('done')
    expect(await world.get('individuals', base.id)).toMatchObject({ last_name: 'Byron', city: 'Rome', suffix: 'II' })
  })

  it('that does not say which field it means gets the rest, and the cleared ones are refused together', async () => {
    const { base } = await filled(world, 'individuals', 'city')
    world.sandbox.control.fail({ fault: { kind: 'status', status: 400 }, method: 'PUT' })
    const { operation_id: id } = await clearing(world, 'individuals', base, { first_name: 'Grace', city: null })
    await world.outbox.idle()
    expect(world.operation(id)).toMatchObject({ state: 'done', fields: { first_name: 'Grace' } })
    const [refused] = [...world.store.operations.values()].filter(({ state }) => state === 'failed')
    expect(refused).toMatchObject({ fields: { city: null }, attempts: 1 })
    await world.outbox.decide(String(refused?.id), { decision: 'discard' })
  })

  it('keeps an edit whole whose other fields it refuses as well', async () => {
    const { base } = await filled(world, 'individuals', 'city')
    const { operation_id: id } = await clearing(world, 'individuals', base, { email: 'nobody', city: null })
    await world.outbox.idle()
    expect(world.operation(id)).toMatchObject({ state: 'failed', fields: { email: 'nobody', city: null } })
    await world.outbox.decide(id, { decision: 'edit', fields: { email: 'ada@example.com', city: null } })
    await world.outbox.idle()
    expect(await world.get('individuals', base.id)).toMatchObject({ email: 'ada@example.com', city: base.city })
    const [refused] = [...world.store.operations.values()].filter(({ state }) => state === 'failed')
    await world.outbox.decide(String(refused?.id), { decision: 'discard' })
  })
})
