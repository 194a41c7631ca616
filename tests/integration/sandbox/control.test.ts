import { request as plainRequest } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'

type Row = { id: string } & Record<string, unknown>
interface PageBody {
  data: Row[]
  page_info: { has_next_page: boolean; end_cursor?: string }
  total_count: number
}

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox({ control: true })
})
afterEach(() => sandbox.control.reset())
afterAll(() => sandbox.close())

const api = (...args: Parameters<TestSandbox['client']['api']>) => sandbox.client.api(...args)
const page = async (path: string) => (await api(path)).body as PageBody
const first = async (path: string) => (await page(`${path}?limit=1`)).data[0] as Row

async function control(operation: string, body: unknown = {}) {
  const response = await fetch(`${sandbox.controlUrl}/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('faults over the control port', () => {
  test.each([
    [{ kind: 'status', status: 401 }, 401, 'www-authenticate', /Bearer/],
    [{ kind: 'status', status: 429, retryAfter: 7 }, 429, 'retry-after', /^7$/],
    [{ kind: 'status', status: 503, retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 503, 'retry-after', /2026/],
    [{ kind: 'status', status: 500 }, 500, 'content-type', /json/],
    [{ kind: 'html' }, 200, 'content-type', /html/],
  ])('%o answers the next matching request with %i, and only that', async (fault, status, header, value) => {
    expect((await control('fail', { fault, method: 'GET', path: '/users$' })).status).toBe(200)
    expect((await api('/households')).status).toBe(200)
    const hit = await api('/users')
    expect(hit.status).toBe(status)
    expect(String(hit.headers[header])).toMatch(value)
    expect((await api('/users')).headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test('hits as many requests as told, after letting some pass', async () => {
    sandbox.control.fail({ fault: { kind: 'status', status: 500 }, path: '/users', times: 2, skip: 1 })
    const statuses: number[] = []
    for (let round = 0; round < 4; round += 1) statuses.push((await api('/users')).status)
    expect(statuses).toEqual([200, 500, 500, 200])
  })

  test('the token endpoint can fail too', async () => {
    sandbox.control.fail({ fault: { kind: 'status', status: 503 }, path: '/oauth2/token' })
    expect((await sandbox.client.token({ grant_type: 'client_credentials' })).status).toBe(503)
    expect((await sandbox.client.token({ grant_type: 'client_credentials' })).status).toBe(200)
  })

  test.each([
    { kind: 'drop' },
    { kind: 'cut' },
    { kind: 'commit-then-drop' },
    { kind: 'wrong-content-length', by: 50 },
  ])('%o breaks the connection, and the next request works again', async (fault) => {
    await control('fail', { fault, path: '/individuals' })
    await expect(api('/individuals?limit=100')).rejects.toThrow()
    expect((await api('/individuals?limit=100')).status).toBe(200)
  })

  test('a truncated body is a whole answer with half of the JSON', async () => {
    await control('fail', { fault: { kind: 'truncate' }, path: '/users' })
    await expect(api('/users')).rejects.toThrow(SyntaxError)
  })

  test('a dripping body comes whole, and a download can be cut like a page', async () => {
    const whole = await api('/users')
    await control('fail', { fault: { kind: 'drip', bytesPerSecond: 20_000 }, path: '/users' })
    expect((await api('/users')).body).toEqual(whole.body)
    const path = `/documents/${(await first('/documents')).id}/download`
    await control('fail', { fault: { kind: 'cut' }, path: '/download' })
    await expect(api(path)).rejects.toThrow()
    expect((await api(path)).status).toBe(200)
  })

  test('commit-then-drop has done the work, drop has not', async () => {
    const owner = (await first('/users')).id
    const create = (externalId: string) =>
      api('/households', { method: 'POST', json: { primary_relationship_owner_id: owner, external_id: externalId } })
    sandbox.control.fail({ fault: { kind: 'drop' }, method: 'POST' })
    await expect(create('dropped')).rejects.toThrow()
    sandbox.control.fail({ fault: { kind: 'commit-then-drop' }, method: 'POST' })
    await expect(create('committed')).rejects.toThrow()
    expect((await page('/households?external_id=dropped')).total_count).toBe(0)
    expect((await page('/households?external_id=committed')).total_count).toBe(1)
  })

  test.each([
    ['a hanging request', () => sandbox.control.fail({ fault: { kind: 'hang' }, path: '/users' })],
    ['a request under latency', () => sandbox.control.setLatency(600_000, '/users')],
  ])('%s is held back while the others are answered', async (_name, holdBack) => {
    holdBack()
    const outcome = { settled: false }
    const held = api('/users').catch(() => {
      outcome.settled = true
    })
    expect((await api('/households')).status).toBe(200)
    expect(outcome.settled).toBe(false)
    sandbox.control.goOffline()
    await held
    expect(outcome.settled).toBe(true)
  })

  test('latency ends by and by', async () => {
    await control('latency', { milliseconds: 5 })
    expect((await api('/users')).status).toBe(200)
  })

  test('offline breaks every connection until it is online again', async () => {
    await control('offline')
    await expect(api('/users')).rejects.toThrow()
    await expect(sandbox.client.call(sandbox.openApiUrl)).rejects.toThrow()
    await control('online')
    expect((await api('/users')).status).toBe(200)
  })

  test('tokens expire when told', async () => {
    const token = ((await sandbox.client.token({ grant_type: 'client_credentials' })).body as Row)
      .access_token as string
    expect((await api('/users', { token })).status).toBe(200)
    await control('expire-access-tokens')
    expect((await api('/users', { token })).status).toBe(401)
    const fresh = ((await sandbox.client.token({ grant_type: 'client_credentials' })).body as Row)
      .access_token as string
    expect((await api('/users', { token: fresh })).status).toBe(200)
  })
})

describe('a colleague', () => {
  // The client's token was expired above, so each of these requests uses its own token.
  const fresh = async (path: string) => {
    const token = ((await sandbox.client.token({ grant_type: 'client_credentials' })).body as Row)
      .access_token as string
    return api(path, { token })
  }

  test('edits, creates, deletes, moves and overrides records of any kind', async () => {
    const list = async (path: string) => ((await fresh(path)).body as PageBody).data
    const [person, second] = (await list('/individuals?limit=2')) as [Row, Row]
    const edited = await control('edit', {
      resource: 'individuals',
      id: person.id,
      patch: { city: 'Elsewhere' },
      removed: ['email'],
    })
    expect(edited.status).toBe(200)
    const { email: _email, ...rest } = person
    expect((await fresh(`/individuals/${person.id}`)).body).toEqual({
      ...rest,
      city: 'Elsewhere',
      updated_at: expect.any(String),
    })
    expect(String((edited.body as Row).updated_at) > String(person.updated_at)).toBe(true)

    const made = await control('create', {
      resource: 'entities',
      record: {
        household_id: person.household_id,
        display_name: 'New Trust',
        kind: 'SLAT_TRUST',
        stage: 'DRAFT',
        in_estate_status: 'none',
      },
    })
    expect((await fresh(`/entities/${made.body.id}`)).body).toEqual(made.body)

    await control('move', { resource: 'individuals', id: person.id })
    expect((await list('/individuals?limit=1'))[0]?.id).toBe(second.id)

    await control('override', { resource: 'individuals', id: second.id, json: { id: second.id, first_name: 7 } })
    expect((await list('/individuals?limit=1'))[0]).toEqual({ id: second.id, first_name: 7 })
    await control('override', { resource: 'individuals', id: second.id, json: null })
    expect((await list('/individuals?limit=1'))[0]).toEqual(second)

    await control('delete', { resource: 'individuals', id: second.id })
    expect((await list('/individuals?limit=1000')).some((one) => one.id === second.id)).toBe(false)
    expect((await control('delete', { resource: 'users', id: 'user_none' })).status).toBe(400)
  })
})

describe('lists that misbehave', () => {
  test.each([
    ['repeated-cursor', [{ cursor: 'b' }, { cursor: 'b' }, { cursor: 'b' }]],
    ['next-without-cursor', [{ cursor: undefined }]],
  ] as const)('%s', async (fault, expected) => {
    sandbox.control.setPageFault('users', fault)
    const cursors: (string | undefined)[] = []
    let after = ''
    for (let round = 0; round < expected.length; round += 1) {
      const body = await usersPage(`limit=4${after}`)
      expect(body.page_info.has_next_page).toBe(true)
      cursors.push(body.page_info.end_cursor)
      after = `&after=${body.page_info.end_cursor}`
    }
    expect(new Set(cursors).size).toBe(1)
    expect(cursors[0] === undefined).toBe(expected[0].cursor === undefined)
  })

  test('cyclic comes back to the end of the first page', async () => {
    sandbox.control.setPageFault('users', 'cyclic')
    const begin = await usersPage('limit=10')
    const end = await usersPage(`limit=10&after=${begin.page_info.end_cursor}`)
    expect(end.data.length).toBe(5)
    expect(end.page_info).toMatchObject({ has_next_page: true, end_cursor: begin.page_info.end_cursor })
  })

  test('empty-page puts an empty page between any two, and every item is still reached', async () => {
    sandbox.control.setPageFault('users', 'empty-page')
    const sizes: number[] = []
    let query = 'limit=10'
    for (let round = 0; round < 3; round += 1) {
      const body = await usersPage(query)
      sizes.push(body.data.length)
      query = `limit=10&after=${body.page_info.end_cursor}`
    }
    expect(sizes).toEqual([10, 0, 5])
  })

  test('duplicates repeats the last item of the page before; lying-total counts too many', async () => {
    sandbox.control.setPageFault('users', 'duplicates')
    const begin = await usersPage('limit=10')
    const next = await usersPage(`limit=10&after=${begin.page_info.end_cursor}`)
    expect(next.data[0]).toEqual(begin.data[9])
    expect(next.data.length).toBe(6)
    sandbox.control.setPageFault('users', 'lying-total')
    expect((await usersPage('limit=10')).total_count).toBe(37)
    sandbox.control.setPageFault('users', null)
    expect((await usersPage('limit=10')).total_count).toBe(15)
  })

  test('required-only leaves optional fields out of a list, and none out of the record', async () => {
    const answer = (await sandbox.client.token({ grant_type: 'client_credentials' })).body as Row
    const options = { token: String(answer.access_token) }
    const listed = async () => ((await api('/households?limit=1', options)).body as PageBody).data[0]
    const whole = await listed()
    expect(whole).toHaveProperty('primary_individuals')
    sandbox.control.setPageFault('households', 'required-only')
    const required = ['created_at', 'id', 'primary_relationship_owner_id', 'updated_at']
    expect(Object.keys((await listed()) ?? {}).toSorted()).toEqual(required)
    expect((await api(`/households/${whole?.id}`, options)).body).toEqual(whole)
    sandbox.control.setPageFault('households', null)
  })

  test('moving sends the first item of each page to the end, once', async () => {
    sandbox.control.setPageFault('users', 'moving')
    const seen: string[] = []
    let query = 'limit=5'
    for (let more = true; more; ) {
      const body = await usersPage(query)
      seen.push(...body.data.map((user) => user.id))
      more = body.page_info.has_next_page
      query = `limit=5&after=${body.page_info.end_cursor}`
    }
    expect(new Set(seen).size).toBe(15)
    expect(seen.length).toBeGreaterThan(15)
  })

  async function usersPage(query: string): Promise<PageBody> {
    const token = ((await sandbox.client.token({ grant_type: 'client_credentials' })).body as Row)
      .access_token as string
    return (await api(`/users?${query}`, { token })).body as PageBody
  }
})

describe('counts', () => {
  test('say how often each route was asked, what was granted and how much ran at once', async () => {
    const token = ((await sandbox.client.token({ grant_type: 'client_credentials' })).body as Row)
      .access_token as string
    await api('/households/none', { token })
    sandbox.control.fail({ fault: { kind: 'hang' }, path: '/users', times: 5 })
    const held = Array.from({ length: 5 }, () => api('/users', { token }).catch(() => undefined))
    await expect.poll(() => sandbox.control.stats().requests['GET /users']).toBe(5)
    const stats = (await (await fetch(`${sandbox.controlUrl}/stats`)).json()) as ReturnType<
      TestSandbox['control']['stats']
    >
    expect(stats.requests).toEqual({ 'POST /auth/oauth2/token': 1, 'GET /users': 5, 'GET /households/{id}': 1 })
    expect(stats.answers).toEqual({ 200: 1, 404: 1 })
    expect(stats.grants).toEqual({ client_credentials: 1, authorization_code: 0, refresh_token: 0 })
    expect(stats.concurrentPeak).toBe(5)
    sandbox.control.goOffline()
    await Promise.all(held)
    sandbox.control.resetStats()
    expect(sandbox.control.stats().requests).toEqual({})
  })
})

describe('the control port', () => {
  test.each([
    ['nothing', {}, 404],
    ['fail', { fault: { kind: 'explode' } }, 400],
    ['fail', { fault: { kind: 'drop' }, path: '(' }, 400],
    ['latency', { milliseconds: -1 }, 400],
    ['pages', { resource: 'nobody', fault: 'cyclic' }, 400],
    ['edit', { resource: 'users' }, 400],
  ])('refuses %s with %o by %i', async (operation, body, status) => {
    const answer = await control(operation, body)
    expect([answer.status, typeof answer.body.error]).toEqual([status, 'string'])
  })

  test('takes no foreign host name, no form and no GET that changes anything', async () => {
    const port = Number(new URL(String(sandbox.controlUrl)).port)
    const status = (headers: Record<string, string>, method: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const request = plainRequest({ host: '127.0.0.1', port, path: '/offline', method, headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        request.on('error', reject)
        request.end()
      })
    expect(await status({ host: 'evil.test', 'content-type': 'application/json' }, 'POST')).toBe(403)
    expect(await status({ 'content-type': 'text/plain' }, 'POST')).toBe(415)
    expect(await status({}, 'GET')).toBe(405)
    expect((await sandbox.client.call(sandbox.openApiUrl)).status).toBe(200)
  })

  test('takes nothing without the secret when it is guarded, and another secret at every start', async () => {
    const guarded = await startTestSandbox({ households: 1, control: true, controlGuarded: true })
    const other = await startTestSandbox({ households: 1, control: true, controlGuarded: true })
    const status = async (path: string, method: string, token: string | null) => {
      const headers = { 'content-type': 'application/json', ...(token !== null && { 'x-control-token': token }) }
      return (await fetch(`${guarded.controlUrl}${path}`, { method, headers })).status
    }
    const secret = String(guarded.controlToken)
    expect(secret).toMatch(/^[\w-]{43}$/)
    for (const token of [null, '', 'null', `${secret}x`, secret.slice(1), other.controlToken]) {
      expect(await status('/offline', 'POST', token)).toBe(401)
      expect(await status('/stats', 'GET', token)).toBe(401)
      expect(await status('/', 'GET', token)).toBe(401)
    }
    expect((await guarded.client.call(guarded.openApiUrl)).status).toBe(200)
    expect(await status('/stats', 'GET', secret)).toBe(200)
    expect(await status('/reset', 'POST', secret)).toBe(200)
    await Promise.all([guarded.close(), other.close()])
  })

  test('shows a record as it is, and knows no other', async () => {
    const made = await control('create', { resource: 'users', record: { first_name: 'Ada' } })
    expect(made.body).toMatchObject({ first_name: 'Ada' })
    expect(await control('look', { resource: 'users', id: made.body.id })).toEqual(made)
    expect((await control('look', { resource: 'individuals', id: 'nobody' })).status).toBe(400)
  })

  test('is closed unless it was asked for', async () => {
    const other = await startTestSandbox({ households: 1 })
    expect(other.controlUrl).toBeNull()
    await other.close()
  })
})
