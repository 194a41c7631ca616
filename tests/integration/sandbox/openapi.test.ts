import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'

interface Operation {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[]
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> }
  responses: Record<string, unknown>
}

interface PathItem {
  /** Only the authorization server's paths have their own. */
  servers?: unknown
  get?: Operation
  post?: Operation
  put?: Operation
  delete?: Operation
}

interface OpenApi {
  openapi: string
  paths: Record<string, PathItem>
  components: { schemas: Record<string, { required?: string[]; properties: Record<string, unknown> }> }
}

let sandbox: TestSandbox
let document: OpenApi
beforeAll(async () => {
  sandbox = await startTestSandbox({ households: 1 })
  const answer = await sandbox.client.call(sandbox.openApiUrl)
  expect(answer.status).toBe(200)
  document = answer.body as OpenApi
})
afterAll(() => sandbox.close())

/** The endpoints in the service's description, and the entities of a household, which are in its published interface. */
const DESCRIBED = [
  'GET /households',
  'POST /households',
  'GET /households/{id}',
  'PUT /households/{id}',
  'DELETE /households/{id}',
  'GET /households/{id}/individuals',
  'GET /households/{id}/documents',
  'GET /households/{id}/entities',
  'GET /individuals',
  'POST /individuals',
  'GET /individuals/{id}',
  'PUT /individuals/{id}',
  'DELETE /individuals/{id}',
  'GET /entities',
  'GET /entities/{id}',
  'DELETE /entities/{id}',
  'GET /entities/{id}/valuation',
  'POST /entities/{id}/valuation',
  'GET /documents',
  'POST /documents',
  'GET /documents/{id}',
  'PUT /documents/{id}',
  'DELETE /documents/{id}',
  'GET /documents/{id}/document-summaries',
  'GET /documents/{id}/download',
  'GET /document-summaries',
  'GET /document-summaries/{id}',
  'PUT /document-summaries/{id}',
  'GET /document-summaries/{id}/download',
  'GET /users',
  'GET /users/{id}',
]

/** The API's own operations, without the document itself. */
function endpoints(): { name: string; operation: Operation }[] {
  const own = Object.entries(document.paths).filter(([path, { servers }]) => !servers && path !== '/openapi.json')
  return own.flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  )
}

describe('the OpenAPI document', () => {
  test('describes exactly the endpoints there are, each with an id of its own', () => {
    const operations = endpoints()
    expect(document.openapi).toBe('3.1.0')
    expect(operations.map(({ name }) => name).sort()).toEqual([...DESCRIBED].sort())
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(DESCRIBED.length)
  })

  test('says of every endpoint that it can refuse for load, and how long a client waits then', () => {
    for (const { operation: one } of endpoints()) {
      const wait = { 'Retry-After': { schema: { type: 'integer', minimum: 1 } } }
      expect(one.responses['429'], one.operationId).toMatchObject({ headers: wait })
    }
  })

  test.each(DESCRIBED)('%s exists, and refuses a request without a token', async (endpoint) => {
    const [method, path = ''] = endpoint.split(' ')
    const url = `${sandbox.baseUrl}/api/public/v1${path.replace('{id}', 'any')}`
    const answer = await sandbox.client.call(url, { method: method as 'GET' })
    expect([answer.status, answer.body]).toMatchObject([401, { error: { code: 'unauthorized' } }])
  })

  test('refers only to schemas it has, and leaves none of its making behind', () => {
    const text = JSON.stringify(document)
    const names = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1])
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
    expect(names.filter((name) => name === undefined || !known.includes(name))).toEqual([])
    expect(known.length).toBe(10)
    expect(text).not.toContain('$defs')
  })

  test('says which fields are required, as described', () => {
    const { Household, Entity, Valuation, User } = document.components.schemas
    expect(Household?.required).toEqual(['id', 'created_at', 'updated_at', 'primary_relationship_owner_id'])
    expect(Entity?.required).toContain('in_estate_status')
    expect(Valuation?.required).toContain('total_value')
    expect(User?.required?.length).toBe(6)
  })

  test('describes parameters and bodies with their limits', () => {
    const list = document.paths['/individuals']?.get
    expect(list?.parameters.map((parameter) => parameter.name)).toEqual([
      'after',
      'before',
      'limit',
      'household_id',
      'is_primary',
    ])
    expect(list?.parameters[2]?.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 1000, default: 50 })
    expect(document.paths['/individuals/{id}']?.get?.parameters[0]).toMatchObject({
      name: 'id',
      in: 'path',
      required: true,
    })
    const body = document.paths['/individuals']?.post?.requestBody?.content['application/json']?.schema
    expect(body).toMatchObject({
      required: ['first_name', 'last_name', 'household_id'],
      additionalProperties: false,
      properties: { state: { minLength: 2, maxLength: 2 }, notes: { maxLength: 65_536 } },
    })
    const upload = document.paths['/documents']?.post?.requestBody?.content['multipart/form-data']?.schema
    expect(upload?.required).toEqual(['file', 'household_id', 'name', 'type'])
  })
})
