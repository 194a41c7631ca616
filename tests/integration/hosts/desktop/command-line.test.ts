import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../../../../package.json' with { type: 'json' }
import { ensureBuild } from '../../../doubles/ensure-build.ts'
import { allow, cleanUp, openDoor } from '../../programs/support/open-door.ts'

const root = resolve(import.meta.dirname, '../../../..')
const child = [resolve(root, 'tests/doubles/desktop-cli-process.ts'), resolve(root, 'out/main/main.js')]

/** Runs the command line of the built main process to its end. */
const run = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string; report: Record<string, unknown> }>((done) => {
    execFile(process.execPath, [...child, ...args], { timeout: 540_000 }, (error, out, stderr) => {
      const at = stderr.indexOf('REPORT ')
      const report = JSON.parse(stderr.slice(at + 'REPORT '.length))
      done({ code: error === null ? 0 : Number(error.code), out, err: stderr.slice(0, at), report })
    })
  })

describe('the command line of the built main process, under a double of electron', () => {
  beforeAll(ensureBuild)
  afterEach(cleanUp)

  it('asks the Steward that runs, without a window, a lock or its profile, and ends with the exit codes', async () => {
    const { core, userDataDir } = await openDoor()
    const steward = (...args: string[]) => run(...args, '--user-data-dir', userDataDir)
    const asked = steward('list', 'people', '--limit', '2', '--json')
    await allow(core)
    const { code, out, err, report } = await asked
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toMatchObject({ firm: 'Alder', more: true })
    expect(report).toMatchObject({ exitCodes: [0], windows: 0, singleInstanceLocks: 0, tooLate: [] })
    const { userData = '', sessionData } = report.paths as Record<string, string>
    expect(userData).toMatch(/steward-command-line-/)
    expect(sessionData).toBe(userData)
    await expect(stat(userData)).rejects.toThrow()
    if (process.platform === 'linux') expect(report.switches).toEqual(['ozone-platform=headless'])
    expect(await steward('list', 'nothing')).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/no list/) })
    await core.lock.lock({})
    expect(await steward('status')).toMatchObject({ code: 5, out: '', err: expect.stringContaining('locked') })
    expect(await run('--version')).toMatchObject({ code: 0, out: `${packageJson.version}\n` })
  })

  it('serves an assistant until its input ends', async () => {
    const { core, userDataDir } = await openDoor()
    const client = new Client({ name: 'Test assistant', version: '1' })
    const args = [...child, 'mcp', '--user-data-dir', userDataDir]
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
    const answered = client.callTool({ name: 'book', arguments: {} })
    await allow(core)
    expect((await answered).isError).not.toBe(true)
    await client.close()
  })
})
