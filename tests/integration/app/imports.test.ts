import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import type { ImportPart } from '../../../shared/domain/import/import-fields.ts'
import { jsonFields } from '../../../shared/domain/operation.ts'
import { isLocalId } from '../../../shared/domain/operation-rules.ts'
import {
  type ImportPlan,
  type ImportProgress,
  type ImportSummary,
  maxImportPiece,
} from '../../../shared/ipc/imports.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { makeZip } from '../../doubles/make-zip.ts'
import { shellDouble } from '../../doubles/shell.ts'
import { createTenantCores, inputFor, signIn, synced } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

afterEach(cleanUp)

const byTitle = { column: 'title', direction: 'asc' } as const
const never = () => new AbortController().signal

/** Begins an import in a tenant's core that is signed in, synced and paused. */
async function beginImport() {
  const [userDataDir, downloads] = [await tempFolder(), await tempFolder()]
  const shell = shellDouble((name) => ({ folder: downloads, name, replace: false }))
  const core = await startCore({ userDataDir, keychain: createKeychainDouble(), shell })
  const { id: connectionId } = await core.connections.add(inputFor(await startTenant(5), 'Alder'))
  await signIn(core, connectionId)
  await synced(core, connectionId)
  await core.outbox.setAllPaused({ connectionId, paused: true })
  const held = { connectionId, ...(await core.imports.begin({ connectionId })) }
  const [user] = (await core.users.list({ connectionId, offset: 0, limit: 1, sort: byTitle })).rows
  if (!user) throw new Error('The firm has no users.')
  return { core, held, user, downloads }
}

type Begun = Awaited<ReturnType<typeof beginImport>>

const asIs = { encoding: null, delimiter: null, sheet: null, answers: {} }

/** Transfers a file in pieces, as the page does; returns its structure. */
async function give({ core, held }: Begun, part: ImportPart, lines: readonly string[]) {
  const text = lines.join('\r\n')
  const middle = Math.floor(text.length / 2)
  const piece = (from: number, to?: number) => Buffer.from(text).subarray(from, to).toString('base64')
  await core.imports.append({ ...held, part, base64: piece(0, middle), first: true })
  await core.imports.append({ ...held, part, base64: piece(middle), first: false })
  return core.imports.describe({ ...held, part, reading: asIs })
}

async function judged({ core, held }: Begun, plan: ImportPlan, signal = never()): Promise<ImportSummary | null> {
  const steps: ImportProgress[] = []
  for await (const step of core.imports.check({ ...held, plan }, signal)) steps.push(step)
  return steps.at(-1)?.summary ?? null
}

async function applied({ core, held }: Begun, signal = never()) {
  const steps: object[] = []
  for await (const step of core.imports.apply(held, signal)) steps.push(step)
  return steps
}

const open = async (core: Core, connectionId: string) =>
  (await core.outbox.list({ connectionId, show: 'open', offset: 0, limit: 500 })).operations

const causesOf = async ({ core, held }: Begun, part: ImportPart) => {
  const { rows } = await core.imports.rows({ ...held, part, show: 'refused', offset: 0, limit: 200 })
  return rows.map(({ row, issues }) => [row, issues.map(({ column, cause }) => `${column}: ${cause}`).join(' ')])
}

/** Gives an existing household an external id; returns it with one of its people. */
async function known({ core, held: { connectionId } }: Begun) {
  const filters = [
    { column: 'external_id' as const, operator: 'has' as const, values: [] },
    { column: 'individual_count' as const, operator: 'at_least' as const, values: [1] },
  ]
  const list = { offset: 0, limit: 1, sort: byTitle, filters }
  const [household] = (await core.households.list({ connectionId, ...list })).rows
  if (!household?.external_id) throw new Error('No household has an external id.')
  const { individuals } = await core.households.get({ connectionId, id: household.id })
  const [somebody] = individuals
  if (!somebody) throw new Error('The household is empty.')
  const { record } = await core.individuals.get({ connectionId, id: somebody.id })
  return { household, person: record, externalId: household.external_id }
}

const headers = 'Household,First name,Last name,Date of birth,Email,Primary'

describe('an import', () => {
  it('saves new households and people in them, and people into households that are there', async () => {
    const begun = await beginImport()
    const { core, held, user } = begun
    const { household, externalId } = await known(begun)
    const households = await give(begun, 'households', [
      'External id;Name;Owner;Notes',
      `NEW-1;Alpha;${user.email};"Likes ""tea"""`,
      'NEW-2;Beta;;',
    ])
    expect(households).toMatchObject({
      rows: 2,
      delimiter: ';',
      mapping: ['external_id', 'name', 'owner', 'notes'],
      remembered: false,
    })
    const individuals = await give(begun, 'individuals', [
      headers,
      'alpha,Ada,Alpha,4/30/1961,ada@example.com,yes',
      'NEW-2,Bo,Beta,,,',
      `${externalId},Cy,Newcomer,1970-01-02,,no`,
    ])
    const plan: ImportPlan = {
      households: { mapping: households.mapping, answers: households.answers },
      individuals: { mapping: individuals.mapping, answers: individuals.answers },
      default_owner_id: user.id,
      existing: 'refuse',
      empty_clears: false,
    } as const
    expect(await judged(begun, plan)).toEqual({
      households: { rows: 2, good: 2, refused: 0, warned: 0, changing: 0, unchanged: 0 },
      individuals: { rows: 3, good: 3, refused: 0, warned: 0, changing: 0, unchanged: 0 },
      into_existing: 1,
      into_new: 2,
    })
    expect((await applied(begun)).at(-1)).toEqual({ done: 5, total: 5, undo: null })

    const operations = await open(core, held.connectionId)
    expect(operations.map(({ action, resource }) => `${action} ${resource}`)).toEqual([
      'create households',
      'create households',
      'create individuals',
      'create individuals',
      'create individuals',
    ])
    const [alpha, beta, ada, bo, cy] = operations
    expect(alpha?.fields).toEqual({
      primary_relationship_owner_id: user.id,
      external_id: 'NEW-1',
      notes: 'Likes "tea"',
    })
    expect([alpha, beta].every((one) => isLocalId(one?.record_id ?? ''))).toBe(true)
    expect(ada?.fields).toEqual({
      first_name: 'Ada',
      last_name: 'Alpha',
      date_of_birth: '1961-04-30',
      email: 'ada@example.com',
      is_primary: true,
      household_id: alpha?.record_id,
    })
    expect([ada?.parent_id, bo?.parent_id, cy?.parent_id]).toEqual([alpha?.record_id, beta?.record_id, household.id])
    const { rows } = await core.imports.rows({ ...held, part: 'individuals', show: 'all', offset: 0, limit: 200 })
    expect(rows.every(({ saved }) => saved)).toBe(true)
  })

  it('saves a date of death with the person, as an edit that waits for the new record', async () => {
    const begun = await beginImport()
    const { core, held } = begun
    const { household } = await known(begun)
    const individuals = await give(begun, 'individuals', [
      'Household,First name,Last name,Date of death,Deceased',
      `${household.id},Ada,Byron,2020-01-02,yes`,
      `${household.id},Bo,Byron,,`,
    ])
    expect(individuals.mapping).toEqual(['household', 'first_name', 'last_name', 'date_of_death', 'is_deceased'])
    const plan = {
      households: null,
      individuals: { mapping: individuals.mapping, answers: individuals.answers },
      default_owner_id: null,
      existing: 'refuse',
      empty_clears: false,
    } as const
    await judged(begun, plan)
    expect((await applied(begun)).at(-1)).toEqual({ done: 2, total: 2, undo: null })
    const [ada, died, bo, ...others] = await open(core, held.connectionId)
    expect(others).toEqual([])
    expect(ada?.fields).toEqual({
      first_name: 'Ada',
      last_name: 'Byron',
      is_deceased: true,
      household_id: household.id,
    })
    expect(bo?.fields).toEqual({ first_name: 'Bo', last_name: 'Byron', household_id: household.id })
    expect(died).toMatchObject({
      action: 'update',
      record_id: ada?.record_id,
      fields: { date_of_death: '2020-01-02' },
    })
    const { record } = await core.individuals.get({ connectionId: held.connectionId, id: ada?.record_id ?? '' })
    expect(record).toMatchObject({ is_deceased: true, date_of_death: '2020-01-02' })
    // Starting it again saves nothing twice.
    await applied(begun)
    expect(await open(core, held.connectionId)).toHaveLength(3)
  })

  it('refuses rows with row, column, cause and next step, and writes them to a file that can be mended', async () => {
    const begun = await beginImport()
    const { core, held, user, downloads } = begun
    const { person, externalId } = await known(begun)
    const households = await give(begun, 'households', [
      'External id,Name,Owner,Notes',
      `${externalId},Known,${user.email},`,
      'NEW-1,Alpha,nobody@example.com,=1+1',
      `NEW-2,Beta,${user.email},`,
      `NEW-2,Beta,${user.email},`,
    ])
    const twin = `${person.first_name},${person.last_name}`
    const individuals = await give(begun, 'individuals', [
      headers,
      `${externalId},${twin},${person.date_of_birth ?? ''},${person.email ?? ''},`,
      'Alpha,Ada,Alpha,,,',
      'NEW-2,Bo,Beta,31/31/1961,,',
      '"Known",Cy,Newcomer,,,',
    ])
    const plan = {
      households: { mapping: households.mapping, answers: households.answers },
      individuals: { mapping: individuals.mapping, answers: individuals.answers },
      default_owner_id: null,
      existing: 'refuse',
      empty_clears: false,
    } as const
    expect(await judged(begun, plan)).toMatchObject({
      households: { rows: 4, good: 1, refused: 3 },
      into_existing: 1,
    })
    expect(await causesOf(begun, 'households')).toEqual([
      [2, 'External id: A household with this external ID already exists.'],
      [3, 'Owner: This is not one of the firm’s users.'],
      [5, 'External id: Row 4 has the same external ID.'],
    ])
    expect(await causesOf(begun, 'individuals')).toEqual([
      [2, expect.stringMatching(/already in Steward\) is the same person/)],
      [3, 'Household: Its household is in row 3, which was rejected.'],
      [4, 'Date of birth: This is not a calendar date.'],
    ])
    const { file } = await core.imports.exportRefused({ ...held, part: 'households' })
    expect(file).toMatchObject({ rows: 3, name: expect.stringMatching(/^Households not imported – Alder – .*\.csv$/) })
    const text = await readFile(join(downloads, file?.name ?? ''), 'utf8')
    expect(text).toMatch(/^\ufeffExternal id,Name,Owner,Notes,Row,Not imported because\r\n/)
    expect(text).toContain(`NEW-1,Alpha,nobody@example.com,'=1+1,3,"Owner: This is not one of the firm’s users.`)

    const again = await give(begun, 'households', text.replace('nobody@example.com', user.email).split('\r\n'))
    expect(again.mapping).toEqual(['external_id', 'name', 'owner', 'notes', null, null])
    await judged(begun, {
      households: { mapping: again.mapping, answers: again.answers },
      individuals: null,
      default_owner_id: null,
      existing: 'refuse',
      empty_clears: false,
    })
    await applied(begun)
    expect((await open(core, held.connectionId)).map(({ fields }) => fields)).toEqual([
      { primary_relationship_owner_id: user.id, external_id: 'NEW-1', notes: '=1+1' },
      { primary_relationship_owner_id: user.id, external_id: 'NEW-2' },
    ])
  })

  it('remembers what the columns of such a file were', async () => {
    const begun = await beginImport()
    const { core, held, user } = begun
    const lines = ['Kennung,Who', 'K-1,Alpha']
    const first = await give(begun, 'households', lines)
    expect(first).toMatchObject({
      mapping: [null, null],
      remembered: false,
      questions: [{ id: 'header' }],
      answers: {},
    })
    const mapping = ['external_id', 'name']
    await judged(begun, {
      households: { mapping, answers: { header: '1' } },
      individuals: null,
      default_owner_id: user.id,
      existing: 'refuse',
      empty_clears: false,
    })
    const again = await give(begun, 'households', lines)
    expect(again).toMatchObject({ mapping, remembered: true, answers: { header: '1' } })
    expect(await give(begun, 'individuals', lines)).toMatchObject({ remembered: false })
    await core.imports.drop(held)
    await expect(core.imports.describe({ ...held, part: 'households', reading: asIs })).rejects.toMatchObject({
      code: 'import/gone',
    })
  })

  it('remembers how a pasted table with such columns was read, in no clear text', async () => {
    const { core } = await beginImport()
    const headers = ['Secret Fund', 'Value']
    expect(await core.imports.lastPaste({ headers })).toBeNull()
    const answers = { 'mark:1': 'comma', 'short-rows': 'take', 'rate:EUR': '1.1 2026-01-01' }
    await core.imports.rememberPaste({ headers, fields: ['name', 'value'], answers })
    const again = { fields: ['name', 'value'], answers: { 'mark:1': 'comma' } }
    expect(await core.imports.lastPaste({ headers })).toEqual(again)
    await core.imports.rememberPaste({ headers, fields: null, answers: { 'mark:1': 'point' } })
    expect(await core.imports.lastPaste({ headers })).toEqual({ fields: null, answers: { 'mark:1': 'point' } })
    expect(await core.imports.lastPaste({ headers: ['Value', 'Secret Fund'] })).toBeNull()
  })

  it('reads a sheet of a workbook for the directory of asset classes', async () => {
    const { core, held } = await beginImport()
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const row = (...cells: string[]) => `<row>${cells.map(cell).join('')}</row>`
    const parts = {
      '[Content_Types].xml': `<Types><Override ContentType="${type}"/></Types>`,
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Classes" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="worksheets/a.xml"/></Relationships>',
      'xl/worksheets/a.xml': `<worksheet><sheetData>${row('ID', 'Name')}${row('ac_1', 'Cash')}</sheetData></worksheet>`,
      // Larger than one message, as a workbook with pictures is.
      'xl/media/picture.png': randomBytes(2 * maxImportPiece).toString('base64'),
    }
    const give = async (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; at += maxImportPiece) {
        const base64 = bytes.subarray(at, at + maxImportPiece).toString('base64')
        await core.imports.append({ ...held, part: 'asset_classes', base64, first: at === 0 })
      }
    }
    await give(Buffer.from(makeZip(Object.entries(parts).map(([name, text]) => ({ name, text })))))
    expect(await core.imports.readWorkbook({ ...held, sheet: null, answers: {} })).toMatchObject({
      ...{ sheets: ['Classes'], sheet: 'Classes', questions: [] },
      rows: [
        { row: 1, cells: ['ID', 'Name'] },
        { row: 2, cells: ['ac_1', 'Cash'] },
      ],
    })
    await give(Buffer.from('ID,Name'))
    await expect(core.imports.readWorkbook({ ...held, sheet: null, answers: {} })).rejects.toMatchObject({
      code: 'import/unreadable',
    })
  })

  it('can be stopped and gone on with, even twice at once: nothing is saved twice', async () => {
    const begun = await beginImport()
    const { core, held, user } = begun
    const lines = Array.from({ length: 450 }, (_, at) => `BULK-${at},${user.email}`)
    const { mapping, answers } = await give(begun, 'households', ['External id,Owner', ...lines])
    await judged(begun, {
      households: { mapping, answers },
      individuals: null,
      default_owner_id: null,
      existing: 'refuse',
      empty_clears: false,
    })
    const leaving = new AbortController()
    for await (const { done } of core.imports.apply(held, leaving.signal)) if (done > 0) leaving.abort()
    expect(await core.outbox.counts(held)).toEqual({ open: 200, attention: 0 })
    const both = await Promise.all([applied(begun), applied(begun)])
    expect(both.map((steps) => steps.at(-1))).toEqual(Array(2).fill({ done: 450, total: 450, undo: null }))
    expect(await core.outbox.counts(held)).toEqual({ open: 450, attention: 0 })
    expect((await applied(begun)).at(-1)).toEqual({ done: 450, total: 450, undo: null })
    expect(await core.outbox.counts(held)).toEqual({ open: 450, attention: 0 })
  })

  it('imports nothing when the offline copy changed since the rows were checked', async () => {
    const begun = await beginImport()
    const { core, held, user } = begun
    const { mapping, answers } = await give(begun, 'households', ['External id,Owner', `NEW-1,${user.email}`])
    await judged(begun, {
      households: { mapping, answers },
      individuals: null,
      default_owner_id: null,
      existing: 'refuse',
      empty_clears: false,
    })
    await core.outbox.save({
      connectionId: held.connectionId,
      write: {
        action: 'create',
        resource: 'households',
        fields: { primary_relationship_owner_id: user.id, external_id: 'NEW-1' },
      },
    })
    await expect(applied(begun)).rejects.toMatchObject({ code: 'import/changed' })
    expect(await core.outbox.counts(held)).toEqual({ open: 1, attention: 0 })
    expect(await causesOf(begun, 'households')).toEqual([
      [2, 'External id: A household with this external ID already exists.'],
    ])
  })

  it('refuses columns that are not matched, and files that are not there', async () => {
    const begun = await beginImport()
    const { mapping } = await give(begun, 'individuals', ['First name,Last name', 'Ada,Alpha'])
    const plan = { mapping, answers: {} }
    await expect(
      judged(begun, {
        households: plan,
        individuals: plan,
        default_owner_id: null,
        existing: 'refuse',
        empty_clears: false,
      }),
    ).rejects.toMatchObject({
      code: 'ipc/bad-request',
      issues: [
        { field: 'households', message: 'This import has no such file.' },
        { field: 'individuals', message: 'No column is mapped to “Household”.' },
      ],
    })
  })
})

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
