import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConnectionFile } from '../../../electron/tenants/read-connection-file.ts'
import { createServerIdentity } from '../../../sandbox/tls/authority.ts'
import { badFields, goodInput } from '../../unit/tenants/connection-input.ts'

describe('a connection file', () => {
  let folder: string
  let path: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-connection-'))
    path = join(folder, 'firm.json')
  })
  afterEach(() => rm(folder, { recursive: true }))
  const write = (fields: object | string) =>
    writeFile(path, typeof fields === 'string' ? fields : JSON.stringify(fields))

  it('is read with its certificate authority, named relative to the file', async () => {
    await mkdir(join(folder, 'tls'))
    const { caPem } = createServerIdentity(join(folder, 'tls'), Date.now())
    const { ca_certificate: _, ...fields } = goodInput
    await write({ ...fields, ca_file: 'tls/ca.pem' })
    const { connection, clientSecret } = await readConnectionFile(path)
    expect(connection).toMatchObject({ base_url: goodInput.base_url, kind: 'tenant' })
    expect(connection.ca_certificate?.trim()).toBe(caPem.trim())
    expect(clientSecret).toBe(goodInput.client_secret)
  })

  it('may begin with a byte order mark', async () => {
    await write(`\uFEFF${JSON.stringify(goodInput)}`)
    expect((await readConnectionFile(path)).connection.client_id).toBe(goodInput.client_id)
  })

  it.each(badFields)('is turned down by name for %s: %o', async (field, value, says) => {
    await write({ ...goodInput, [field]: value })
    await expect(readConnectionFile(path)).rejects.toMatchObject({
      code: 'connection/invalid',
      issues: [{ field, message: expect.stringMatching(says) }],
    })
  })

  it.each([
    [7, /path of a PEM file/],
    ['', /path of a PEM file/],
    ['missing.pem', /cannot be read/],
    ['.', /cannot be read/],
  ])('is turned down for ca_file: %o', async (caFile, says) => {
    const { ca_certificate: _, ...fields } = goodInput
    await write({ ...fields, ca_file: caFile })
    await expect(readConnectionFile(path)).rejects.toMatchObject({
      code: 'connection/invalid',
      issues: [{ field: 'ca_file', message: expect.stringMatching(says) }],
    })
  })

  it('may not give its certificate authority twice', async () => {
    await write({ ...goodInput, ca_file: 'ca.pem' })
    await expect(readConnectionFile(path)).rejects.toMatchObject({
      issues: [{ field: 'ca_file', message: expect.stringContaining('not both') }],
    })
  })

  it.each(['', '{', '{"client_secret": "s3cret-that-must-not-leak" "x"}', '\u0000\u0001'])(
    'that is not JSON is turned down without quoting it: %j',
    async (text) => {
      await write(text)
      const failure: unknown = await readConnectionFile(path).catch((thrown: unknown) => thrown)
      expect(failure).toMatchObject({ code: 'connection/file-unreadable', message: expect.stringContaining('JSON') })
      expect(inspect(failure, { depth: 9 })).not.toContain('s3cret')
    },
  )

  it('that is missing, a folder or far too large is turned down', async () => {
    await expect(readConnectionFile(path)).rejects.toMatchObject({ code: 'connection/file-unreadable' })
    await expect(readConnectionFile(folder)).rejects.toMatchObject({ code: 'connection/file-unreadable' })
    await write(`"${'x'.repeat(300_000)}"`)
    await expect(readConnectionFile(path)).rejects.toMatchObject({ code: 'connection/file-unreadable' })
  })

  it('is left as it was', async () => {
    await write(goodInput)
    await readConnectionFile(path)
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(goodInput)
  })
})
