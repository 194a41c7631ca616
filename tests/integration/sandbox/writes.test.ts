import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'

type Row = { id: string } & Record<string, unknown>

let sandbox: TestSandbox
let userId: string
beforeAll(async () => {
  sandbox = await startTestSandbox()
  userId = (await list('/users'))[0]?.id ?? ''
})
afterAll(() => sandbox.close())

const api = (...args: Parameters<TestSandbox['client']['api']>) => sandbox.client.api(...args)
const list = async (path: string) => ((await api(path)).body as { data: Row[] }).data
const post = (path: string, json: unknown) => api(path, { method: 'POST', json })
const put = (path: string, json: unknown) => api(path, { method: 'PUT', json })
const remove = (path: string) => api(path, { method: 'DELETE' })
const fieldsOf = (body: unknown) =>
  (body as { error: { fields?: { field: string }[] } }).error.fields?.map(({ field }) => field)

async function newHousehold(more: Record<string, unknown> = {}): Promise<Row> {
  const answer = await post('/households', { primary_relationship_owner_id: userId, ...more })
  expect(answer.status).toBe(201)
  return answer.body as Row
}

const PERSON = { first_name: 'Ada', last_name: 'Whitfield', state: 'NY' }

describe('households', () => {
  test('are created with their primary individuals and named after them', async () => {
    const second = { ...PERSON, first_name: 'Ben', date_of_birth: '1960-02-29', is_trustee: true }
    const made = await newHousehold({ external_id: 'new-1', notes: 'N', primary_individuals: [PERSON, second] })
    expect(made).toMatchObject({ external_id: 'new-1', name: 'Ada & Ben Whitfield', notes: 'N' })
    expect(made.primary_individuals).toMatchObject([{ ...PERSON, is_primary: true }, second])
    expect(await list('/households?external_id=new-1')).toEqual([made])
    expect((await list(`/individuals?household_id=${made.id}`)).length).toBe(2)
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['no owner', { primary_relationship_owner_id: undefined }, 'primary_relationship_owner_id'],
    ['an unknown owner', { primary_relationship_owner_id: 'user_none' }, 'primary_relationship_owner_id'],
    ['an empty external id', { external_id: '' }, 'external_id'],
    ['a null external id', { external_id: null }, 'external_id'],
    ['too long notes', { notes: 'x'.repeat(65_537) }, 'notes'],
    ['a name, which is read-only', { name: 'Mine' }, 'name'],
    ['three primaries', { primary_individuals: [PERSON, PERSON, PERSON] }, 'primary_individuals'],
    ['a long state', { primary_individuals: [{ ...PERSON, state: 'NYC' }] }, 'primary_individuals.0.state'],
    ['no state', { primary_individuals: [{ ...PERSON, state: undefined }] }, 'primary_individuals.0.state'],
    ['an empty suffix', { primary_individuals: [{ ...PERSON, suffix: '' }] }, 'primary_individuals.0.suffix'],
    [
      'a flag primaries do not have',
      { primary_individuals: [{ ...PERSON, is_grantor: true }] },
      'primary_individuals.0.is_grantor',
    ],
    [
      'a day that never was',
      { primary_individuals: [{ ...PERSON, date_of_birth: '2023-02-29' }] },
      'primary_individuals.0.date_of_birth',
    ],
    ['a wrong email', { primary_individuals: [{ ...PERSON, email: 'ada' }] }, 'primary_individuals.0.email'],
  ])('are refused with 422 for %s, and nothing is kept', async (_name, change, field) => {
    const before = (await api('/individuals?limit=1')).body
    const answer = await post('/households', { primary_relationship_owner_id: userId, ...change })
    expect(answer.status).toBe(422)
    expect(fieldsOf(answer.body)).toEqual([field])
    expect((await api('/individuals?limit=1')).body).toEqual(before)
  })

  test('take notes of exactly 65,536 characters', async () => {
    const notes = 'x'.repeat(65_536)
    expect((await newHousehold({ notes })).notes).toBe(notes)
  })

  test('share no external id, until it is cleared by null', async () => {
    const first = await newHousehold({ external_id: 'only-one' })
    expect((await post('/households', { primary_relationship_owner_id: userId, external_id: 'only-one' })).status).toBe(
      409,
    )
    const second = await newHousehold()
    expect((await put(`/households/${second.id}`, { external_id: 'only-one' })).status).toBe(409)
    expect((await put(`/households/${first.id}`, { external_id: 'only-one' })).status).toBe(200)
    const cleared = await put(`/households/${first.id}`, { external_id: null })
    expect(cleared.body).not.toHaveProperty('external_id')
    expect((await put(`/households/${second.id}`, { external_id: 'only-one' })).body).toMatchObject({
      external_id: 'only-one',
    })
  })

  test('change only what is sent, and say when', async () => {
    const made = await newHousehold({ notes: 'before', primary_individuals: [PERSON] })
    const { updated_at: earlier, ...rest } = made
    const changed = (await put(`/households/${made.id}`, { notes: 'after' })).body as Row
    expect(changed).toEqual({ ...rest, notes: 'after', updated_at: expect.any(String) })
    expect(String(changed.updated_at) > String(earlier)).toBe(true)
    expect((await put(`/households/${made.id}`, {})).status).toBe(200)
    for (const wrong of [
      { name: 'x' },
      { primary_relationship_owner_id: null },
      { primary_individuals: [] },
      { primary_relationship_owner_id: 'user_x' },
    ]) {
      expect((await put(`/households/${made.id}`, wrong)).status).toBe(422)
    }
    expect((await put('/households/household_none', {})).status).toBe(404)
  })

  test('are gone once deleted, while their people stay', async () => {
    const made = await newHousehold({ external_id: 'to-go', primary_individuals: [PERSON] })
    const deleted = await remove(`/households/${made.id}`)
    expect([deleted.status, deleted.bytes.length]).toEqual([204, 0])
    for (const answer of [
      await api(`/households/${made.id}`),
      await put(`/households/${made.id}`, {}),
      await remove(`/households/${made.id}`),
      await api(`/households/${made.id}/individuals`),
    ]) {
      expect(answer.status).toBe(404)
    }
    expect(await list('/households?external_id=to-go')).toEqual([])
    expect((await list(`/individuals?household_id=${made.id}`)).length).toBe(1)
    expect((await newHousehold({ external_id: 'to-go' })).external_id).toBe('to-go')
    expect((await post('/individuals', { ...PERSON, household_id: made.id })).status).toBe(422)
  })
})

describe('individuals', () => {
  test('are created in a household, which takes the name of its first primary', async () => {
    const household = await newHousehold()
    expect(household).not.toHaveProperty('name')
    const answer = await post('/individuals', { ...PERSON, household_id: household.id, is_primary: true, notes: 'x' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ ...PERSON, is_primary: true, is_trustee: false, household_id: household.id })
    expect((await api(`/households/${household.id}`)).body).toMatchObject({
      name: 'Ada Whitfield',
      primary_individuals: [answer.body],
    })
  })

  test('have at most two primaries a household', async () => {
    const { id } = await newHousehold({ primary_individuals: [PERSON, PERSON] })
    expect((await post('/individuals', { ...PERSON, household_id: id, is_primary: true })).status).toBe(409)
    const third = (await post('/individuals', { ...PERSON, household_id: id })).body as Row
    expect((await put(`/individuals/${third.id}`, { is_primary: true })).status).toBe(409)
    const [first] = await list(`/individuals?household_id=${id}`)
    expect((await put(`/individuals/${first?.id}`, { is_primary: true })).status).toBe(200)
    expect((await put(`/individuals/${first?.id}`, { is_primary: false })).status).toBe(200)
    expect((await put(`/individuals/${third.id}`, { is_primary: true })).status).toBe(200)
  })

  test.each<[string, Record<string, unknown>, string[]]>([
    [
      'nothing at all',
      { first_name: undefined, last_name: undefined, household_id: undefined, state: undefined },
      ['first_name', 'last_name', 'household_id'],
    ],
    ['an unknown household', { household_id: 'household_none' }, ['household_id']],
    ['an empty name', { first_name: '' }, ['first_name']],
    ['a number for a name', { last_name: 7 }, ['last_name']],
    ['a date of death, which only an update takes', { date_of_death: '2020-01-01' }, ['date_of_death']],
    ['a time for a date', { date_of_birth: '1960-01-01T00:00:00Z' }, ['date_of_birth']],
    ['text for a flag', { is_trustee: 'true' }, ['is_trustee']],
    ['an unknown field', { nickname: 'A' }, ['nickname']],
  ])('are refused with 422 for %s', async (_name, change, fields) => {
    const [household] = await list('/households?limit=1')
    const answer = await post('/individuals', { ...PERSON, household_id: household?.id, ...change })
    expect(answer.status).toBe(422)
    expect(fieldsOf(answer.body)).toEqual(fields)
  })

  test('are updated field by field; an empty object is valid, another household is not', async () => {
    const { id } = await newHousehold()
    const made = (await post('/individuals', { ...PERSON, household_id: id })).body as Row
    const changed = await put(`/individuals/${made.id}`, { date_of_death: '2024-02-29', is_deceased: true })
    expect(changed.body).toEqual({
      ...made,
      date_of_death: '2024-02-29',
      is_deceased: true,
      updated_at: expect.any(String),
    })
    expect((await put(`/individuals/${made.id}`, {})).status).toBe(200)
    for (const wrong of [
      { household_id: id },
      { first_name: '' },
      { last_name: null },
      { state: 'N' },
      { deleted_at: 'x' },
      [],
    ]) {
      expect((await put(`/individuals/${made.id}`, wrong)).status).toBe(422)
    }
  })

  test('carry deleted_at once deleted, leave the lists and the household, and change no more', async () => {
    const household = await newHousehold({ primary_individuals: [PERSON] })
    const [person] = household.primary_individuals as Row[]
    expect((await remove(`/individuals/${person?.id}`)).status).toBe(204)
    expect((await api(`/individuals/${person?.id}`)).body).toMatchObject({ ...PERSON, deleted_at: expect.any(String) })
    expect(await list(`/individuals?household_id=${household.id}`)).toEqual([])
    expect((await api(`/households/${household.id}`)).body).toMatchObject({ primary_individuals: [] })
    expect((await put(`/individuals/${person?.id}`, {})).status).toBe(404)
    expect((await remove(`/individuals/${person?.id}`)).status).toBe(404)
  })
})

describe('entities and their valuations', () => {
  const ASSET = { asset_class_id: 'asset_class_cash', display_name: 'Checking', value: 0.1 }

  async function entityWith(valued: boolean): Promise<Row> {
    for (const entity of await list('/entities?limit=100')) {
      if (((await api(`/entities/${entity.id}/valuation`)).status === 200) === valued) return entity
    }
    throw new Error('There is no such entity.')
  }

  test('a valuation is appended, and the latest by effective date is read', async () => {
    const entity = await entityWith(false)
    const assets = [ASSET, { ...ASSET, value: 0.2, external_id: 'x' }, { ...ASSET, value: -1e15 }]
    const made = await post(`/entities/${entity.id}/valuation`, {
      directly_held_assets: assets.slice(0, 2),
      effective_date: '2024-02-29',
      description: 'Leap',
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      entity_id: entity.id,
      directly_held_asset_value: 0.3,
      total_value: 0.3,
      directly_held_assets: [
        { asset_class: { id: 'asset_class_cash', display_name: 'Cash' }, value: 0.1 },
        { external_id: 'x' },
      ],
    })
    await post(`/entities/${entity.id}/valuation`, { directly_held_assets: [], effective_date: '2020-01-01' })
    expect((await api(`/entities/${entity.id}/valuation`)).body).toEqual(made.body)
    const later = await post(`/entities/${entity.id}/valuation`, {
      directly_held_assets: assets,
      effective_date: '2024-02-29',
    })
    expect((await api(`/entities/${entity.id}/valuation`)).body).toEqual(later.body)
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['no date', { effective_date: undefined }, 'effective_date'],
    ['a wrong date', { effective_date: '2023-02-30' }, 'effective_date'],
    ['no assets field', { directly_held_assets: undefined }, 'directly_held_assets'],
    [
      'an unknown asset class',
      { directly_held_assets: [ASSET, { ...ASSET, asset_class_id: 'x' }] },
      'directly_held_assets.1.asset_class_id',
    ],
    ['an amount as text', { directly_held_assets: [{ ...ASSET, value: '1' }] }, 'directly_held_assets.0.value'],
    ['a total, which the service makes', { total_value: 1 }, 'total_value'],
  ])('a valuation is refused with 422 for %s', async (_name, change, field) => {
    const entity = await entityWith(true)
    const answer = await post(`/entities/${entity.id}/valuation`, {
      directly_held_assets: [],
      effective_date: '2024-01-01',
      ...change,
    })
    expect(answer.status).toBe(422)
    expect(fieldsOf(answer.body)).toEqual([field])
  })

  test('deleting an entity removes its valuations, documents and summaries', async () => {
    const documents = await list('/documents?limit=1000')
    const summarised = new Set((await list('/document-summaries?limit=1000')).map((summary) => summary.document_id))
    const document = documents.find((one) => typeof one.entity_id === 'string' && summarised.has(one.id))
    const entityId = String(document?.entity_id)
    const doomed = documents.filter((one) => one.entity_id === entityId)
    const [summary] = await list(`/document-summaries?document_id=${document?.id}`)
    expect((await remove(`/entities/${entityId}`)).status).toBe(204)
    for (const path of [
      `/entities/${entityId}`,
      `/entities/${entityId}/valuation`,
      `/document-summaries/${summary?.id}`,
      ...doomed.map((one) => `/documents/${one.id}`),
      `/documents/${document?.id}/download`,
    ]) {
      expect((await api(path)).status).toBe(404)
    }
    expect((await remove(`/entities/${entityId}`)).status).toBe(404)
    expect((await list('/documents?limit=1000')).length).toBe(documents.length - doomed.length)
  })

  test('nothing creates or updates an entity', async () => {
    const [entity] = await list('/entities?limit=1')
    expect((await post('/entities', {})).status).toBe(404)
    expect((await put(`/entities/${entity?.id}`, {})).status).toBe(404)
  })
})

describe('document summaries', () => {
  test('are updated as described and read as a PDF', async () => {
    const [summary] = await list('/document-summaries?limit=1')
    const path = `/document-summaries/${summary?.id}`
    const change = { display_name: 'New', summary: '# Hi', entry_mode: 'USER', summary_format: 'MARKDOWN' }
    expect((await put(path, change)).body).toEqual({ ...summary, ...change, updated_at: expect.any(String) })
    const beside = await api(`/documents/${summary?.document_id}/document-summaries`)
    expect(beside.body).toEqual({
      data: expect.arrayContaining([expect.objectContaining({ id: summary?.id, ...change })]),
    })
    for (const query of ['', '?format=pdf']) {
      const pdf = await api(`${path}/download${query}`)
      expect(pdf.headers['content-type']).toBe('application/pdf')
      expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    }
    expect((await api(`${path}/download?format=docx`)).status).toBe(400)
    for (const wrong of [{ entry_mode: 'ROBOT' }, { summary_format: null }, { summary: 5 }, { document_id: 'x' }]) {
      expect((await put(path, wrong)).status).toBe(422)
    }
    expect((await put('/document-summaries/document_summary_none', {})).status).toBe(404)
  })
})

describe('bodies that are no bodies', () => {
  test.each<[string, string | undefined, string, number]>([
    ['broken JSON', '{"first_name":', 'application/json', 400],
    ['no body', undefined, 'application/json', 422],
    ['null', 'null', 'application/json', 422],
    ['a list', '[]', 'application/json', 422],
    ['a form', 'first_name=A', 'application/x-www-form-urlencoded', 422],
    ['text', 'hello', 'text/plain', 415],
    ['five megabytes', `{"notes":"${'x'.repeat(5 * 1024 * 1024)}"}`, 'application/json', 413],
  ])('%s is refused', async (_name, body, type, status) => {
    const answer = await api('/individuals', { method: 'POST', headers: { 'content-type': type }, body: body ?? null })
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } })
  })
})
