import { describe, expect, it } from 'vitest'
import type { UseCases } from '../../../electron/api/core.ts'
import {
  createPresenterMode,
  guardUseCases,
  refuseWhilePresenting,
} from '../../../electron/api/presenting/presenting.ts'
import type { Filter } from '../../../shared/domain/filter-rules.ts'
import { concealTexts, type Presenting } from '../../../shared/domain/presenting.ts'
import { contract, procedureMetas } from '../../../shared/ipc/contract.ts'
import type { AppEvent } from '../../../shared/ipc/events.ts'
import { isShownWhilePresenting } from '../../../shared/ipc/shown-while-presenting.ts'
import { createCoreDouble } from '../../doubles/core.ts'
import { samples, streamPaths } from '../../doubles/samples/all.ts'
import { connectionId, when } from '../../doubles/samples/sample.ts'

const household = 'hh-1'
const on = (more: Partial<Presenting> = {}): Presenting => ({
  connection_id: connectionId,
  household_id: household,
  amounts: false,
  ...more,
})

function guarded(presenting: Presenting | null, homes: Readonly<Record<string, string>> = {}) {
  const core = createCoreDouble()
  const state = { presenting }
  const useCases = guardUseCases(core as UseCases, {
    current: () => state.presenting,
    householdOf: async (_connection, _resource, id) => homes[id] ?? null,
  })
  return { core, state, useCases }
}

const notShown = expect.objectContaining({ code: 'presenting/not-shown' })
const list = { connectionId, offset: 0, limit: 10, sort: { column: 'title', direction: 'asc' } } as const

describe('while a household is presented', () => {
  it('refuses every procedure that is not named as shown: those that write, and new ones', () => {
    for (const [path, { permission }] of procedureMetas) {
      if (permission === 'write') expect(isShownWhilePresenting(path), path).toBe(false)
    }
    const doubles = [
      'doubles.list',
      'doubles.compare',
      'doubles.setApart',
      'doubles.merge',
      'doubles.compareHouseholds',
      'doubles.mergeHouseholds',
    ]
    for (const path of ['outbox.save', 'rollUps.book', 'files.read', 'packs.brandNew', ...doubles])
      expect(() => refuseWhilePresenting(path, on()), path).toThrow(notShown)
    expect(() => refuseWhilePresenting('outbox.save', null)).not.toThrow()
  })

  const answered = [...procedureMetas.keys()].filter(
    (path) => isShownWhilePresenting(path) && !streamPaths.has(`/${path.replace('.', '/')}`),
  )
  it.each(answered)('answers %s with what its contract allows, or refuses it', async (path) => {
    const [domain = '', name = ''] = path.split('.')
    const of = <Value>(all: unknown) => (all as Record<string, Record<string, Value>>)[domain]?.[name] as Value
    const ask = of<(input: object) => Promise<unknown>>(guarded(on()).useCases)
    const schema = of<(typeof contract)['today']['filed']>(contract)['~orpc'].outputSchema
    const output = await ask(of<readonly [object]>(samples)[0]).catch((error: unknown) => {
      expect(error).toEqual(notShown)
    })
    if (output !== undefined) expect(schema?.safeParse(output).error).toBeUndefined()
  })

  it('hides a state of an address, and no state of a document, a page or a date', () => {
    const states = ['missing', 'unknown', 'same', 'changed', 'gone', 'open', 'snoozed', 'done']
    expect(concealTexts(states.map((state) => ({ state }))).map(({ state }) => state)).toEqual(states)
    expect(concealTexts({ record: { state: 'NJ' }, rows: [{ state: 'New York' }] })).toEqual({
      ...{ record: { state: '••••' }, rows: [{ state: '••••' }] },
    })
  })

  it('narrows lists and their sums to the household, whatever the page asked for', async () => {
    const { core, useCases } = guarded(on())
    await useCases.entities.list({ ...list, scope: { household_id: 'other', owner_id: 'us-1' } })
    await useCases.rollUps.list({ connectionId, of: { what: 'entities', sort: list.sort } })
    expect(core.calls.map(({ input }) => input)).toEqual([
      { ...list, scope: { household_id: household, owner_id: 'us-1' } },
      { connectionId, of: { what: 'entities', sort: list.sort, scope: { household_id: household } } },
    ])
  })

  it('lists nothing by an amount while amounts are hidden, and refuses a filter by one, in files too', async () => {
    const byValue = { ...list, sort: { column: 'directly_held_asset_value', direction: 'desc' } } as const
    const above = { column: 'in_estate_share' as const, operator: 'at_least' as const, values: [50] }
    const { core, state, useCases } = guarded(on())
    await useCases.entities.list(byValue)
    expect(core.calls.at(-1)?.input).toEqual({ ...list, scope: { household_id: household } })
    const filtered = expect.objectContaining({ message: 'This list is filtered by an amount, and amounts are hidden.' })
    await expect(useCases.households.list({ ...list, filters: [above] })).rejects.toEqual(filtered)
    const exported = { ...byValue, connectionId, resource: 'entities', filters: [above] }
    const started = (useCases.exports.start as (input: unknown, signal: AbortSignal) => AsyncIterable<unknown>)(
      exported,
      new AbortController().signal,
    )
    await expect(started[Symbol.asyncIterator]().next()).rejects.toEqual(filtered)
    state.presenting = on({ amounts: true })
    await useCases.entities.list(byValue)
    expect(core.calls.at(-1)?.input).toEqual({ ...byValue, scope: { household_id: household } })
  })

  it('refuses the records of other households, and everything of another connection', async () => {
    const { core, useCases } = guarded(on(), { 'en-1': household, 'en-2': 'other' })
    await expect(useCases.households.get({ connectionId, id: 'other' })).rejects.toEqual(notShown)
    await expect(useCases.entities.get({ connectionId, id: 'en-2' })).rejects.toEqual(notShown)
    await expect(useCases.entities.get({ connectionId, id: 'unknown' })).rejects.toEqual(notShown)
    await expect(useCases.entities.list({ ...list, connectionId: 'b'.repeat(32) })).rejects.toEqual(notShown)
    expect(core.calls).toEqual([])
    await useCases.entities.get({ connectionId, id: 'en-1' })
    expect(core.calls).toHaveLength(1)
  })

  it('shows nothing of any household until one is opened', async () => {
    const { useCases } = guarded(on({ household_id: null }))
    await expect(useCases.households.list(list)).rejects.toEqual(notShown)
    await expect(useCases.search.query({ connectionId, text: 'a', limit: 5 })).rejects.toEqual(notShown)
  })

  it('searches the household by names, and by kinds and types in the words of the screens', async () => {
    const { core, useCases } = guarded(on())
    const askedFor = async (text: string) => {
      core.calls.length = 0
      await useCases.search.query({ connectionId, text, limit: 5 })
      return core.calls
        .map(({ name, input }) => ({ name, ...(input as { filters: Filter[]; scope: object }) }))
        .filter(({ filters }) => filters[0]?.column !== 'title')
        .map(({ name, filters, scope }) => [name, scope, ...filters.map(({ column, values }) => [column, ...values])])
    }
    const scope = { household_id: household }
    expect(await askedFor('healthcare proxy')).toEqual([['documents.list', scope, ['type', 'HEALTHCARE_PROXY']]])
    expect(await askedFor('Ada wills')).toEqual([['documents.list', scope, ['type', 'WILL'], ['search', 'ada']]])
    expect(await askedFor('Okafor')).toEqual([])
  })

  it('withholds the answer to a question from before it began', async () => {
    const { core, state, useCases } = guarded(null)
    const asked = useCases.users.get({ connectionId, id: 'us-1' })
    state.presenting = on()
    await expect(asked).rejects.toEqual(notShown)
    expect(core.calls).toHaveLength(1)
  })

  it('tells the changes of the household alone, without what was in hidden fields', async () => {
    const { core, useCases } = guarded(on())
    const change = (household: string | null, field: string) => ({
      ...{ number: 1, resource: 'individuals', record_id: 'in-1', title: 'Ada', kind: 'changed', own: false },
      ...{ observed_at: when, seen_before: null },
      household: household === null ? null : { id: household, name: 'Name' },
      fields: [{ field, before: 'old', after: 'new', operation_id: null }],
    })
    core.answerNext({
      changes: [change('hh-1', 'email'), change(null, 'last_name'), change('other', 'email')],
      next: 7,
    })
    const asked = { connectionId, household_id: null, owner_id: 'us-1', others_only: false, before: null, limit: 9 }
    const { changes, next } = await useCases.changes.list(asked)
    expect(core.calls[0]?.input).toEqual({ ...asked, household_id: 'hh-1', owner_id: null })
    expect(changes.map(({ fields }) => fields[0])).toMatchObject([
      { before: '••••', after: '••••' },
      { before: 'old', after: 'new' },
    ])
    expect(next).toBe(7)
  })

  it('shows the roles of its own records, without the names of people of other households', async () => {
    const own = { 'en-1': household, 'in-1': household, 'do-1': household }
    const { core, useCases } = guarded(on(), { ...own, 'in-2': 'other', 'en-2': 'other', 'do-2': 'other' })
    const to = { resource: 'entities', id: 'en-1', name: 'Trust' } as const
    const place = (document_id: string) => ({
      document_id,
      document_name: `Deed of ${document_id}`,
      page: 1,
      state: 'same',
      scan: null,
    })
    const link = (id: string, name: string) => ({
      ...{ id: `link-${id}`, from: { resource: 'individuals', id, name }, to },
      ...{ role: 'Trustee', origin: 'drawn', made_at: when, found_in: [place('do-1'), place('do-2')] },
    })
    core.answerNext({ links: [link('in-1', 'Ada'), link('in-2', 'Eve')] })
    const { links } = await useCases.estate.roles({ connectionId, resource: 'entities', id: 'en-1' })
    expect(links[0]?.found_in.map(({ document_name }) => document_name)).toEqual(['Deed of do-1', '••••'])
    expect(links.map(({ from, to: into }) => [from.name, into.name])).toEqual([
      ['Ada', 'Trust'],
      ['••••', 'Trust'],
    ])
    await expect(useCases.estate.roles({ connectionId, resource: 'entities', id: 'en-2' })).rejects.toEqual(notShown)
    const trustees = [
      { resource: 'individuals', id: 'in-1', name: 'Ada' },
      { resource: 'individuals', id: 'in-2', name: 'Eve' },
    ]
    core.answerNext({ entities: [{ id: 'en-1', trustees }] })
    const { entities } = await useCases.estate.trustees({ connectionId, entity_ids: ['en-1', 'en-2'] })
    expect(core.calls.at(-1)?.input).toEqual({ connectionId, entity_ids: ['en-1'] })
    expect(entities[0]?.trustees.map(({ name }) => name)).toEqual(['Ada', '••••'])
  })

  it('conceals the names and addresses of other firms', async () => {
    const { core, useCases } = guarded(on({ connection_id: 'c'.repeat(32) }))
    const [first] = await useCases.connections.list({})
    expect(core.calls).toHaveLength(1)
    expect(first).toMatchObject({ name: '••••', base_url: '', user: null })
  })
})

describe('the mode', () => {
  const of = (id: string) => ({ record: { household: { id } } })
  function mode() {
    const told: AppEvent[] = []
    const store = { read: async (name: string) => (name === 'entities.get' ? of('hh-7').record : Promise.reject()) }
    const runtimes = { get: async () => ({ open: async () => ({ store }) }) }
    const { useCases, current } = createPresenterMode(runtimes as never, (event) => told.push(event))
    return { ...useCases.presenting, current, told }
  }

  it('presents the household of a record, hides its amounts at each new start, and tells every window', async () => {
    const { start, showAmounts, end, told } = mode()
    const record = { resource: 'entities', id: 'en-1' } as const
    await start({ connectionId, record })
    expect((await showAmounts({ shown: true })).presenting).toEqual(on({ household_id: 'hh-7', amounts: true }))
    await start({ connectionId, record: { resource: 'households', id: 'other' } })
    await end({})
    expect((await start({ connectionId, record })).presenting).toEqual(on({ household_id: 'hh-7' }))
    expect(told.map((event) => event.type === 'presenting' && event.presenting?.amounts)).toEqual([
      false,
      false,
      true,
      undefined,
      false,
      false,
    ])
  })

  it('starts at once without a household, and then takes the first one that is opened', async () => {
    const { start, showAmounts, current } = mode()
    await start({ connectionId, record: null })
    await showAmounts({ shown: true })
    expect(current()).toEqual(on({ household_id: null }))
    await start({ connectionId, record: { resource: 'households', id: 'hh-2' } })
    expect(current()).toEqual(on({ household_id: 'hh-2' }))
  })
})
