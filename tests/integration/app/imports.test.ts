import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { isLocalId } from '../../../shared/domain/operation-rules.ts'
import { type ImportPlan, maxImportPiece } from '../../../shared/ipc/imports.ts'
import { makeZip } from '../../doubles/make-zip.ts'
import { applied, asIs, beginImport, causesOf, cleanUp, give, judged, known, open } from './support/begun-import.ts'

afterEach(cleanUp)

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
