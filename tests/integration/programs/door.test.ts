import { readFile, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { doorNote } from '../../../electron/programs/protocol.ts'
import { startOtherUser } from '../../doubles/other-user.ts'
import { allow, cleanUp, noWhere, openDoor, openToProgram } from './support/open-door.ts'

afterEach(cleanUp)

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

  it('bounds the calls of a minute', async () => {
    const { ask } = await openToProgram()
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
  })
})
