import { mkdtemp, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimInstance, type Instance } from '../../../electron/hosts/common/instance-lock.ts'
import {
  formatOpenRequest,
  longestLine,
  type OpenRequest,
  parseOpenRequest,
} from '../../../electron/hosts/common/open-request.ts'

const nothing: OpenRequest = { links: [], files: [] }

describe('what one start hands to another', () => {
  const path = fc.string({ unit: 'grapheme', maxLength: 300 }).map((name) => `/home/ada/${name}`)

  it('arrives whole, in lines that are short enough', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 20 }), fc.array(path, { maxLength: 700 }), (links, files) => {
        const lines = [...formatOpenRequest({ links, files })]
        for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(longestLine)
        const read = lines.map((line) => parseOpenRequest(line) ?? { links: ['unreadable'], files: [] })
        expect(read.flatMap((given) => given.links)).toEqual(links)
        expect(read.flatMap((given) => given.files)).toEqual(files)
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '{"links":[],"files":[]',
    '{"links":[],"files":[],"more":1}',
    '{"links":[1],"files":[]}',
    '{"links":[],"files":["relative"]}',
    '{"links":[],"files":["../etc/passwd"]}',
    `{"links":${JSON.stringify(Array(21).fill('steward://household/a'))},"files":[]}`,
    '{"__proto__":{"links":[]},"files":[]}',
  ])('is not %s', (line) => {
    expect(parseOpenRequest(line)).toBeNull()
  })
})

describe.runIf(process.platform !== 'win32')('the instance that has the folder', () => {
  let folder: string
  let instance: Instance | undefined
  const heard: OpenRequest[] = []

  beforeEach(async () => {
    heard.length = 0
    folder = await mkdtemp(join(tmpdir(), 'steward-instance-'))
    instance = await claimInstance(folder, { given: nothing, onHandedOver: (given) => heard.push(given) })
  })
  afterEach(async () => {
    await instance?.release()
    await rm(folder, { recursive: true })
  })

  const start = (given: OpenRequest) =>
    claimInstance(folder, { given, onHandedOver: () => heard.push({ links: ['wrong one'], files: [] }) })

  /** Sends a message to the lock's socket; resolves when the connection was closed. */
  const say = (what: Buffer | string) =>
    new Promise<void>((resolve) => {
      const socket = connect(join(folder, 'instance.sock'))
      socket.on('error', () => {})
      socket.on('close', () => resolve())
      socket.on('connect', () => socket.end(what))
      socket.resume()
    })

  it('is alone, and hears what every other start was asked to open before that one ends', async () => {
    const given = { links: ['steward://household/a'], files: ['/home/ada/Will.pdf'] }
    expect(await start(given)).toBeUndefined()
    expect(await start(nothing)).toBeUndefined()
    expect(heard).toEqual([given, nothing])
  })

  it('hears of more files than fit in one line', async () => {
    const files = Array.from({ length: 1_200 }, (_, at) => `/home/ada/${'long name '.repeat(20)}${at}.pdf`)
    await start({ links: [], files })
    expect(heard.flatMap((each) => each.files)).toEqual(files)
  })

  it('can be talked to by its own user alone', async () => {
    expect((await stat(join(folder, 'instance.sock'))).mode & 0o777).toBe(0o600)
  })

  it('passes over whatever is no line of another start, and goes on listening', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => say(Buffer.from(bytes))),
      { numRuns: 300 },
    )
    await say(`${'x'.repeat(longestLine)}\n`)
    await say(`${JSON.stringify(nothing)} and more\n`)
    await say(JSON.stringify(nothing))
    expect(heard).toEqual([])
    await start(nothing)
    expect(heard).toEqual([nothing])
  })

  it('gives the folder up', async () => {
    await instance?.release()
    instance = await start(nothing)
    expect(instance).toBeDefined()
    expect(heard).toEqual([])
  })
})
