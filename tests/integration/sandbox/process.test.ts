import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { createSandboxClient } from '../support/sandbox-client.ts'
import { startSandboxProcess } from '../support/sandbox-process.ts'

const directory = mkdtempSync(join(tmpdir(), 'sandbox-process-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const MAIN = fileURLToPath(new URL('../../../sandbox/main.ts', import.meta.url))
type Row = { id: string } & Record<string, unknown>

describe('node sandbox/main.ts', () => {
  test('keeps edits, uploads, credentials, refresh rights, cursors and its CA with --data and --cert-dir', async () => {
    const args = ['--households', '5', '--data', join(directory, 'firm.sqlite'), '--cert-dir', join(directory, 'ca')]
    const first = await startSandboxProcess(args)
    const client = createSandboxClient(first)
    const page = (await client.api('/individuals?limit=3')).body as { data: Row[]; page_info: { end_cursor: string } }
    const [person] = page.data
    await client.api(`/individuals/${person?.id}`, { method: 'PUT', json: { city: 'Kept' } })
    const form = '--x\r\ncontent-disposition: form-data; name='
    const body = `${form}"household_id"\r\n\r\n${person?.household_id}\r\n${form}"name"\r\n\r\nKept\r\n${form}"type"\r\n\r\nOTHER\r\n${form}"file"; filename="k.txt"\r\ncontent-type: text/plain\r\n\r\nkept bytes\r\n--x--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const document = (await client.api('/documents', { method: 'POST', headers, body })).body as Row
    await client.close()
    expect(await first.stop()).toBe(0)

    const second = await startSandboxProcess(args)
    expect([second.clientId, second.clientSecret, second.caPem]).toEqual([
      first.clientId,
      first.clientSecret,
      first.caPem,
    ])
    const again = createSandboxClient(second)
    expect((await again.api(`/individuals/${person?.id}`)).body).toMatchObject({ city: 'Kept' })
    expect((await again.api(`/documents/${document.id}/download`)).body).toBe('kept bytes')
    expect((await again.api(`/individuals?limit=3&after=${page.page_info.end_cursor}`)).status).toBe(200)
    await again.close()
    expect(await second.stop()).toBe(0)
  })

  test('says it is ready in one line of JSON, opens the control port on request, and ends at SIGTERM', async () => {
    const sandbox = await startSandboxProcess(['--households', '1', '--control', '--access-token-seconds', '20'])
    expect(sandbox.baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    expect(sandbox.authUrl).toBe(`${sandbox.baseUrl}/auth`)
    expect((await fetch(`${sandbox.controlUrl}/stats`)).status).toBe(200)
    const client = createSandboxClient(sandbox)
    expect((await client.token({ grant_type: 'client_credentials' })).body).toMatchObject({ expires_in: 20 })
    await client.close()
    expect(await sandbox.stop()).toBe(0)
  })

  test.each([
    [['--households', 'many'], 'takes a whole number'],
    [['--port', '70000'], 'takes a whole number'],
    [['--redirect-uri', 'callback'], 'takes a complete URI'],
    [['--colour', 'red'], '--colour'],
  ])('ends with a sentence for %j', (args, sentence) => {
    const run = spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' })
    expect(run.status).toBe(1)
    expect(run.stderr).toContain(sentence)
    expect(run.stdout).toBe('')
  })

  test('says so when its port is taken, and leaves nothing behind', async () => {
    const first = await startSandboxProcess(['--households', '1'])
    const temporary = join(directory, 'tmp')
    mkdirSync(temporary)
    const run = spawnSync(process.execPath, [MAIN, '--households', '1', '--port', new URL(first.baseUrl).port], {
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: temporary },
    })
    expect([run.status, run.stdout]).toEqual([1, ''])
    expect(run.stderr).toContain('EADDRINUSE')
    expect(readdirSync(temporary)).toEqual([])
    await first.stop()
  })

  test('gives the same firm for the same seed, byte for byte', async () => {
    const pages: string[] = []
    for (let round = 0; round < 2; round += 1) {
      const sandbox = await startSandboxProcess(['--households', '3', '--seed', '99'])
      const client = createSandboxClient(sandbox)
      pages.push((await client.api('/entities?limit=1000')).bytes.toString())
      await client.close()
      await sandbox.stop()
    }
    expect(pages[0]).toBe(pages[1])
  })
})
