import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Conformance, createConformance, type Sent } from '../support/openapi/conformance.ts'
import { type OpenApi, type Operation, operationsOf } from '../support/openapi/document.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'
import type { ApiAnswer } from '../support/sandbox-client.ts'

/** The checks of the contract, given answers and requests that they must object to. */
let sandbox: TestSandbox
let conformance: Conformance
let operations: Map<string, Operation>
let good: ApiAnswer
beforeAll(async () => {
  sandbox = await startTestSandbox({ households: 1 })
  const document = (await sandbox.client.call(sandbox.openApiUrl)).body as OpenApi
  conformance = createConformance(document)
  operations = operationsOf(document)
  good = await sandbox.client.api('/users?limit=1')
})
afterAll(() => sandbox.close())

const operation = (id: string) => operations.get(id) as Operation
const answered = (more: Partial<ApiAnswer>) => conformance.answerProblems(operation('listUsers'), { ...good, ...more })

test('a good answer and a good request conform', () => {
  expect(answered({})).toEqual([])
  expect(conformance.requestProblems(operation('listUsers'), { query: { limit: '1000' } })).toEqual([])
})

describe('an answer does not conform', () => {
  const body = () => structuredClone(good.body) as { data: Record<string, unknown>[]; total_count: number }

  test('with a field that is not described', () => {
    const more = body()
    expect(answered({ body: { ...more, extra: 1 } })).not.toEqual([])
    expect(answered({ body: { ...more, data: [{ ...more.data[0], extra: 1 }] } })).not.toEqual([])
  })

  test('without a required field, or with one of another type', () => {
    const { total_count: _count, ...less } = body()
    expect(answered({ body: less })).not.toEqual([])
    expect(answered({ body: { ...body(), total_count: '1' } })).not.toEqual([])
  })

  test('with a date that never was', () => {
    const [user] = body().data
    expect(answered({ body: { ...body(), data: [{ ...user, created_at: '2026-02-30T00:00:00.000Z' }] } })).not.toEqual(
      [],
    )
  })

  test('with a status, a media type or a body that is not described', () => {
    expect(answered({ status: 418 })).not.toEqual([])
    expect(answered({ headers: { 'content-type': 'text/html' } })).not.toEqual([])
    const removed = { ...good, status: 204 }
    expect(conformance.answerProblems(operation('deleteEntity'), removed)).not.toEqual([])
  })

  test('without a required header', () => {
    const error = { error: { code: 'unauthorized', message: 'No.' } }
    expect(answered({ status: 401, body: error })).toEqual(['The header WWW-Authenticate is missing.'])
  })
})

test.each<[string, string, Sent]>([
  ['an unknown parameter', 'listUsers', { query: { colour: 'red' } }],
  ['a parameter above its limit', 'listUsers', { query: { limit: '1001' } }],
  ['a parameter of another type', 'listIndividuals', { query: { is_primary: 'yes' } }],
  ['a missing parameter', 'showSignIn', { query: { client_id: 'sandbox-client' } }],
  ['a missing body', 'createHousehold', {}],
  ['a body where there is none', 'getUser', { body: {} }],
  ['a body of another media type', 'createHousehold', { raw: { mediaType: 'text/plain', text: '{}' } }],
  ['an unknown field', 'updateHousehold', { body: { name: 'Mine' } }],
  ['a text that is too long', 'updateHousehold', { body: { notes: 'x'.repeat(65_537) } }],
  ['a form without its file', 'createDocument', { body: { household_id: 'h', name: 'N', type: 'OTHER' } }],
])('a request does not conform with %s', (_name, id, sent) => {
  expect(conformance.requestProblems(operation(id), sent)).not.toEqual([])
})
