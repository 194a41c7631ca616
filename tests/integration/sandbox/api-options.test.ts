import { afterAll, describe, expect, test } from 'vitest'
import { API_ROOT } from '../../../sandbox/app.ts'
import { parseOptions } from '../../../sandbox/command-line.ts'
import type { SandboxOptions } from '../../../sandbox/server.ts'
import { findSamples } from '../support/openapi/api-cases.ts'
import { type Contract, startContract } from '../support/openapi/contract.ts'
import { exerciseSignIn } from '../support/openapi/sign-in-cases.ts'

const contracts: Contract[] = []
afterAll(async () => {
  await Promise.all(contracts.map((contract) => contract.close()))
})

async function start(options: SandboxOptions): Promise<Contract> {
  const contract = await startContract(options)
  contracts.push(contract)
  return contract
}

const MESSAGE = 'The query parameters are not valid.'
const PROBLEM = { field: 'limit', message: 'Must be a whole number from 1 to 1000.' }

describe('what the options do', () => {
  test.each([
    ['described', [201, 200, 204]],
    ['ok', [200, 200, 200]],
    ['accepted', [202, 202, 202]],
    ['bare', [201, 204, 204]],
  ] as const)('%s writes succeed with %j', async (successStyle, expected) => {
    const { sandbox } = await start({ successStyle })
    const owner = rowsIn((await sandbox.client.api('/users')).body)[0]?.id
    const made = await sandbox.client.api('/households', {
      method: 'POST',
      json: { primary_relationship_owner_id: owner },
    })
    const path = `/households/${(made.body as { id: string }).id}`
    const changed = await sandbox.client.api(path, { method: 'PUT', json: { notes: 'N' } })
    expect((await sandbox.client.api(path)).body).toMatchObject({ notes: 'N' })
    const removed = await sandbox.client.api(path, { method: 'DELETE' })
    expect([made.status, changed.status, removed.status]).toEqual(expected)
    expect((await sandbox.client.api(path)).status).toBe(404)
  })

  test.each([
    ['nested', 'application/json', { error: { code: 'invalid_query', message: MESSAGE, fields: [PROBLEM] } }],
    ['coded', 'application/json', { code: 'invalid_query', message: MESSAGE, details: [PROBLEM] }],
    ['plain', 'text/plain', `${MESSAGE}\nlimit: ${PROBLEM.message}`],
    ['html', 'text/html', expect.stringContaining(`<p>limit: ${PROBLEM.message}</p>`)],
    ['empty', undefined, undefined],
  ] as const)('%s errors look like that', async (errorStyle, mediaType, body) => {
    const { sandbox } = await start({ errorStyle })
    const answer = await sandbox.client.api('/users?limit=x')
    expect([answer.status, answer.body]).toEqual([400, body])
    expect(answer.headers['content-type']?.toString().split(';')[0]).toBe(mediaType)
  })

  test.each([
    ['prefixed', /^household_[0-9a-z]{22}$/],
    ['ulid', /^household_[0-7][0-9A-HJKMNP-TV-Z]{25}$/],
    ['bare', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ] as const)('%s ids are those of the firm and of new records, and refer to each other', async (idStyle, pattern) => {
    const { sandbox } = await start({ idStyle })
    const households = rowsIn((await sandbox.client.api('/households')).body)
    for (const { id } of households) expect(id).toMatch(pattern)
    const people = rowsIn((await sandbox.client.api(`/households/${households[0]?.id}/individuals`)).body)
    expect(people.length).toBeGreaterThan(0)
    const owner = households[0]?.primary_relationship_owner_id
    const made = await sandbox.client.api('/households', {
      method: 'POST',
      json: { primary_relationship_owner_id: owner },
    })
    expect((made.body as { id: string }).id).toMatch(pattern)
  })

  test('listed files are accepted by their names, Numbers and Pages among them, and no others', async () => {
    const contract = await start({ fileTypes: 'listed' })
    contract.setToken(await exerciseSignIn(contract))
    const { household } = await findSamples(contract)
    const body = { household_id: household, name: 'N', type: 'OTHER' }
    for (const name of [
      'a.pdf',
      'a.JPG',
      'a.jpeg',
      'a.png',
      'a.txt',
      'a.csv',
      'a.docx',
      'a.xlsx',
      'a.numbers',
      'a.pages',
    ]) {
      await contract.call('createDocument', { body, file: new File(['x'], name) }, 201)
    }
    for (const name of ['a.exe', 'a.zip', 'numbers']) {
      await contract.call('createDocument', { body, file: new File(['x'], name) }, 422)
    }
  })

  test('a household lists its entities, of one kind if asked', async () => {
    const { sandbox } = await start({})
    const entities = rowsIn((await sandbox.client.api('/entities?limit=1000')).body)
    const { household_id: household, kind } = entities[0] ?? {}
    const ofHousehold = entities.filter((each) => each.household_id === household)
    const path = `/households/${household}/entities`
    expect(rowsIn((await sandbox.client.api(`${path}?limit=1000`)).body)).toEqual(ofHousehold)
    const ofKind = ofHousehold.filter((each) => each.kind === kind)
    expect(rowsIn((await sandbox.client.api(`${path}?kind=${kind}`)).body)).toEqual(ofKind)
    expect((await start({ householdEntities: false }).then((one) => one.sandbox.client.api(path))).status).toBe(404)
  })

  test('the root of the API is where the document says', async () => {
    const { sandbox, document } = await start({})
    expect(document.servers).toEqual([{ url: sandbox.baseUrl + API_ROOT }])
  })
})

function rowsIn(body: unknown): Record<string, string>[] {
  return (body as { data: Record<string, string>[] }).data
}

describe('the command line', () => {
  test('takes each option of the API', () => {
    const line =
      '--error-style coded --success-style ok --id-style ulid --no-household-entities --no-empty-primaries --valuation-description-max 2048 --listed-files'
    expect(parseOptions(line.split(' '))).toMatchObject({
      errorStyle: 'coded',
      successStyle: 'ok',
      idStyle: 'ulid',
      householdEntities: false,
      emptyPrimaries: false,
      valuationDescriptionMax: 2048,
      fileTypes: 'listed',
    })
    expect(parseOptions([])).not.toHaveProperty('errorStyle')
  })

  test.each([
    [['--error-style', 'loud'], 'takes one of nested, coded'],
    [['--valuation-description-max', 'many'], 'takes a whole number'],
  ])('refuses %j with a sentence', (args, sentence) => {
    expect(() => parseOptions(args)).toThrow(sentence)
  })
})
