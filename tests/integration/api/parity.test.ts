import { ORPCError } from '@orpc/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asText } from '../../../electron/api/core.ts'
import { maxMessageBytes } from '../../../electron/api/transport/handler.ts'
import { listText } from '../../../electron/data/reads/list.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { type CoreDouble, createCoreDouble } from '../../doubles/core.ts'
import { type OpenTransport, transports } from '../../doubles/ipc-transports.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { goodInputs, procedurePaths, streamPaths } from '../../doubles/samples/all.ts'
import { connectionId } from '../../doubles/samples/sample.ts'

const paths = procedurePaths
const packedText = (window: ContractOutputs['households']['list']) => listText('households.list', window)
const calls = paths.filter((path) => !streamPaths.has(path))
/** Streams that begin with an event; that of all events is quiet until something happens. */
const streams = [...streamPaths].filter((path) => path !== '/events/subscribe')

type Stream = (input: unknown) => Promise<AsyncIterator<unknown>>

const message = (path: string, json: unknown, extra: object = {}) =>
  JSON.stringify({ i: 'raw', p: { u: path, b: { json }, ...extra } })

/** Writes JSON with a key that an object literal cannot have. */
const withKey = (path: string, key: string, nested: boolean) =>
  message(path, { marker: 0, ...goodInputs[path] }).replace(
    '"marker":0',
    nested ? `"deep":[{"er":{"${key}":{}}}]` : `"${key}":{"polluted":true}`,
  )

const isId = (key: string) => /(?:^|_)ids?$|^handles?$/.test(key)

/** Returns valid inputs with each of their ids broken in turn, at any depth. */
function brokenIds(path: string): unknown[] {
  const text = JSON.stringify(goodInputs[path], (key, value: unknown) => {
    // The record that an edit or a merge started from is data; its ids are never used.
    if (key === 'base' || key === 'keep' || key === 'drop') return {}
    if (!isId(key)) return value
    return Array.isArray(value) ? value.map(() => '<id>') : value === null ? null : '<id>'
  })
  return text
    .split('"<id>"')
    .slice(1)
    .map((_, broken) => {
      let at = -1
      return JSON.parse(
        text.replaceAll('"<id>"', () => {
          at += 1
          return at === broken ? '"a\\ud800"' : '"x-1"'
        }),
      )
    })
}

const withIds = paths.filter((path) => brokenIds(path).length > 0)

it('finds the ids of most procedures', () => {
  expect(withIds.length).toBeGreaterThan(30)
})

it('knows a good input for every procedure, so that none escapes these tests', () => {
  expect(Object.keys(goodInputs).toSorted()).toEqual(paths.toSorted())
})

/** Both transports end in one path: the second is tried with a third of the procedures, all in `npm run properties`. */
const { numRuns, seed } = propertyRuns(transports.length)
const triedOver = (name: string, all: readonly string[]) =>
  name === transports[0]?.name || numRuns >= transports.length ? all : all.filter((_, at) => at % 3 === seed % 3)

describe.each(transports)('over $name', ({ name, open }) => {
  const refusal = (answer: Awaited<ReturnType<OpenTransport['answerTo']>>) =>
    answer === 'ended' ? answer : answer.p?.b?.json

  describe('each procedure', () => {
    let core: CoreDouble
    let transport: OpenTransport

    // One channel for all of them: to open one takes longer than to try a procedure.
    beforeAll(async () => {
      core = createCoreDouble()
      transport = await open(core)
    })
    beforeEach(() => void core.calls.splice(0))
    afterAll(() => transport.close())

    it.each(calls)('%s answers a good input with what the contract promises', async (path) => {
      const answer = transport.answerTo('raw')
      transport.send(message(path, goodInputs[path]))
      expect(await answer).not.toHaveProperty('p.s')
      expect(core.calls).toEqual([{ name: path.slice(1).replace('/', '.'), input: goodInputs[path] }])
    })

    it.each(streams)('%s streams what the contract promises', async (path) => {
      const [domain = '', name = ''] = path.slice(1).split('/')
      const client = transport.client as unknown as Record<string, Record<string, Stream>>
      const events = await client[domain]?.[name]?.(goodInputs[path])
      expect(await events?.next()).toMatchObject({ done: false, value: expect.any(Object) })
      expect(core.calls).toEqual([{ name: `${domain}.${name}`, input: goodInputs[path] }])
      await events?.return?.()
      await expect.poll(() => core.openStreams.size).toBe(0)
    })

    it.each(triedOver(name, paths))('%s refuses an argument that the contract does not name', async (path) => {
      const answer = transport.answerTo('raw')
      transport.send(message(path, { ...goodInputs[path], savePath: '/etc/passwd' }))
      expect(refusal(await answer)).toMatchObject({
        defined: true,
        code: 'APP_ERROR',
        data: { code: 'ipc/bad-request', issues: [{ message: expect.stringContaining('savePath') }] },
      })
      expect(core.calls).toEqual([])
    })

    it.each(triedOver(name, paths))('%s refuses keys that could reach a prototype, at any depth', async (path) => {
      for (const key of ['__proto__', 'constructor', 'prototype']) {
        for (const nested of [false, true]) {
          const answer = transport.answerTo('raw')
          transport.send(withKey(path, key, nested))
          expect(refusal(await answer)).toMatchObject({
            code: 'APP_ERROR',
            data: { code: 'ipc/bad-request', issues: [] },
          })
        }
      }
      expect(core.calls).toEqual([])
      expect({}).not.toHaveProperty('polluted')
    })

    it.each(triedOver(name, withIds))('%s refuses half of a surrogate pair in an id', async (path) => {
      for (const json of brokenIds(path)) {
        const answer = transport.answerTo('raw')
        transport.send(message(path, json))
        expect(refusal(await answer)).toMatchObject({ code: 'APP_ERROR', data: { code: 'ipc/bad-request' } })
      }
      expect(core.calls).toEqual([])
    })
  })

  let core: CoreDouble
  let transport: OpenTransport

  beforeEach(async () => {
    core = createCoreDouble()
    transport = await open(core)
  })
  afterEach(() => transport.close())

  // The limit is the channel's, before any procedure is looked up; a message of that size takes a fifth of a second.
  it.each(paths.filter((_, at) => at % 20 === 0))(
    '%s never sees a message over the limit: the channel ends instead',
    async (path) => {
      transport.send(message(path, { ...goodInputs[path], padding: 'x'.repeat(maxMessageBytes) }))
      await transport.ended
      expect(core.calls).toEqual([])
    },
  )

  it('ends the channel on ten megabytes', async () => {
    transport.send(message('/app/info', { padding: 'x'.repeat(10_000_000) }))
    await transport.ended
    expect(core.calls).toEqual([])
  })

  it('ends the channel on a message one byte over the limit, and not on one at the limit', async () => {
    const room = maxMessageBytes - Buffer.byteLength(message('/app/info', { padding: '' }))
    const answer = transport.answerTo('raw')
    transport.send(message('/app/info', { padding: 'x'.repeat(room) }))
    expect(refusal(await answer)).toMatchObject({ data: { code: 'ipc/bad-request' } })
    transport.send(message('/app/info', { padding: 'x'.repeat(room + 1) }))
    await transport.ended
  })

  it.each([
    ['a procedure that does not exist', { i: 'raw', p: { u: '/app/eval', b: { json: {} } } }],
    ['a name inherited by every object', { i: 'raw', p: { u: '/constructor', b: { json: {} } } }],
    ['a GET, which would read its input from the address', { i: 'raw', p: { u: '/app/info', m: 'GET' } }],
    ['a GET with input in the address', { i: 'raw', p: { u: '/app/info?data={}', m: 'GET' } }],
    ['headers, which would make a body a file', { i: 'raw', p: { u: '/app/info', h: { 'content-disposition': 'x' } } }],
    ['a stream where a value belongs', { i: 'raw', p: { u: '/app/info', h: { 'content-type': 'text/event-stream' } } }],
    ['an event of a stream nobody opened', { i: 'raw', t: 3, p: { e: 'message', d: {} } }],
    [
      'a special value the contract does not use',
      { i: 'raw', p: { u: '/app/info', b: { json: {}, meta: [[5, 'x']] } } },
    ],
    [
      'a mark that walks to a prototype',
      { i: 'raw', p: { u: '/app/info', b: { json: {}, meta: [[3, '__proto__']] } } },
    ],
    ['an absolute address', { i: 'raw', p: { u: 'http://evil.test/app/info', b: { json: {} } } }],
  ])('refuses %s', async (_what, envelope) => {
    const answer = transport.answerTo('raw')
    transport.send(JSON.stringify(envelope))
    expect(refusal(await answer)).toMatchObject({ code: 'APP_ERROR', data: { code: 'ipc/bad-request' } })
    expect(core.calls).toEqual([])
  })

  it.each([
    '',
    'not json',
    '[]',
    'null',
    '42',
    '{}',
    '{"i":7}',
    `{"i":"${'9'.repeat(65)}"}`,
    '{"i":"a"',
    '['.repeat(200_000),
  ])('ends the channel on what is no message at all (%#)', async (text) => {
    transport.send(text)
    await transport.ended
    expect(core.calls).toEqual([])
  })

  it('refuses nesting deep enough to exhaust a stack, and stays usable', async () => {
    const answer = transport.answerTo('raw')
    transport.send(message('/app/info', 0).replace('"json":0', `"json":${'['.repeat(100_000)}${']'.repeat(100_000)}`))
    expect(refusal(await answer)).toMatchObject({ data: { code: 'ipc/bad-request' } })
    await expect(transport.client.app.info({})).resolves.toMatchObject({ shell: 'browser' })
  })

  it('names the fields of an input the contract refuses, without repeating what was in them', async () => {
    const input = { connectionId: 'canary', running: 'canary' }
    const failure = await transport.client.connections.setDemoService(input as never).catch((thrown) => thrown)
    expect(failure).toBeInstanceOf(ORPCError)
    expect(failure.data.issues.map((issue: { field: string }) => issue.field)).toContain('running')
    expect(JSON.stringify(failure)).not.toContain('canary')
  })

  it('hands an AppError over with its code, sentences and fields, and without its cause', async () => {
    core.failNext(
      new AppError('connection/invalid', {
        message: 'Some fields are not right.',
        nextStep: 'Correct them.',
        issues: [{ field: 'base_url', message: 'Begin with https://' }],
        detail: 'E42',
        cause: new Error('canary-cause'),
      }),
    )
    const failure = await transport.client.connections.open({ connectionId }).catch((thrown) => thrown)
    expect(failure).toMatchObject({
      code: 'APP_ERROR',
      defined: true,
      message: 'Some fields are not right.',
      data: {
        code: 'connection/invalid',
        nextStep: 'Correct them.',
        issues: [{ field: 'base_url', message: 'Begin with https://' }],
        detail: 'E42',
      },
    })
    expect(JSON.stringify(failure)).not.toContain('canary')
  })

  it('withholds the text of anything else that is thrown', async () => {
    core.failNext(new Error('canary token in a message'))
    const failure = await transport.client.households
      .list(goodInputs['/households/list'] as never)
      .catch((thrown) => thrown)
    expect(failure).toMatchObject({ code: 'APP_ERROR', data: { code: 'internal/unexpected', detail: 'Error' } })
    expect(JSON.stringify(failure)).not.toContain('canary')
  })

  it('keeps back an output that the contract does not allow', async () => {
    core.answerNext({
      version: '1',
      shell: 'browser',
      keychain: { kind: 'os', notice: null, asks: null },
      startWith: null,
      newer: null,
      token: 'canary',
    })
    const failure = await transport.client.app.info({}).catch((thrown) => thrown)
    expect(failure).toMatchObject({ code: 'APP_ERROR', data: { code: 'internal/unexpected' } })
    expect(JSON.stringify(failure)).not.toContain('canary')
  })

  it('hands packed rows over as rows', async () => {
    const list = goodInputs['/households/list'] as Parameters<typeof transport.client.households.list>[0]
    const rows = await transport.client.households.list(list)
    const packed = await open({
      ...core,
      households: { ...core.households, list: asText(async () => packedText(rows)) },
    })
    try {
      expect(await packed.client.households.list(list)).toEqual(rows)
    } finally {
      await packed.close()
    }
  })

  it('answers nothing to a client that left while its rows were read', async () => {
    const asked = Promise.withResolvers<void>()
    const read = Promise.withResolvers<string>()
    const text = () => {
      asked.resolve()
      return read.promise
    }
    const left = await open({ ...core, households: { ...core.households, list: asText(text) } })
    const answer = left.answerTo('raw')
    left.send(message('/households/list', goodInputs['/households/list']))
    await asked.promise
    left.leave()
    expect(await answer).toBe('ended')
    read.resolve('{"rows":[],"total":0,"offset":0}')
    await left.close()
  })

  it('answers nothing to a call that its client cancelled, and serves a request id once at a time', async () => {
    const asked = Promise.withResolvers<void>()
    const read = Promise.withResolvers<string>()
    const answered: string[] = []
    const list = asText<unknown, never>(async () => {
      answered.push('asked')
      asked.resolve()
      return read.promise
    })
    const channel = await open({ ...core, households: { ...core.households, list } })
    const call = message('/households/list', goodInputs['/households/list'])
    const first = channel.answerTo('raw')
    channel.send(call)
    channel.send(call)
    await asked.promise
    channel.send('{"i":"raw","t":4}')
    channel.send(message('/app/info', {}))
    expect(await first).toMatchObject({ p: { b: { json: { shell: 'browser' } } } })
    const next = channel.answerTo('next')
    read.resolve('"late"')
    channel.send(JSON.stringify({ i: 'next', p: { u: '/app/info', b: { json: {} } } }))
    expect(await next).toMatchObject({ p: { b: { json: { shell: 'browser' } } } })
    expect(answered).toEqual(['asked'])
    await channel.close()
  })

  it('streams events as they happen', async () => {
    const events = await transport.client.events.subscribe({})
    const first = events.next()
    await expect.poll(() => core.openStreams.size).toBe(1)
    core.publish({ type: 'connections-changed' })
    expect(await first).toEqual({ done: false, value: { type: 'connections-changed' } })
    await events.return?.()
  })

  it('cancels a quiet event stream when the client leaves the iterator', async () => {
    const events = await transport.client.events.subscribe({})
    void events.next().catch(() => {})
    await expect.poll(() => core.openStreams.size).toBe(1)
    await events.return?.()
    await expect.poll(() => core.openStreams.size).toBe(0)
  })

  it('cancels a sign-in when the client leaves it, and when the whole client goes', async () => {
    const steps = await transport.client.connections.signIn({ connectionId })
    expect((await steps.next()).value).toEqual({ step: 'preparing' })
    await steps.return?.()
    await expect.poll(() => core.openStreams.size).toBe(0)

    const again = await transport.client.connections.signIn({ connectionId })
    await again.next()
    expect(core.openStreams.size).toBe(1)
    transport.leave()
    await expect.poll(() => core.openStreams.size).toBe(0)
  })

  it('cancels an export when the client leaves it, and when the whole client goes', async () => {
    const input = goodInputs['/exports/start'] as never
    const progress = await transport.client.exports.start(input)
    expect((await progress.next()).value).toEqual({ written: 0, total: 2, file: null })
    expect(core.openStreams.size).toBe(1)
    await progress.return?.()
    await expect.poll(() => core.openStreams.size).toBe(0)

    await (await transport.client.exports.start(input)).next()
    expect(core.openStreams.size).toBe(1)
    transport.leave()
    await expect.poll(() => core.openStreams.size).toBe(0)
  })

  it('takes no path where a file is shown, only what is no longer than a handle', async () => {
    const failure = await transport.client.exports.reveal({ handle: `/${'x'.repeat(64)}` }).catch((thrown) => thrown)
    expect(failure).toMatchObject({ data: { code: 'ipc/bad-request', issues: [{ field: 'handle' }] } })
    expect(core.calls).toEqual([])
  })

  it('tells a failure in the middle of a stream as the same typed error', async () => {
    core.failNext(new AppError('auth/port-taken', { message: 'The port is taken.', nextStep: 'Free it.' }))
    const steps = await transport.client.connections.signIn({ connectionId })
    await expect(steps.next()).rejects.toMatchObject({ code: 'APP_ERROR', data: { code: 'auth/port-taken' } })
  })
})
