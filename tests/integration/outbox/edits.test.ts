import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import type { Write } from '../../../shared/ipc/outbox.ts'
import { type OutboxWorld, startOutboxWorld } from './support/outbox-world.ts'

let world: OutboxWorld
let people: JsonFields[]
beforeAll(async () => {
  world = await startOutboxWorld()
  people = await world.list('individuals')
})
afterEach(() => world.sandbox.control.reset())
afterAll(() => world.stop())

let taken = 0
/** Returns a person that no test has touched yet. */
function somebody(): JsonFields & { id: string } {
  taken += 1
  const person = people[taken]
  return { ...person, id: String(person?.id) }
}
const colleague = () => world.sandbox.control.colleague
const save = async (base: JsonFields & { id: string }, fields: JsonFields) => {
  const { operation_id } = await world.outbox.save({
    action: 'update',
    resource: 'individuals',
    record_id: base.id,
    base,
    fields,
  })
  return operation_id
}
const sent = async (base: JsonFields & { id: string }, fields: JsonFields) => {
  const id = await save(base, fields)
  await world.outbox.idle()
  return id
}

describe('when a colleague changed the record meanwhile', () => {
  it('sends mine where they changed something else, and keeps theirs', async () => {
    const base = somebody()
    colleague().edit('individuals', base.id, { city: 'Lagos' })
    const id = await sent(base, { suffix: 'Jr.' })
    expect(await world.get('individuals', base.id)).toMatchObject({ city: 'Lagos', suffix: 'Jr.' })
    expect(world.store.eventsOf(id)).toEqual(['saved', 'merged', 'sent', 'done'])
    expect(world.operation(id)).toMatchObject({ state: 'done', remark: null })
  })

  it('sends nothing where they made the same change', async () => {
    const base = somebody()
    colleague().edit('individuals', base.id, { city: 'Lagos' })
    world.sandbox.control.resetStats()
    const id = await sent(base, { city: 'Lagos' })
    expect(world.operation(id)).toMatchObject({ state: 'done', attempts: 0 })
    expect(Object.keys(world.sandbox.control.stats().requests).filter((route) => route.startsWith('PUT'))).toEqual([])
  })

  it('merges notes by line, and asks where the same lines were changed', async () => {
    const base = { ...somebody(), notes: 'one\ntwo\nthree' }
    colleague().edit('individuals', base.id, { notes: 'one\ntwo\nthree\nfour' })
    await sent(base, { notes: 'zero\none\ntwo\nthree' })
    expect(await world.get('individuals', base.id)).toMatchObject({ notes: 'zero\none\ntwo\nthree\nfour' })

    const other = { ...somebody(), notes: 'one' }
    colleague().edit('individuals', other.id, { notes: 'uno' })
    const id = await sent(other, { notes: 'eins' })
    expect(world.operation(id)).toMatchObject({
      state: 'conflict',
      question: { fields: [{ field: 'notes', kind: 'overlap' }] },
    })
    await world.outbox.decide(id, { decision: 'discard' })
  })

  it('asks field by field where both changed the same, and sends what was decided with the rest of mine', async () => {
    const base = somebody()
    colleague().edit('individuals', base.id, { city: 'Lagos', country: 'NG' })
    const id = await sent(base, { city: 'Paris', country: 'FR', suffix: 'Sr.' })
    const { question, state } = world.operation(id)
    expect(state).toBe('conflict')
    expect(question).toMatchObject({ kind: 'fields', theirs: { city: 'Lagos', country: 'NG' } })
    expect(question?.fields.map(({ field, theirs, mine }) => [field, theirs, mine])).toEqual([
      ['city', 'Lagos', 'Paris'],
      ['country', 'NG', 'FR'],
    ])
    expect(await world.get('individuals', base.id)).not.toHaveProperty('suffix', 'Sr.')
    await expect(world.outbox.decide(id, { decision: 'merge', fields: { city: 'Paris' } })).rejects.toMatchObject({
      code: 'ipc/bad-request',
    })
    await world.outbox.decide(id, { decision: 'merge', fields: { city: 'Paris', country: 'NG' } })
    await world.outbox.idle()
    expect(await world.get('individuals', base.id)).toMatchObject({ city: 'Paris', country: 'NG', suffix: 'Sr.' })
    expect(world.operation(id).state).toBe('done')
  })

  it('asks about a death as one where they corrected its date and mine says that the person lives', async () => {
    const base = { ...somebody(), is_deceased: true, date_of_death: '2020-01-01' }
    colleague().edit('individuals', base.id, { is_deceased: true, date_of_death: '2020-02-01' })
    const id = await sent(base, { is_deceased: false, date_of_death: null })
    const { state, question } = world.operation(id) ?? {}
    expect(state).toBe('conflict')
    const asked = question && 'fields' in question ? question.fields.map(({ field }) => field) : []
    expect(asked.toSorted()).toEqual(['date_of_death', 'is_deceased'])
    const theirs = { is_deceased: true, date_of_death: '2020-02-01' }
    expect(await world.get('individuals', base.id)).toMatchObject(theirs)
  })

  it('leaves the record alone when theirs is chosen throughout', async () => {
    const base = somebody()
    colleague().edit('individuals', base.id, { city: 'Lagos' })
    const id = await sent(base, { city: 'Paris' })
    await world.outbox.decide(id, { decision: 'merge', fields: { city: 'Lagos' } })
    const { length } = world.store.commits
    expect(world.operation(id).state).toBe('discarded')
    // Idle only once the record as it now is has been read.
    await world.outbox.idle()
    expect(world.store.commits.slice(length)).toMatchObject([{ records: [{ resource: 'individuals' }] }])
    expect(await world.get('individuals', base.id)).toMatchObject({ city: 'Lagos' })
  })

  it('offers a copy of a record that was deleted meanwhile', async () => {
    const base = somebody()
    await colleague().remove('individuals', base.id)
    const id = await sent(base, { city: 'Paris' })
    expect(world.operation(id)).toMatchObject({ state: 'conflict', question: { kind: 'deleted-elsewhere' } })
    await world.outbox.decide(id, { decision: 'create-copy' })
    await world.outbox.idle()
    expect(world.operation(id).state).toBe('discarded')
    const copy = [...world.store.operations.values()].at(-1)
    expect(copy).toMatchObject({ action: 'create', state: 'done' })
    expect(await world.get('individuals', String(copy?.server_id))).toMatchObject({
      first_name: base.first_name,
      city: 'Paris',
      household_id: base.household_id,
    })
  })

  it.each(['update', 'delete'] as const)(
    'asks again for a record that was created a moment ago, before it calls it gone: %s',
    async (action) => {
      const { household_id } = somebody()
      const fields = { first_name: 'Ada', last_name: `To ${action}`, household_id: String(household_id) }
      const created = await world.outbox.save({ action: 'create', resource: 'individuals', fields })
      await world.outbox.idle()
      const record_id = String(world.operation(created.operation_id).server_id)
      const base = { ...(await world.get('individuals', record_id)), id: record_id }
      // A copy of the service that does not have the record yet.
      world.sandbox.control.fail({ fault: { kind: 'status', status: 404 }, method: 'GET', path: record_id, times: 2 })
      const change = action === 'update' ? ({ action, fields: { city: 'Paris' } } as const) : ({ action } as const)
      const { operation_id } = await world.outbox.save({ ...change, resource: 'individuals', record_id, base })
      await world.outbox.idle()
      expect(world.store.eventsOf(operation_id)).toEqual(['saved', 'not-sent', 'sent', 'done'])
      const found = await world.get('individuals', record_id)
      expect(found).toMatchObject(action === 'update' ? { city: 'Paris' } : { deleted_at: expect.any(String) })
    },
  )

  it('asks at once about a record that a colleague deleted between our reading and our writing', async () => {
    const base = somebody()
    const off = world.outbox.onChange(() => {
      const current = [...world.store.operations.values()].at(-1)
      if (current?.state !== 'sending') return
      off()
      void colleague().remove('individuals', base.id)
    })
    const began = world.time.now
    const id = await sent(base, { city: 'Paris' })
    expect(world.operation(id)).toMatchObject({ state: 'conflict', question: { kind: 'deleted-elsewhere' } })
    expect(world.store.eventsOf(id)).toContain('lost')
    expect(world.time.now).toBe(began)
  })

  it('says that another writer raced when more than was sent has changed in the answer', async () => {
    const base = somebody()
    const off = world.outbox.onChange(() => {
      const current = [...world.store.operations.values()].at(-1)
      if (current?.state !== 'sending') return
      off()
      colleague().edit('individuals', base.id, { suffix: 'Jr.' })
    })
    const id = await sent(base, { city: 'Paris' })
    expect(world.operation(id)).toMatchObject({
      state: 'done',
      remark: 'Someone else changed suffix at the same time.',
    })
    expect(world.store.eventsOf(id)).toEqual(['saved', 'sent', 'raced'])
  })

  it.each<[string, JsonFields, JsonFields, JsonFields, RegExp]>([
    [
      'an address',
      {},
      { city: 'Paris' },
      { city: 'Lagos', postal_code: '10001' },
      /changed postal_code .*Check .*city/,
    ],
    [
      'a death',
      { is_deceased: true, date_of_death: '2020-01-01' },
      { date_of_death: '2020-02-02' },
      { is_deceased: false, date_of_death: null },
      /changed is_deceased .*Check .*date_of_death/,
    ],
  ])(
    'says that %s is now of two people when a colleague changed it between the read and the edit',
    async (_what, first, mine, theirs, remark) => {
      const base = { ...somebody(), ...first }
      colleague().edit('individuals', base.id, first)
      const off = world.outbox.onChange(() => {
        const current = [...world.store.operations.values()].at(-1)
        if (current?.state !== 'sending') return
        off()
        colleague().edit('individuals', base.id, theirs)
      })
      const id = await sent(base, mine)
      expect(world.operation(id)).toMatchObject({ state: 'done', remark: expect.stringMatching(remark) })
    },
  )
})

describe('when the answer to an edit is lost', () => {
  it.each([
    ['done', { kind: 'commit-then-drop' }, 1],
    ['not done', { kind: 'drop' }, 2],
    ['failed', { kind: 'status', status: 503 }, 2],
    ['redirected', { kind: 'status', status: 302 }, 2],
    ['a page of a proxy', { kind: 'html' }, 2],
  ] as const)('finds out that it was %s', async (_, fault, attempts) => {
    const base = somebody()
    world.sandbox.control.fail({ fault, method: 'PUT' })
    const id = await sent(base, { city: 'Oslo' })
    expect(world.operation(id)).toMatchObject({ state: 'done', attempts })
    expect(await world.get('individuals', base.id)).toMatchObject({ city: 'Oslo' })
  })

  it('finds out that it was not done when nothing is answered', async () => {
    const own = await startOutboxWorld({ idleMs: 2_000 })
    onTestFinished(() => own.stop())
    const base = await own.first('individuals')
    own.sandbox.control.fail({ fault: { kind: 'hang' }, method: 'PUT' })
    const edit = {
      action: 'update',
      resource: 'individuals',
      record_id: base.id,
      base,
      fields: { city: 'Oslo' },
    } as const
    const { operation_id } = await own.outbox.save(edit)
    await own.outbox.idle()
    expect(own.operation(operation_id)).toMatchObject({ state: 'done', attempts: 2 })
    expect(await own.get('individuals', base.id)).toMatchObject({ city: 'Oslo' })
  })

  it.each([
    ['done', { kind: 'commit-then-drop' }, 1],
    ['not done', { kind: 'drop' }, 2],
  ] as const)('finds out that a deletion was %s', async (_, fault, attempts) => {
    const base = somebody()
    world.sandbox.control.fail({ fault, method: 'DELETE' })
    const { operation_id } = await world.outbox.save(deletionOf(base))
    await world.outbox.idle()
    expect(world.operation(operation_id)).toMatchObject({ state: 'done', attempts })
  })
})

const deletionOf = (base: JsonFields & { id: string }): Write => ({
  action: 'delete',
  resource: 'individuals',
  record_id: base.id,
  base,
})

describe('a deletion of a record that a colleague changed after it was looked at', () => {
  const saved = async (write: Write) => {
    const { operation_id } = await world.outbox.save(write)
    await world.outbox.idle()
    return operation_id
  }

  it('is asked about with what changed, and deletes when the user says so', async () => {
    const base = somebody()
    world.sandbox.control.colleague.edit('individuals', base.id, { notes: 'Do not delete: moved to Bern' })
    world.sandbox.control.resetStats()
    const id = await saved(deletionOf(base))
    expect(world.operation(id)).toMatchObject({
      state: 'conflict',
      question: {
        kind: 'changed-elsewhere',
        fields: [{ field: 'notes', theirs: 'Do not delete: moved to Bern' }],
        theirs: { id: base.id },
      },
    })
    expect(Object.keys(world.sandbox.control.stats().requests)).toEqual(['GET /individuals/{id}'])
    world.sandbox.control.colleague.edit('individuals', base.id, { city: 'Bern' })
    await world.outbox.decide(id, { decision: 'delete' })
    await world.outbox.idle()
    // Changed once more since the question: it is asked again.
    expect(world.operation(id).question).toMatchObject({ kind: 'changed-elsewhere', fields: [{ field: 'city' }] })
    await world.outbox.decide(id, { decision: 'delete' })
    await world.outbox.idle()
    expect(world.operation(id)).toMatchObject({ state: 'done', attempts: 1 })
    expect(await world.get('individuals', base.id)).toHaveProperty('deleted_at')
  })

  it('keeps the record when the user says so, and shows it as the service has it', async () => {
    const base = somebody()
    world.sandbox.control.colleague.edit('individuals', base.id, { city: 'Bern' })
    const id = await saved(deletionOf(base))
    await world.outbox.decide(id, { decision: 'discard' })
    expect(await world.get('individuals', base.id)).not.toHaveProperty('deleted_at')
    const shown = world.store.commits.flatMap(({ records }) => records ?? []).at(-1)
    expect(JSON.parse(new TextDecoder().decode(shown?.bytes))).toMatchObject({ id: base.id, city: 'Bern' })
  })

  it('is asked about when only the time of the last change differs, or nobody knows what was looked at', async () => {
    const base = somebody()
    const older = await saved(deletionOf({ ...base, updated_at: '2001-01-01T00:00:00Z' }))
    expect(world.operation(older).question).toMatchObject({ kind: 'changed-elsewhere', fields: [] })
    await world.outbox.decide(older, { decision: 'discard' })
    const unknown = await saved({ action: 'delete', resource: 'individuals', record_id: base.id })
    expect(world.operation(unknown).question).toMatchObject({ kind: 'changed-elsewhere' })
    await world.outbox.decide(unknown, { decision: 'discard' })
  })

  it('is asked about when the change came between a lost attempt and the next one', async () => {
    const base = somebody()
    world.sandbox.control.fail({ fault: { kind: 'drop' }, method: 'DELETE' })
    const { operation_id } = await world.outbox.save(deletionOf(base))
    const off = world.outbox.onChange(() => {
      if (world.operation(operation_id).state !== 'uncertain') return
      off()
      world.sandbox.control.colleague.edit('individuals', base.id, { city: 'Bern' })
    })
    await world.outbox.idle()
    expect(world.operation(operation_id)).toMatchObject({ state: 'conflict', question: { kind: 'changed-elsewhere' } })
    await world.outbox.decide(operation_id, { decision: 'discard' })
  })

  it('is asked about when the change came while the deletion was stored, whatever the computer’s clock says', async () => {
    const base = somebody()
    world.time.setBack(86_400_000)
    const off = world.outbox.onChange(() => {
      if (![...world.store.operations.values()].some(({ state }) => state === 'sending')) return
      off()
      world.time.now += 5_000
      world.sandbox.control.colleague.edit('individuals', base.id, { city: 'Bern' })
    })
    const id = await saved(deletionOf(base))
    expect(world.operation(id)).toMatchObject({ state: 'conflict', question: { kind: 'changed-elsewhere' } })
    await world.outbox.decide(id, { decision: 'discard' })
  })

  it('is not asked about after edits of the user’s own, sent or not', async () => {
    const base = somebody()
    await world.outbox.setAllPaused(true)
    await world.outbox.save({
      action: 'update',
      resource: 'individuals',
      record_id: base.id,
      base,
      fields: { city: 'Rome' },
    })
    const replaced = await world.outbox.save(deletionOf({ ...base, city: 'Rome' }))
    await world.outbox.setAllPaused(false)
    await world.outbox.idle()
    expect(world.operation(replaced.operation_id).state).toBe('done')

    const other = somebody()
    const write = { action: 'update', resource: 'individuals', record_id: other.id, base: other } as const
    const edit = await world.outbox.save({ ...write, fields: { city: 'Oslo' } })
    const after = Promise.withResolvers<string>()
    const off = world.outbox.onChange(() => {
      if (world.operation(edit.operation_id).state !== 'sending') return
      off()
      world.outbox
        .save(deletionOf({ ...other, city: 'Oslo' }))
        .then(({ operation_id: id }) => after.resolve(id), after.reject)
    })
    const deletion = await after.promise
    await world.outbox.idle()
    expect(world.operation(deletion)).toMatchObject({ state: 'done' })
  })
})

describe('when the service is not to be had', () => {
  it('waits as long as it was told and no longer', async () => {
    const base = somebody()
    world.sandbox.control.fail({ fault: { kind: 'status', status: 429, retryAfter: 40 }, method: 'PUT' })
    const before = world.time.now
    const id = await sent(base, { city: 'Rome' })
    expect(world.operation(id)).toMatchObject({ state: 'done', attempts: 2 })
    expect(world.time.now - before).toBeGreaterThanOrEqual(40_000)
    expect(world.time.now - before).toBeLessThan(60_000)
  })

  it('renews the token once for all that meet a 401 at the same time', async () => {
    const bases = Array.from({ length: 6 }, somebody)
    world.tokens.renewals = 0
    world.sandbox.control.expireAccessTokens()
    const ids = await Promise.all(bases.map((base) => save(base, { city: 'Bern' })))
    await world.outbox.idle()
    expect(ids.map((id) => world.operation(id).state)).toEqual(ids.map(() => 'done'))
    expect(world.tokens.renewals).toBe(1)
  })

  it('meets a 401 at any step and goes on', async () => {
    for (const method of ['GET', 'PUT']) {
      const base = somebody()
      world.sandbox.control.fail({ fault: { kind: 'status', status: 401 }, method })
      const id = await sent(base, { city: 'Bern' })
      expect(world.operation(id)).toMatchObject({ state: 'done', attempts: 1 })
    }
  })

  it('keeps everything while offline, with the reason, and sends it when the service is back', async () => {
    world.sandbox.control.goOffline()
    const bases = Array.from({ length: 3 }, somebody)
    const ids = await Promise.all(bases.map((base) => save(base, { city: 'Kyiv' })))
    const told = Promise.withResolvers<void>()
    const off = world.outbox.onChange(() => {
      if (ids.some((id) => world.operation(id).problem)) told.resolve()
    })
    await told.promise
    off()
    const waiting = ids.map((id) => world.operation(id))
    expect(waiting.every(({ state, attempts }) => state === 'queued' && attempts === 0)).toBe(true)
    expect(waiting.some(({ problem }) => problem?.code === 'service/offline')).toBe(true)
    world.sandbox.control.goOnline()
    await world.outbox.idle()
    expect(ids.map((id) => world.operation(id).state)).toEqual(['done', 'done', 'done'])
  })
})

describe('edits of one record', () => {
  it('become one while they wait, with the base of the first', async () => {
    const base = somebody()
    await world.outbox.setAllPaused(true)
    const first = await save(base, { city: 'Riga' })
    const second = await save({ ...base, city: 'Riga' }, { city: 'Oslo', suffix: 'II' })
    expect(second).toBe(first)
    expect(world.operation(first)).toMatchObject({ fields: { city: 'Oslo', suffix: 'II' } })
    expect(world.operation(first).base?.city).toBe(base.city)
    await world.outbox.setAllPaused(false)
    await world.outbox.idle()
    expect(await world.get('individuals', base.id)).toMatchObject({ city: 'Oslo', suffix: 'II' })
  })

  it('follow one another when the first is on its way', async () => {
    const base = somebody()
    const second = Promise.withResolvers<string>()
    const off = world.outbox.onChange(() => {
      const current = [...world.store.operations.values()].at(-1)
      if (current?.state !== 'sending') return
      off()
      void save({ ...base, city: 'Riga' }, { city: 'Oslo' }).then(second.resolve)
    })
    const first = await save(base, { city: 'Riga' })
    const next = await second.promise
    await world.outbox.idle()
    expect(next).not.toBe(first)
    expect([first, next].map((id) => world.operation(id).state)).toEqual(['done', 'done'])
    expect(await world.get('individuals', base.id)).toMatchObject({ city: 'Oslo' })
  })
})
