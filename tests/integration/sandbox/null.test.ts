import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'

type Row = { id: string } & Record<string, unknown>

/** By resource: values to clear, and fields that can never be null. */
const optional = {
  individuals: {
    address_line1: '1 Elm St',
    address_line2: 'Apt 2',
    city: 'Albany',
    country: 'US',
    postal_code: '12207',
    state: 'NY',
    date_of_birth: '1950-01-31',
    date_of_death: '2020-02-29',
    email: 'ada@example.com',
    middle_name: 'Mary',
    suffix: 'Sr.',
    notes: 'Notes',
  },
  households: { external_id: 'H-1', notes: 'Notes' },
  documents: { entity_id: 'entities', individual_id: 'individuals' },
} as const
const required = {
  individuals: ['first_name', 'last_name', 'is_primary', 'is_deceased'],
  households: ['primary_relationship_owner_id'],
  documents: ['name', 'type', 'enable_ai_suggestions'],
} as const
const resources = ['individuals', 'households', 'documents'] as const

const fieldsOf = (body: unknown) =>
  (body as { error: { fields?: { field: string }[] } }).error.fields?.map(({ field }) => field)

/** Fields of an update that the OpenAPI document allows to be null. */
async function nullable(sandbox: TestSandbox, resource: (typeof resources)[number]): Promise<string[]> {
  const { paths } = (await sandbox.client.call(sandbox.openApiUrl)).body as {
    paths: Record<string, { put: { requestBody: { content: Record<string, { schema: { properties: object } }> } } }>
  }
  const body = paths[`/${resource}/{id}`]?.put.requestBody.content['application/json']?.schema.properties ?? {}
  return Object.entries(body).flatMap(([name, schema]) => (JSON.stringify(schema).includes('"null"') ? [name] : []))
}

describe.each([
  ['by default', false],
  ['with --strict-null', true],
])('null in an update, %s', (_, strictNull) => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await startTestSandbox({ households: 3, hostile: false, strictNull })
  })
  afterAll(() => sandbox.close())

  const list = async (path: string) => ((await sandbox.client.api(path)).body as { data: Row[] }).data
  const put = (path: string, json: unknown) => sandbox.client.api(path, { method: 'PUT', json })

  /** A record with a value in every optional field. */
  async function filled(resource: (typeof resources)[number]): Promise<Row> {
    const [record] = await list(`/${resource}?limit=1`)
    if (!record) throw new Error('The firm is empty.')
    const values: Record<string, unknown> = { ...optional[resource] }
    if (resource === 'documents') {
      values.entity_id = (await list(`/entities?household_id=${String(record.household_id)}`))[0]?.id
      values.individual_id = (await list(`/individuals?household_id=${String(record.household_id)}`))[0]?.id
    }
    const answer = await put(`/${resource}/${record.id}`, values)
    expect(answer.body).toMatchObject(values)
    return answer.body as Row
  }

  it.each(resources)('is accepted or refused field by field: %s', async (resource) => {
    const record = await filled(resource)
    for (const field of Object.keys(optional[resource])) {
      const answer = await put(`/${resource}/${record.id}`, { [field]: null })
      if (strictNull && field !== 'external_id') {
        expect([answer.status, fieldsOf(answer.body)], field).toEqual([422, [field]])
      } else {
        expect(answer.status, field).toBe(200)
        expect(answer.body, field).not.toHaveProperty(field)
      }
    }
    for (const field of required[resource]) {
      expect((await put(`/${resource}/${record.id}`, { [field]: null })).status, field).toBe(422)
    }
  })

  it.each(resources)('is described in the OpenAPI document as it is: %s', async (resource) => {
    const expected = Object.keys(optional[resource]).filter((field) => !strictNull || field === 'external_id')
    expect((await nullable(sandbox, resource)).toSorted()).toEqual(expected.toSorted())
  })
})
