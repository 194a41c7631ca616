import { X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServerIdentity } from '../../../sandbox/tls/authority.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'
import { createSandboxClient } from '../support/sandbox-client.ts'

const DAY = 86_400_000

describe('the transport', () => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await startTestSandbox({ households: 1 })
  })
  afterAll(() => sandbox.close())

  test('plain HTTP on the same port fails without an answer', async () => {
    const outcome = await new Promise<string>((resolve) => {
      const url = new URL(sandbox.baseUrl.replace('https:', 'http:'))
      const plain = request(url, (response) => resolve(`answered ${response.statusCode}`))
      plain.on('error', () => resolve('failed'))
      plain.end()
    })
    expect(outcome).toBe('failed')
  })

  test('a client that does not trust the CA is refused, and so is one that trusts another sandbox', async () => {
    const other = await startTestSandbox({ households: 1 })
    const stranger = createSandboxClient({ ...sandbox, caPem: other.caPem })
    await expect(stranger.call(sandbox.baseUrl)).rejects.toThrow()
    await stranger.close()
    await other.close()
    expect((await sandbox.client.call(sandbox.baseUrl)).status).toBe(404)
  })

  test('its private folder is gone when it is closed', async () => {
    const other = await startTestSandbox({ households: 1 })
    expect(existsSync(other.caPath)).toBe(true)
    await other.close()
    expect(existsSync(other.caPath)).toBe(false)
  })
})

describe('the certificate authority', () => {
  test('signs a leaf for 127.0.0.1 and localhost, is reused while it lasts and renewed when it would run out', () => {
    const directory = mkdtempSync(join(tmpdir(), 'ca-'))
    const start = Date.UTC(2026, 10, 1)
    const first = createServerIdentity(directory, start)
    const leaf = new X509Certificate(first.certificatePem)
    const authority = new X509Certificate(first.caPem)
    expect(authority.ca).toBe(true)
    expect(leaf.ca).toBe(false)
    expect(leaf.verify(authority.publicKey)).toBe(true)
    expect([leaf.checkIP('127.0.0.1'), leaf.checkHost('localhost')]).toEqual(['127.0.0.1', 'localhost'])
    expect(leaf.checkHost('evil.test')).toBeUndefined()
    expect(statSync(join(directory, 'ca.key')).mode & 0o777).toBe(0o600)

    expect(createServerIdentity(directory, start + 30 * DAY).caPem).toBe(first.caPem)
    const renewed = createServerIdentity(directory, start + 400 * DAY)
    expect(renewed.caPem).not.toBe(first.caPem)
    expect(new X509Certificate(renewed.caPem).validToDate.getTime()).toBeGreaterThan(start + 700 * DAY)
    rmSync(directory, { recursive: true })
  })
})
