import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { askSteward } from '../../../electron/programs/ask-steward.ts'
import { doorNote, proofOf, proofTarget } from '../../../electron/programs/protocol.ts'
import { usualLevels } from '../../../shared/domain/program-levels.ts'
import { startOtherUser } from '../../doubles/other-user.ts'
import { writePolicy } from '../../e2e/support/policy.ts'
import { allow, cleanUp, gather, noWhere, openDoor, openToProgram } from './support/open-door.ts'
import { serveManyPeople } from './support/serve-many.ts'

afterEach(async () => {
  vi.useRealTimers()
  await cleanUp()
})

const noteIn = async (folder: string) =>
  doorNote.parse(JSON.parse(await readFile(join(folder, 'program-door.json'), 'utf8')))

describe('the door for other programs', () => {
  it('is closed until the user opens it, and again afterwards; a program is told why', async () => {
    const { core, ask, userDataDir } = await openDoor()
    const { mode } = await stat(join(userDataDir, 'program-door.json'))
    expect(mode & 0o777).toBe(0o600)
    await core.programs.switchOff({})
    await expect(stat(join(userDataDir, 'program-door.json'))).rejects.toThrow()
    await expect(ask('status', {})).rejects.toMatchObject({ code: 'not-running' })
    expect(await core.programs.state({})).toMatchObject({ is_on: false, is_open: false })
  })

  it('answers a program only after the user allowed it, and not after that was taken back', async () => {
    const { core, ask } = await openDoor()
    const refused = ask('status', {}).catch((problem: unknown) => problem)
    await expect.poll(async () => (await core.programs.state({})).asking).toMatchObject([{ name: 'Test' }])
    const [asking] = (await core.programs.state({})).asking
    await core.programs.answer({ id: asking?.id ?? '', allow: false })
    expect(await refused).toMatchObject({ code: 'not-allowed' })
    await core.programs.letAsk({ id: asking?.id ?? '' })
    const answered = ask('status', {})
    await allow(core)
    expect((await answered).rows).toMatchObject([{ firm: 'Alder', open: true, as_of: expect.any(String) }])
    const { allowed, attached } = await core.programs.state({})
    expect({ allowed, attached }).toMatchObject({ allowed: [{ name: 'Test' }], attached: ['Test'] })
    await core.programs.revoke({ id: allowed[0]?.id ?? '' })
    const again = ask('status', {}).catch((problem: unknown) => problem)
    await expect.poll(async () => (await core.programs.state({})).asking.length).toBe(1)
    await core.programs.switchOff({})
    expect(await again).toMatchObject({ code: 'not-allowed' })
  })

  it('still asks for a program of which one call has left while another waits for the answer', async () => {
    const { core, ask } = await openDoor()
    const leaving = new AbortController()
    const left = ask('status', {}, leaving.signal).catch(() => {})
    await expect.poll(async () => (await core.programs.state({})).asking.length).toBe(1)
    const others = Array.from({ length: 8 }, () =>
      ask('status', {}).then(
        ({ rows }) => rows.length,
        ({ code }: { code: string }) => code,
      ),
    )
    // A program has at most eight calls at a time: the other seven wait now.
    expect(await Promise.race(others)).toBe('too-many')
    leaving.abort()
    await left
    await expect.poll(async () => (await core.programs.state({})).calls.length).toBe(1)
    await allow(core)
    expect((await Promise.all(others)).toSorted()).toEqual([...Array(7).fill(1), 'too-many'])
  })

  it('asks for a refused program again after 10 minutes, or once the settings let it, also after a restart', async () => {
    const { core, ask, startAgain } = await openDoor()
    const refuse = async (steward: typeof core) => {
      const asked = ask('status', {}).catch((problem: unknown) => problem)
      await expect.poll(async () => (await steward.programs.state({})).asking.length).toBe(1)
      await steward.programs.answer({ id: (await steward.programs.state({})).asking[0]?.id ?? '', allow: false })
      return asked
    }
    expect(await refuse(core)).toMatchObject({ code: 'not-allowed', nextStep: expect.stringContaining('10 minutes') })
    await expect(ask('status', {})).rejects.toMatchObject({ nextStep: expect.stringContaining('10 minutes') })
    await core.close()
    const later = await startAgain()
    await expect.poll(async () => (await later.programs.state({})).is_open).toBe(true)
    await expect(ask('status', {})).rejects.toMatchObject({ code: 'not-allowed' })
    const { refused, asking } = await later.programs.state({})
    expect({ refused, asking }).toMatchObject({ refused: [{ name: 'Test', until: expect.any(String) }], asking: [] })
    await later.programs.letAsk({ id: refused[0]?.id ?? '' })
    await refuse(later)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 })
    const asked = ask('status', {})
    await allow(later)
    expect((await asked).rows).toHaveLength(1)
    expect((await later.programs.state({})).refused).toEqual([])
  })

  it('asks no more after three refusals, whatever names programs give themselves', async () => {
    const { core, userDataDir } = await openDoor()
    const askAs = (program: string) =>
      gather(askSteward(userDataDir, { program, firm: null, command: 'status', input: {} })).catch(
        (problem: unknown) => problem,
      )
    const asked = ['One', 'Two', 'Three', 'Four'].map(askAs)
    for (let left = 4; left > 1; left -= 1) {
      await expect.poll(async () => (await core.programs.state({})).asking.length).toBe(left)
      await core.programs.answer({ id: (await core.programs.state({})).asking[0]?.id ?? '', allow: false })
    }
    await Promise.all(asked)
    const { paused_until, refused, asking } = await core.programs.state({})
    expect({ paused_until, asking }).toEqual({ paused_until: refused[0]?.until, asking: [] })
    expect(await askAs('Five')).toMatchObject({ code: 'not-allowed', message: 'You refused 3 programs.' })
    await core.programs.letAsk({ id: refused[1]?.id ?? '' })
    const sixth = askAs('Six')
    await allow(core)
    expect(await sixth).toMatchObject({ rows: [{ firm: 'Alder' }] })
  })

  it('keeps the choice sealed, so that it is the same after a restart and cannot be edited', async () => {
    const { core, userDataDir, keychain, startAgain } = await openToProgram({ levels: { names: 'roles' } })
    expect([...keychain.entries.keys()].filter((name) => name.startsWith('programs-key'))).toHaveLength(1)
    await core.close()
    const text = await readFile(join(userDataDir, 'programs.json'), 'utf8')
    expect(text).not.toContain('roles')
    const later = await startAgain()
    await expect.poll(async () => (await later.programs.state({})).is_open).toBe(true)
    expect(await later.programs.state({})).toMatchObject({ levels: { names: 'roles' }, allowed: [{ name: 'Test' }] })
  })

  it('logs each call without what was asked for', async () => {
    const { core, ask, userDataDir } = await openToProgram()
    await ask('search', { text: 'canary-of-a-search', limit: 5 })
    await ask('list', { ...noWhere, resource: 'households' })
    const { calls } = await core.programs.state({})
    expect(calls).toMatchObject([
      { program: 'Test', command: 'list', resource: 'households', rows: 12, outcome: 'answered' },
      { command: 'search', resource: null },
      { command: 'status' },
    ])
    await core.close()
    expect(await readFile(join(userDataDir, 'program-calls.json'), 'utf8')).not.toContain('canary')
  })

  it('ends an answer in the middle when Steward locks, and answers none while it is locked', async () => {
    const { core, ask, attach } = await openToProgram()
    const { ended } = await attach()
    await core.lock.lock({})
    expect(await ended).toMatchObject({ code: 'locked' })
    await expect(ask('list', { ...noWhere, resource: 'households' })).rejects.toMatchObject({ code: 'locked' })
    await core.lock.unlock({ passphrase: null })
    expect((await core.programs.state({})).calls.map(({ outcome }) => outcome)).toEqual(['refused', 'cut', 'answered'])
    expect((await ask('list', { ...noWhere, resource: 'households' })).rows).toHaveLength(12)
  })

  type Many = Awaited<ReturnType<typeof serveManyPeople>>
  const endings: [why: string, end: (served: Many) => unknown][] = [
    ['Steward locks', (served) => served.lock()],
    ['presenter mode begins', (served) => served.present()],
    ['the firm forbids exports', (served) => served.setPolicy({ no_export: true })],
    ['the firm leaves names out', (served) => served.setPolicy({ other_programs: { names: 'roles' } })],
    ['the firm rounds amounts', (served) => served.setPolicy({ other_programs: { amounts: 'rounded' } })],
    ['the firm takes households away', (served) => served.setPolicy({ other_programs: { households: 'mine' } })],
    [
      'the user chooses other levels',
      ({ programs }) => programs.useCases.setLevels({ levels: { ...usualLevels, amounts: 'rounded' } }),
    ],
    [
      'the user takes the consent back',
      async ({ programs: { useCases } }) => {
        const [allowed] = (await useCases.state({})).allowed
        await useCases.revoke({ id: allowed?.id ?? '' })
      },
    ],
  ]

  it.each(endings)('ends a long list in the middle for a slow reader at once when %s', async (_why, end) => {
    // More than a socket holds for its reader.
    const served = await serveManyPeople(2_000, { city: 'x'.repeat(4_000), address_line1: 'x'.repeat(4_000) })
    const { useCases } = served.programs
    const test = { program: 'Test', firm: null }
    const first = gather(askSteward(served.userDataDir, { ...test, command: 'status', input: {} }))
    await allow({ programs: useCases })
    await first
    const { port, token } = await noteIn(served.userDataDir)
    const input = { ...noWhere, resource: 'individuals' }
    const body = JSON.stringify({ version: 1, ...test, command: 'list', input })
    const headers = {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      'content-length': Buffer.byteLength(body),
    }
    const asked = request({ host: '127.0.0.1', port, path: '/1', method: 'POST', headers }).end(body)
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    await once(response, 'readable')
    let text = String(response.setEncoding('utf8').read())
    const kept = Promise.withResolvers<boolean>()
    served.keepWhen(kept.promise)
    const changed = end(served)
    response.on('data', (piece: string) => {
      text += piece
    })
    await finished(response).catch(() => {})
    kept.resolve(true)
    await changed
    await expect.poll(async () => (await useCases.state({})).calls.length).toBe(2)
    expect((await useCases.state({})).calls[0]?.outcome).toBe('cut')
    const lines = text.split('\n').slice(0, -1)
    const rows = lines.flatMap((line) => JSON.parse(line).rows ?? [])
    expect(rows.length).toBeLessThan(2_000)
    expect(lines.filter((line) => 'end' in JSON.parse(line))).toEqual([])
    await served.close()
  })

  it('that closes the connection in the middle of an answer is said to have cut it', async () => {
    const { userDataDir } = await openDoor()
    const head = { firm: null, as_of: null, values_checked_from: null, values_never_checked: 0, levels: usualLevels }
    const sent = Promise.withResolvers<ServerResponse>()
    const { token } = await noteIn(userDataDir)
    const server = createServer((request, response) => {
      const [, challenge] = request.url?.split(proofTarget) ?? []
      if (challenge !== undefined) return response.end(proofOf(token, challenge))
      response.writeHead(200).write(`${JSON.stringify({ head })}\n`)
      sent.resolve(response)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const note = { ...(await noteIn(userDataDir)), port }
    await writeFile(join(userDataDir, 'program-door.json'), JSON.stringify(note))
    const answer = askSteward(userDataDir, { program: 'Test', firm: null, command: 'status', input: {} })
    expect(await answer.next()).toMatchObject({ value: { head } })
    const response = await sent.promise
    response.socket?.resetAndDestroy()
    await expect(answer.next()).rejects.toMatchObject({ name: 'NoAnswer', code: 'cut' })
    server.close()
  })

  it('is not believed where another program listens on the port of a note that was left behind', async () => {
    const { core, userDataDir } = await openDoor()
    const note = await noteIn(userDataDir)
    await core.close()
    const heard: string[] = []
    const server = createServer((request, response) => {
      heard.push(`${request.method} ${request.headers.authorization ?? ''}`)
      request.on('data', (piece: Buffer) => heard.push(String(piece)))
      response.end(`${JSON.stringify({ rows: [{ title: 'Made up' }] })}\n`)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await writeFile(join(userDataDir, 'program-door.json'), JSON.stringify({ ...note, port }))
    const input = { text: 'a client of ours', limit: 5 }
    const asked = gather(askSteward(userDataDir, { program: 'Test', firm: null, command: 'search', input }))
    await expect(asked).rejects.toMatchObject({ name: 'NoAnswer', code: 'not-running' })
    expect(heard).toEqual(['GET '])
    server.close()
  })

  it.each([
    ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'],
    ['never ends its answer', 'HTTP/1.1 200 OK\r\ncontent-length: 64\r\n\r\nabc'],
  ])('is not waited for longer than 20 s where a program on the port that was left behind %s', async (_how, answer) => {
    const { core, userDataDir, ask } = await openDoor()
    const note = await noteIn(userDataDir)
    await core.close()
    const heard = Promise.withResolvers<void>()
    const server = createTcpServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.write(answer, () => heard.resolve()))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await writeFile(join(userDataDir, 'program-door.json'), JSON.stringify({ ...note, port }))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asked = ask('status', {}).catch((problem: unknown) => problem)
    await heard.promise
    vi.advanceTimersByTime(20_000)
    vi.useRealTimers()
    expect(await asked).toMatchObject({ name: 'NoAnswer', code: 'not-running' })
    server.close()
  })

  it('shows the name of a program without characters that are not seen, which would hide a part or the whole of it', async () => {
    const { core, userDataDir } = await openDoor()
    const names = [
      ['Steward\u202e\u0000 \n\u2028update', 'Steward update'],
      ['\u3164\u2800\u200b', 'A program without a name'],
    ] as const
    for (const [program, shown] of names) {
      const question = { program, firm: null, command: 'status' as const, input: {} }
      const asked = gather(askSteward(userDataDir, question)).catch(() => {})
      await expect.poll(async () => (await core.programs.state({})).asking).toMatchObject([{ name: shown }])
      await core.programs.answer({ id: (await core.programs.state({})).asking[0]?.id ?? '', allow: true })
      await asked
    }
  })

  it('answers others while programs never read their answers, and ends those too', async () => {
    // Twice what all buffers on the way to a reader hold.
    const people = 4_000
    const served = await serveManyPeople(people, { city: 'x'.repeat(4_000), address_line1: 'x'.repeat(4_000) })
    const { useCases } = served.programs
    const ask = (program: string, command: 'status' | 'list', input: object) =>
      askSteward(served.userDataDir, { program, firm: null, command, input })
    const first = gather(ask('Test', 'status', {}))
    await allow({ programs: useCases })
    await first
    const lists = Array.from({ length: 7 }, () => ask('Test', 'list', { ...noWhere, resource: 'individuals' }))
    for (const list of lists) expect((await list.next()).value).toHaveProperty('head')
    const { rows } = await gather(ask('Test', 'status', {}))
    expect(rows).toHaveLength(1)
    served.lock()
    const ended = async () => (await useCases.state({})).calls.filter((call) => call.outcome === 'cut')
    await expect.poll(async () => (await ended()).length).toBe(7)
    // None was read to its end ahead of its reader.
    expect((await ended()).filter((call) => call.rows === people)).toEqual([])
    for (const list of lists) await list.return({ rows: 0, more: false, total: null, next: null })
    await served.close()
  })

  it('answers no records of a firm whose address is not allowed any more', async () => {
    const { core, id, ask, policyFolder } = await openToProgram()
    const list = () => ask('list', { ...noWhere, resource: 'households' })
    const outcome = () =>
      list().then(
        ({ rows }) => rows.length,
        ({ code }: { code: string }) => code,
      )
    writePolicy(policyFolder, { allowed_base_urls: ['https://other.example.com'] })
    await expect.poll(outcome).toBe('no-firm')
    expect((await ask('status', {})).rows).toMatchObject([{ open: false }])
    await expect(core.connections.open({ connectionId: id })).rejects.toMatchObject({
      code: 'policy/address-not-allowed',
    })
  })

  it('answers no records of a copy that is older than the firm allows', async () => {
    const { ask, policyFolder, sandbox } = await openToProgram()
    const list = () => ask('list', { ...noWhere, resource: 'households' })
    expect((await list()).rows).toHaveLength(12)
    await sandbox.close()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 3_600_000 })
    writePolicy(policyFolder, { max_cache_age_hours: 2 })
    await expect.poll(async () => (await list()).rows).toEqual([])
    expect((await list()).head?.as_of).toBeNull()
  })

  it('answers nothing in presenter mode', async () => {
    const { core, id, ask } = await openToProgram()
    await core.presenting.start({ connectionId: id, record: null })
    await expect(ask('status', {})).rejects.toMatchObject({ code: 'presenting' })
    await core.presenting.end({})
    expect((await ask('status', {})).rows).toHaveLength(1)
  })

  it('refuses other users, browsers, and requests without the token', async () => {
    const { core, userDataDir } = await openToProgram()
    const { port, token } = await noteIn(userDataDir)
    const body = JSON.stringify({ version: 1, program: 'Test', firm: null, command: 'status', input: {} })
    const send = (headers: Record<string, string>, path = '/1') =>
      new Promise<number>((resolve) => {
        const usual = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const asked = request({ host: '127.0.0.1', port, path, method: 'POST', headers: { ...usual, ...headers } })
        asked.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', () => resolve(0))
        asked.end(body)
      })
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const other = await startOtherUser()
    const { status } = await other.ask('POST', `http://127.0.0.1:${port}/1`, { version: 1 })
    await other.stop()
    if (other.isOther) expect(status).toBe(0)
    expect(await send(length)).toBe(200)
    expect(await send({ ...length, authorization: `Bearer ${'0'.repeat(64)}` })).toBe(401)
    expect(await send({ ...length, origin: `http://127.0.0.1:${port}` })).toBe(403)
    expect(await send({ ...length, 'sec-fetch-site': 'none' })).toBe(403)
    expect(await send({ ...length, host: 'evil.test' })).toBe(421)
    expect(await send({ ...length, 'content-type': 'text/plain' })).toBe(404)
    expect(await send(length, '/2')).toBe(404)
    expect(await send({ 'content-length': '70000' })).toBe(413)
    expect((await core.programs.state({})).calls.filter(({ outcome }) => outcome === 'answered')).toHaveLength(2)
  })

  it('says that a command is too long, and not that other programs may not read', async () => {
    const { ask } = await openToProgram()
    const values = Array.from({ length: 200 }, () => 'x'.repeat(400))
    const where = [{ column: 'kind', operator: 'any_of', values }]
    await expect(ask('list', { ...noWhere, resource: 'entities', where })).rejects.toMatchObject({
      code: 'not-understood',
      message: expect.stringContaining('too long'),
    })
  })

  it('bounds the calls of a minute', async () => {
    const { ask } = await openToProgram()
    // However long the calls take, they are made within one minute.
    const began = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(began)
    onTestFinished(() => clock.mockRestore())
    const outcomes: string[] = []
    for (let call = 0; call < 125; call += 1) {
      outcomes.push(
        await ask('status', {}).then(
          () => 'answered',
          (problem: { code: string }) => problem.code,
        ),
      )
    }
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(119)
    expect(outcomes.at(-1)).toBe('too-many')
    clock.mockReturnValue(began + 60_000)
    expect((await ask('status', {})).rows).toHaveLength(1)
  })
})
