import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import * as responses from '../../../sandbox/schemas/responses.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'

type Page = z.output<ReturnType<typeof responses.pageOf<z.ZodType<{ id: string } & Record<string, unknown>>>>>

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox({ households: 60 })
})
afterAll(() => sandbox.close())

async function page(path: string): Promise<Page> {
  const answer = await sandbox.client.api(path)
  expect(answer.status).toBe(200)
  return answer.body as Page
}

async function walk(path: string, limit: number): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const query = `${path.includes('?') ? '&' : '?'}limit=${limit}${cursor === undefined ? '' : `&after=${cursor}`}`
    const { data, page_info: info } = await page(path + query)
    ids.push(...data.map((item) => item.id))
    cursor = info.has_next_page ? info.end_cursor : undefined
  } while (cursor !== undefined)
  return ids
}

const LISTS = [
  ['/households', responses.household],
  ['/individuals', responses.individual],
  ['/entities', responses.entity],
  ['/documents', responses.document],
  ['/document-summaries', responses.documentSummary],
  ['/users', responses.user],
] as const

describe.each(LISTS)('GET %s', (path, schema) => {
  test('gives an envelope of records as described, 50 when no limit is sent', async () => {
    const body = await page(path)
    expect(responses.pageOf(schema.strict()).safeParse(body).error).toBeUndefined()
    expect(body.data.length).toBe(Math.min(50, body.total_count))
    expect(body.page_info).toEqual({
      has_next_page: body.total_count > 50,
      has_previous_page: false,
      start_cursor: expect.any(String),
      end_cursor: expect.any(String),
    })
  })

  test('walked forward gives each item exactly once, whatever the limit', async () => {
    const whole = await walk(path, 1000)
    expect(await walk(path, 13)).toEqual(whole)
    expect(new Set(whole).size).toBe(whole.length)
    expect((await page(path)).total_count).toBe(whole.length)
  })

  test('walked backward from its end gives the pages before, in forward order', async () => {
    const whole = await walk(path, 1000)
    const last = (await page(`${path}?limit=1000`)).page_info.end_cursor
    const before = await page(`${path}?limit=5&before=${last}`)
    expect(before.data.map((item) => item.id)).toEqual(whole.slice(-6, -1))
    expect(before.page_info).toMatchObject({ has_next_page: true, has_previous_page: whole.length > 6 })
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    ['limit=5&limit=6', 'limit'],
    ['limit=1.5', 'limit'],
    ['after=nonsense', 'after'],
    ['before=', 'before'],
    ['colour=red', 'colour'],
  ])('refuses %s with 400 and names the parameter', async (query, field) => {
    const answer = await sandbox.client.api(`${path}?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: { fields: [{ field }] } })
  })

  test('takes no cursor of another list, and not both cursors at once', async () => {
    const other = path === '/users' ? '/households' : '/users'
    const foreign = (await page(other)).page_info.end_cursor
    expect((await sandbox.client.api(`${path}?after=${foreign}`)).status).toBe(400)
    const own = (await page(path)).page_info.end_cursor
    expect((await sandbox.client.api(`${path}?after=${own}&before=${own}`)).status).toBe(400)
  })
})

describe('filters', () => {
  test('keep what matches, count it, and are the same as filtering the whole list', async () => {
    const everyone = (await page('/individuals?limit=1000')).data
    const household = everyone[0]?.household_id
    const cases = [
      [`/individuals?household_id=${household}`, everyone.filter((one) => one.household_id === household)],
      ['/individuals?is_primary=true', everyone.filter((one) => one.is_primary === true)],
      ['/individuals?is_primary=false', everyone.filter((one) => one.is_primary === false)],
      [`/households/${household}/individuals`, everyone.filter((one) => one.household_id === household)],
      [
        `/households/${household}/individuals?is_primary=true`,
        everyone.filter((one) => one.household_id === household && one.is_primary === true),
      ],
    ] as const
    for (const [path, expected] of cases) {
      const body = await page(`${path}${path.includes('?') ? '&' : '?'}limit=1000`)
      expect(body.data).toEqual(expected)
      expect(body.total_count).toBe(expected.length)
      expect(expected.length).toBeGreaterThan(0)
    }
  })

  test.each([
    ['/entities', 'kind'],
    ['/entities', 'household_id'],
    ['/entities', 'external_id'],
    ['/documents', 'type'],
    ['/documents', 'household_id'],
    ['/document-summaries', 'document_id'],
    ['/document-summaries', 'household_id'],
    ['/households', 'external_id'],
  ])('%s by %s is exact', async (path, field) => {
    const whole = (await page(`${path}?limit=1000`)).data
    const value = String(whole.find((item) => typeof item[field] === 'string')?.[field])
    const body = await page(`${path}?limit=1000&${field}=${encodeURIComponent(value)}`)
    expect(body.data).toEqual(whole.filter((item) => item[field] === value))
    expect(body.data.length).toBeGreaterThan(0)
  })

  test('documents of a household by type', async () => {
    const { data } = await page('/documents?limit=1000')
    const one = data[0]
    const body = await page(`/households/${one?.household_id}/documents?type=${one?.type}`)
    expect(body.data).toEqual(data.filter((item) => item.household_id === one?.household_id && item.type === one?.type))
  })

  test.each([
    ['/individuals?is_primary=yes', 400],
    ['/entities?kind=BANK', 400],
    ['/documents?type=', 400],
    ['/households?external_id=', 400],
    ['/households/household_none/individuals', 404],
    ['/households/household_none/documents', 404],
    ['/nowhere', 404],
  ])('%s is answered with %i', async (path, status) => {
    expect((await sandbox.client.api(path)).status).toBe(status)
  })
})

describe('households', () => {
  test('carry their primary individuals, as those are served by themselves', async () => {
    const { data } = await page('/households?limit=20')
    for (const household of data) {
      const primaries = await page(`/households/${household.id}/individuals?is_primary=true`)
      expect(household.primary_individuals).toEqual(primaries.data)
      expect((await sandbox.client.api(`/households/${household.id}`)).body).toEqual(household)
    }
  })
})

describe('compression', () => {
  test('is used when it is accepted and gives the same text', async () => {
    const plain = await sandbox.client.api('/individuals?limit=100')
    const packed = await sandbox.client.api('/individuals?limit=100', { headers: { 'accept-encoding': 'gzip' } })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.body).toEqual(plain.body)
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
    const refused = await sandbox.client.api('/users', { headers: { 'accept-encoding': 'gzip;q=0, br' } })
    expect(refused.headers['content-encoding']).toBeUndefined()
  })
})
