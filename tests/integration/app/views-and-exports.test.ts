import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { afterEach, describe, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import type { ExportInput } from '../../../electron/exports/export-request.ts'
import type { ExportProgress } from '../../../shared/ipc/exports.ts'
import type { SavedView } from '../../../shared/ipc/views.ts'
import { countExpected } from '../../../shared/rules/expected-documents.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { shellDouble } from '../../doubles/shell.ts'
import { createTenantCores, inputFor, signIn, synced } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

afterEach(cleanUp)

const byTitle = { column: 'title', direction: 'asc' } as const

const view: SavedView = {
  id: 'view-1',
  resource: 'households',
  name: 'Large families',
  filters: [{ column: 'individual_count', operator: 'at_least', values: [3] }],
  sort: { column: 'updated_at', direction: 'desc' },
  columns: [
    { column: 'title', hidden: false, pinned: true, width: 300 },
    { column: 'changes', hidden: true, pinned: false, width: null },
  ],
}

/** Opens a tenant's core that is signed in and synced, and that saves files into its own folder. */
async function openTenant() {
  const [userDataDir, downloads, keychain] = [await tempFolder(), await tempFolder(), createKeychainDouble()]
  const shell = shellDouble((name) => ({ folder: downloads, name, replace: false }))
  const sandbox = await startTenant(5)
  const core = await startCore({ userDataDir, keychain, shell })
  const { id } = await core.connections.add(inputFor(sandbox, 'Alder / Birch'))
  await signIn(core, id)
  await synced(core, id)
  return { core, id, userDataDir, keychain, shell, downloads }
}

const householdsExport = (connectionId: string, more: Partial<ExportInput> = {}): ExportInput => ({
  connectionId,
  resource: 'households',
  format: 'csv',
  columns: [
    { column: 'title', header: 'Name' },
    { column: 'individual_count', header: 'People' },
    { column: 'updated_at', header: 'Updated' },
  ],
  filters: [],
  scope: {},
  sort: byTitle,
  ...more,
})

async function exported(core: Core, input: ExportInput): Promise<(ExportProgress | null)[]> {
  const steps: (ExportProgress | null)[] = []
  for await (const step of core.exports.start(input, new AbortController().signal)) steps.push(step)
  return steps
}

const firstPeople = (core: Core, id: string) =>
  core.individuals.list({ connectionId: id, offset: 0, limit: 3, sort: byTitle })

describe('saved views', () => {
  it('are there after a restart, and after signing out and in again', async () => {
    const { core, id, userDataDir, keychain } = await openTenant()
    expect(await core.views.save({ connectionId: id, view })).toEqual(view)
    await core.views.save({ connectionId: id, view: { ...view, id: 'view-2', name: 'Second' } })
    await core.views.save({ connectionId: id, view: { ...view, name: 'Renamed' } })
    await core.views.remove({ connectionId: id, id: 'view-2' })
    expect(await core.views.list({ connectionId: id, resource: 'entities' })).toEqual([])
    await core.close()

    const later = await startCore({ userDataDir, keychain })
    expect(await later.views.list({ connectionId: id, resource: 'households' })).toEqual([{ ...view, name: 'Renamed' }])
    await later.connections.signOut({ connectionId: id })
    await signIn(later, id)
    expect(await later.views.list({ connectionId: id, resource: 'households' })).toEqual([{ ...view, name: 'Renamed' }])
  })

  it('are refused, naming what their list cannot have, and nothing is kept', async () => {
    const core = await startCore({ userDataDir: await tempFolder(), keychain: createKeychainDouble() })
    const { id } = await core.connections.add(inputFor(await startTenant(5), 'Alder'))
    const column = { hidden: false, pinned: false, width: null }
    const bad: [field: string, change: Partial<SavedView>][] = [
      ['filters.0.column', { filters: [{ column: 'email', operator: 'is', values: ['x'] }] }],
      ['filters.0', { filters: [{ column: 'title', operator: 'at_least', values: [1] }] }],
      ['filters.0.operator', { filters: [{ column: 'title', operator: 'like', values: ['x'] }] }],
      ['sort.column', { sort: { column: 'json', direction: 'asc' } }],
      ['columns.0', { columns: [{ column: 'toString', ...column }] }],
      ['columns.1', { columns: ['title', 'title'].map((name) => ({ column: name, ...column })) }],
    ]
    for (const [field, change] of bad) {
      await expect(core.views.save({ connectionId: id, view: { ...view, ...change } })).rejects.toMatchObject({
        code: 'ipc/bad-request',
        issues: [{ field }],
      })
    }
    expect(await core.views.list({ connectionId: id, resource: 'households' })).toEqual([])
  })
})

describe('places', () => {
  it('return recent and favourite records under the names they have now, without what vanished', async () => {
    const { core, id, userDataDir, keychain } = await openTenant()
    const { rows } = await firstPeople(core, id)
    const [one, two] = rows.map((row) => ({ resource: 'individuals', id: row.id, title: row.title }))
    if (!one || !two) throw new Error('The firm has too few people.')
    for (const { resource, id: record } of [one, two, one])
      await core.places.visit({ connectionId: id, resource, id: record })
    await core.places.visit({ connectionId: id, resource: 'households', id: 'household_gone' })
    await core.places.setFavourite({ connectionId: id, resource: 'individuals', id: two.id, favourite: true })
    await core.places.setFavourite({ connectionId: id, resource: 'individuals', id: one.id, favourite: true })
    await core.places.setFavourite({ connectionId: id, resource: 'individuals', id: one.id, favourite: false })
    await core.close()

    const later = await startCore({ userDataDir, keychain })
    expect(await later.places.recents({ connectionId: id })).toEqual([one, two])
    expect(await later.places.favourites({ connectionId: id })).toEqual([two])
    await expect(later.places.visit({ connectionId: id, resource: 'sqlite_master', id: '1' })).rejects.toMatchObject({
      code: 'ipc/bad-request',
    })
  })

  it('know who sits here once told, and forget it when it is taken back', async () => {
    const { core, id } = await openTenant()
    expect(await core.places.me({ connectionId: id })).toEqual({ user_id: null, proposed: null })
    await core.places.setMe({ connectionId: id, user_id: 'user_7' })
    expect(await core.places.me({ connectionId: id })).toEqual({ user_id: 'user_7', proposed: null })
    await core.places.setMe({ connectionId: id, user_id: null })
    expect(await core.places.me({ connectionId: id })).toEqual({ user_id: null, proposed: null })
  })
})

describe('an export', () => {
  it('holds the filtered list whole, says where it is from, and can be shown by its handle alone', async () => {
    const { core, id, shell, downloads } = await openTenant()
    const all = await core.households.list({ connectionId: id, offset: 0, limit: 500, sort: byTitle })
    const most = Math.max(...all.rows.map((row) => row.individual_count))
    const filters = [{ column: 'individual_count' as const, operator: 'at_least' as const, values: [most] }]
    const list = await core.households.list({ connectionId: id, offset: 0, limit: 500, sort: byTitle, filters })
    expect(list.total).toBeGreaterThan(0)
    expect(list.total).toBeLessThan(all.total)

    const steps = await exported(core, householdsExport(id, { filters }))
    const file = steps.at(-1)?.file
    expect(steps[0]).toEqual({ written: 0, total: list.total, file: null })
    expect(steps.at(-1)).toMatchObject({ written: list.total, total: list.total })
    expect(shell.suggested).toEqual([expect.stringMatching(/^Households – Alder - Birch – \d{4}-\d{2}-\d{2}\.csv$/)])
    expect(await readdir(downloads)).toEqual([file?.name])

    const lines = (await readFile(join(downloads, file?.name ?? ''), 'utf8')).trimEnd().split('\r\n')
    expect(lines.slice(0, 5)).toEqual([
      '\ufeffSource,Steward',
      'Connection,Alder / Birch',
      'List,Households',
      `Filters,People is at least ${most}`,
      'Sorted by,"Name, ascending"',
    ])
    expect(lines[5]).toMatch(/^As of,\d{4}-\d{2}-\d{2}T/)
    expect(lines[7]).toBe('Times are in,UTC')
    expect(lines[8]).toBe(`Rows,${list.total}`)
    expect(lines[10]).toBe('Name,People,Updated')
    expect(lines.slice(11)).toHaveLength(list.total)
    expect(lines[11]).toContain(`,${list.rows[0]?.individual_count},`)

    await core.exports.reveal({ handle: file?.handle ?? '' })
    expect(shell.revealed).toEqual([join(downloads, file?.name ?? '')])
    for (const handle of [join(downloads, file?.name ?? ''), '/etc/passwd', '']) {
      await expect(core.exports.reveal({ handle })).rejects.toMatchObject({ code: 'export/file-gone' })
    }
    await mkdir(join(downloads, 'kept'))
    await exported(core, householdsExport(id, { filters }))
    expect(await readdir(downloads)).toContain(file?.name.replace('.csv', ' (2).csv'))
  })

  it('narrows to a household and names it, and the owners it is filtered by', async () => {
    const { core, id, downloads } = await openTenant()
    const { rows } = await core.households.list({ connectionId: id, offset: 0, limit: 1, sort: byTitle })
    const [household] = rows
    if (!household) throw new Error('The firm has no household.')
    const steps = await exported(
      core,
      householdsExport(id, {
        scope: { household_id: household.id },
        filters: [{ column: 'owner_id', operator: 'any_of', values: [household.owner_id] }],
      }),
    )
    expect(steps.at(-1)).toMatchObject({ written: 1, total: 1 })
    const text = await readFile(join(downloads, steps.at(-1)?.file?.name ?? ''), 'utf8')
    expect(text).toContain(`Household is ${household.title}`)
    expect(text).toContain(`Owner is ${household.owner_name}`)
  })

  it('leaves nothing behind when it is left, cancelled or overtaken by the end, and writes nothing when no place was chosen', async () => {
    const { core, id, userDataDir, keychain, downloads } = await openTenant()
    for await (const step of core.exports.start(householdsExport(id), new AbortController().signal)) {
      expect(step?.file).toBeNull()
      expect(await readdir(downloads)).toEqual([expect.stringMatching(/^\.steward-.*\.part$/)])
      break
    }
    expect(await readdir(downloads)).toEqual([])

    const stop = new AbortController()
    for await (const _ of core.exports.start(householdsExport(id, { format: 'xlsx' }), stop.signal)) stop.abort()
    expect(await readdir(downloads)).toEqual([])

    const quitting = core.exports.start(householdsExport(id), new AbortController().signal)[Symbol.asyncIterator]()
    await quitting.next()
    expect(await readdir(downloads)).toHaveLength(1)
    await core.close()
    expect(await readdir(downloads)).toEqual([])
    await expect(quitting.next()).rejects.toMatchObject({ code: 'export/write-failed' })

    const later = await startCore({ userDataDir, keychain, shell: shellDouble(() => null) })
    expect(await exported(later, householdsExport(id))).toEqual([null])
    expect(await readdir(downloads)).toEqual([])
  })

  it('refuses what its list cannot be asked for before anybody is asked for a place', async () => {
    const { core, id, shell } = await openTenant()
    const bad: Partial<ExportInput>[] = [
      { columns: [{ column: 'json', header: 'Everything' }] },
      { columns: [{ column: '__proto__', header: 'x' }] },
      { filters: [{ column: 'title', operator: 'at_least', values: [1] }] },
      { sort: { column: 'constructor', direction: 'asc' } },
      { scope: { secret: 'x' } },
    ]
    for (const change of bad) {
      await expect(exported(core, householdsExport(id, change))).rejects.toMatchObject({ code: 'ipc/bad-request' })
    }
    expect(shell.suggested).toEqual([])
  })
})

describe('dates', () => {
  const listed = { owner_id: null, from: '2027-01-01', to: '2027-12-31', kind: null, state: 'open' } as const

  it('leave twice with the same UIDs, equal to the list, without names unless they are chosen, and not while presenting', async () => {
    const { core, id, downloads } = await openTenant()
    const { rows } = await firstPeople(core, id)
    const [person] = rows
    if (!person) throw new Error('There is nobody.')
    const record = { resource: 'individuals', id: person.id } as const
    const household_id = person.household_id ?? ''
    const title = 'Canary of the trustee'
    await core.dates.add({
      ...{ connectionId: id, record, household_id },
      fields: { kind: 'review', title, date: '2027-02-28', every: 'once', until: null },
    })
    const chosen = { connectionId: id, ...listed }
    const { lines, total } = await core.dates.list({ ...chosen, limit: 1000 })
    expect(lines).toHaveLength(total)
    const { kinds } = await core.dates.list({ ...chosen, limit: 0 })
    const [without] = kinds.flatMap(({ id: kind }) => (kind.startsWith('own:') ? [] : [kind]))
    const others = await core.dates.list({ ...chosen, limit: 0, without: [without ?? ''] })
    expect(others.kinds).toEqual(kinds.filter(({ id: kind }) => kind !== without))
    const exportDates = async (as: Parameters<Core['dates']['export']>[0]['as']) => {
      const { file } = await core.dates.export({ ...chosen, as })
      return readFile(join(downloads, file?.name ?? ''), 'utf8')
    }
    const read = (text: string) =>
      new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((part) => new ICAL.Event(part))
    const neutral = await exportDates({ format: 'ics', names: false })
    const named = read(await exportDates({ format: 'ics', names: true }))
    expect(read(neutral).map(({ startDate }) => startDate.toString())).toEqual(lines.map(({ date }) => date))
    expect(read(neutral).map(({ uid }) => uid)).toEqual(named.map(({ uid }) => uid))
    expect(new Set(named.map(({ uid }) => uid)).size).toBe(total)
    expect(named.map(({ summary }) => summary)).toContainEqual(expect.stringContaining(`${title} · ${person.title}`))
    const plain = neutral.replace(/\r\n /g, '')
    for (const secret of [title, person.title, person.id, id]) expect(plain).not.toContain(secret)
    const table = await exportDates({ format: 'csv' })
    expect(table).toContain(`2027-02-28,,${title},Review,`)

    await core.presenting.start({ connectionId: id, record: { resource: 'households', id: household_id } })
    await expect(exportDates({ format: 'ics', names: false })).rejects.toThrow(/While presenting/)
  })
})

describe('dates of a file', () => {
  const fields = { kind: 'review', title: 'Review', date: '2027-02-28', every: 'once', until: null } as const

  it('change and come back by their ids, are never doubled, and one bad date stops no other', async () => {
    const { core, id: connectionId, downloads } = await openTenant()
    const { rows } = await firstPeople(core, connectionId)
    const [person] = rows
    if (!person) throw new Error('There is nobody.')
    const record = { resource: 'individuals', id: person.id } as const
    const household_id = person.household_id ?? ''
    const add = (title: string) =>
      core.dates.add({ connectionId, record, household_id, fields: { ...fields, title } }).then(({ id }) => id)
    const [moved, removed] = [await add('Moved'), await add('Removed')]
    await add('Kept')
    const { file } = await core.estate.exportLinks({ connectionId, id: household_id })
    const text = await readFile(join(downloads, file?.name ?? ''), 'utf8')
    const plan = (of = text) => core.dates.planImport({ connectionId, text: of })
    const own = async () => (await core.dates.ofRecord({ connectionId, ...record })).dates
    const before = (await own()).map(({ id, title, date }) => ({ id, title, date })).toSorted(byId)
    expect(await plan()).toMatchObject({ dates: [], same: 3, left_out: [] })

    const later = { ...fields, title: 'Moved', date: '2028-01-01' }
    await core.dates.change({ connectionId, id: moved, was: { ...fields, title: 'Moved' }, fields: later })
    await core.dates.setRemoved({ connectionId, id: removed, removed: true })
    const found = await plan()
    expect(found).toMatchObject({ same: 1, left_out: [] })
    expect(found.dates.map(({ id, was }) => [id, was?.date ?? null])).toEqual(
      expect.arrayContaining([
        [moved, '2028-01-01'],
        [removed, null],
      ]),
    )
    await core.dates.import({ connectionId, dates: found.dates })
    expect((await own()).map(({ id, title, date }) => ({ id, title, date })).toSorted(byId)).toEqual(before)
    expect(await plan()).toMatchObject({ dates: [], same: 3 })
    // The plan is outdated.
    await expect(core.dates.import({ connectionId, dates: found.dates })).rejects.toThrow(/changed or removed/)

    const parsed = JSON.parse(text) as { service: string; dates: Record<string, unknown>[] }
    const edited = (more: object) => JSON.stringify({ ...parsed, ...more })
    const [first] = parsed.dates
    const strange = [
      { ...first, id: 'other-id' },
      { ...first, id: 'far', title: 'Gone', record: { resource: 'entities', id: 'gone' } },
      { ...first, id: 'bad', title: 'Bad', date: '2027-02-30' },
    ]
    const read = await plan(edited({ dates: [...parsed.dates, ...strange] }))
    expect(read).toMatchObject({ dates: [], same: 4 })
    expect(read.left_out).toEqual([
      { title: 'Bad', why: expect.stringMatching(/^date: /) },
      { title: 'Gone', why: 'Its record is not in the offline copy.' },
    ])
    const twice = ['2027-02-01', '2027-02-02'].map((date) => ({ ...first, id: 'twice', title: 'Twice', date }))
    const sameId = { title: 'Twice', why: expect.stringMatching(/^Another date of the file has the same id\./) }
    expect(await plan(edited({ dates: twice }))).toMatchObject({ dates: [], same: 0, left_out: [sameId, sameId] })
    const long = { ...first, id: 'long', title: 'x'.repeat(134) }
    const untitled = { ...first, id: 'untitled', title: '  ' }
    expect((await plan(edited({ dates: [long, untitled] }))).left_out).toEqual([
      { title: `${'x'.repeat(119)}…`, why: 'title: must have at most 120 characters and has 134' },
      { title: 'A date without a title', why: 'title: must not be empty' },
    ])
    await expect(plan(edited({ service: 'https://other.test' }))).rejects.toThrow(/another service/)
    await expect(plan('{}')).rejects.toThrow(/not a file of links and dates/)
  })
})

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)

describe('documents that rules do not find', () => {
  const total = ({ missing }: Awaited<ReturnType<Core['today']['get']>>) => missing.documents

  it('are listed for the selected households, and written to a file in which no name becomes a formula', async () => {
    const { core, id, downloads } = await openTenant()
    const { rows } = await core.households.list({ connectionId: id, offset: 0, limit: 500, sort: byTitle })
    const of = { which: { list: { filters: [], scope: {}, except: [] } } }
    const whole = await core.today.missing({ connectionId: id, of, rule_id: null, limit: 1000 })
    expect(whole).toMatchObject({ source: 'default', households: whole.lines.length })
    expect(whole.documents).toBe(total(await core.today.get({ connectionId: id, owner_id: null })))
    expect(whole.as_of).not.toBeNull()

    const [line] = whole.lines
    if (!line) throw new Error('Every document is on file.')
    const one = { which: { ids: [line.household.id] } }
    expect((await core.today.missing({ connectionId: id, of: one, rule_id: null, limit: 1000 })).lines).toEqual([line])
    const without = { which: { list: { filters: [], scope: {}, except: [line.household.id] } } }
    const others = await core.today.missing({ connectionId: id, of: without, rule_id: null, limit: 1000 })
    expect(others.documents + others.unknown).toBe(whole.documents + whole.unknown - countExpected(line.missing))

    const base = (await core.households.get({ connectionId: id, id: line.household.id })).record
    await core.outbox.save({
      connectionId: id,
      write: { action: 'update', resource: 'households', record_id: base.id, base, fields: { name: '=Evil' } },
    } as never)
    const { file } = await core.today.exportMissing({ connectionId: id, of })
    expect(file?.name).toMatch(/^Possibly missing documents – .* – \d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(join(downloads, file?.name ?? ''), 'utf8')).trimEnd().split('\r\n')
    const header = lines.indexOf('Household,Of,Name,Document,State')
    expect(lines.slice(0, header).join('\n')).toMatch(/Steward’s usual rules: Will, .*\nAs of,\d{4}-/s)
    expect(lines.slice(header + 1)).toHaveLength(whole.documents + whole.unknown)
    expect(lines.slice(header + 1).filter((text) => text.startsWith("'=Evil,"))).toHaveLength(
      countExpected(line.missing),
    )
    expect(rows.length).toBeGreaterThan(1)
  })

  it('are not counted by a rule that is switched off, here and on the household’s page, also after a restart', async () => {
    const { core, id, userDataDir, keychain } = await openTenant()
    const before = await core.today.get({ connectionId: id, owner_id: null })
    const rule = before.missing.rules.find(({ documents }) => documents > 0)
    if (!rule) throw new Error('Every document is on file.')
    const of = { owner_id: null }
    const { lines } = await core.today.missing({ connectionId: id, of, rule_id: rule.id, limit: 1000 })
    const found = lines.flatMap(({ missing }) => missing).filter(({ state }) => state === 'missing')
    expect(countExpected(found)).toBe(rule.documents)
    await core.today.setRule({ connectionId: id, id: rule.id, on: false })
    await core.close()

    const later = await startCore({ userDataDir, keychain })
    const after = await later.today.get({ connectionId: id, owner_id: null })
    expect(total(after)).toBe(total(before) - rule.documents)
    expect(after.missing.rules.find((one) => one.id === rule.id)).toMatchObject({ on: false, documents: 0 })
    const filed = await later.today.filed({ connectionId: id, household_id: lines[0]?.household.id ?? '' })
    expect(filed.missing.filter(({ rule_id }) => rule_id === rule.id)).toEqual([])
    expect((await later.today.missing({ connectionId: id, of, rule_id: null, limit: 1 })).rules).not.toContain(
      rule.name,
    )

    await later.today.setRule({ connectionId: id, id: rule.id, on: true })
    expect(total(await later.today.get({ connectionId: id, owner_id: null }))).toBe(total(before))
  })
})
