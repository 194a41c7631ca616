import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { type Assembly, assemble } from '../../../tools/release/assemble.ts'
import { withAppleKey } from '../../../tools/release/build-system.ts'
import { createApi, type RecordingApi } from '../../doubles/github-api.ts'

const execute = promisify(execFile)
const script = join(process.cwd(), 'tools/release/main.ts')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-release-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const feed = 'version: 0.2.0\nfiles:\n  - url: a.exe\n    sha512: aGFzaA==\n'

/** Fills a folder as a system's build does. */
async function built(name: string, system: Record<string, unknown>, files: Record<string, string>) {
  const into = join(folder, 'packages', name)
  await mkdir(into, { recursive: true })
  await writeFile(join(into, 'system.json'), JSON.stringify({ version: '0.2.0', ...system }))
  for (const [file, text] of Object.entries(files)) await writeFile(join(into, file), text)
}

const assembly = (more: Partial<Assembly> = {}): Assembly => ({
  from: join(folder, 'packages'),
  to: join(folder, 'release'),
  version: '0.2.0',
  changelog: '## 0.2.0\n\n- Faster.\n',
  repository: 'firm/steward',
  ...more,
})

describe('the packages of all systems', () => {
  beforeEach(async () => {
    const windows = { 'a.exe': 'exe', 'latest.yml': feed, 'Steward-0.2.0.cdx.json': '{"w":1}', 'builder-debug.yml': '' }
    await built('windows', { platform: 'win32', arch: 'x64', signed: true }, windows)
    const mac = { 'a.dmg': 'dmg', 'latest-mac.yml': feed, 'Steward-0.2.0.cdx.json': '{"m":1}' }
    await built('mac', { platform: 'darwin', arch: 'universal', signed: false }, mac)
    const linux = { 'a.deb': 'deb', 'latest-linux.yml': feed, 'Steward-0.2.0.cdx.json': '{"l":1}' }
    await built('linux', { platform: 'linux', arch: 'arm64', signed: false }, linux)
  })

  it('become one folder, with checksums, bills of materials, and staged feeds of what is signed', async () => {
    const { files } = await assemble(assembly())
    const bills = ['darwin-universal', 'linux-arm64', 'win32-x64'].map((name) => `Steward-${name}.cdx.json`)
    expect(files).toEqual(['NOTES.md', 'SHA256SUMS', ...bills, 'a.deb', 'a.dmg', 'a.exe', 'latest.yml'])
    expect(await readFile(join(folder, 'release/latest.yml'), 'utf8')).toMatch(/^stagingPercentage: 10$/m)
    expect(await readFile(join(folder, 'release/NOTES.md'), 'utf8')).toMatch(/Not signed: Linux, macOS\./)
    await execute('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: join(folder, 'release') })
    await writeFile(join(folder, 'release/a.deb'), 'changed')
    const check = execute('sha256sum', ['--check', 'SHA256SUMS'], { cwd: join(folder, 'release') })
    await expect(check).rejects.toMatchObject({ stdout: expect.stringContaining('a.deb: FAILED') })
  })

  it('have a list that a key signed, which is left nowhere', async () => {
    const home = join(folder, 'gnupg')
    await mkdir(home, { mode: 0o700 })
    const env = { ...process.env, GNUPGHOME: home }
    const gpg = (...args: string[]) => execute('gpg', ['--batch', '--pinentry-mode', 'loopback', ...args], { env })
    await gpg('--passphrase', '', '--quick-generate-key', 'Release <release@example.com>', 'ed25519', 'sign', 'never')
    const { stdout: key } = await gpg('--armor', '--export-secret-keys')
    const { systems, files } = await assemble(assembly({ key }))
    expect(files).toEqual(expect.arrayContaining(['SHA256SUMS', 'SHA256SUMS.asc', 'latest-linux.yml']))
    expect(systems.find(({ platform }) => platform === 'linux')?.signed).toBe(true)
    await gpg('--verify', join(folder, 'release/SHA256SUMS.asc'), join(folder, 'release/SHA256SUMS'))
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('steward-gpg-'))).toEqual([])
    await expect(assemble(assembly({ key: 'no key' }))).rejects.toThrow()
    await execute('gpgconf', ['--kill', 'gpg-agent'], { env })
  })

  it('are refused if one is of another version, has the name of another, or the change log has no heading', async () => {
    await expect(assemble(assembly({ changelog: '' }))).rejects.toThrow('no heading for 0.2.0')
    await expect(assemble(assembly({ version: '0.3.0' }))).rejects.toThrow('have version 0.2.0, not 0.3.0')
    await built('linux-x64', { platform: 'linux', arch: 'x64', signed: false }, { 'a.deb': 'another' })
    await expect(assemble(assembly())).rejects.toThrow(/same name: .*a\.deb/)
  })
})

describe('npm run release', () => {
  let api: RecordingApi
  beforeEach(async () => {
    api = await createApi()
  })
  afterEach(() => api.close())

  const release = (...args: string[]) =>
    execute(process.execPath, [script, ...args], { env: { ...process.env, ...api.environment } })

  it('draft: creates a draft with the notes, and uploads every other file', async () => {
    const files = { 'NOTES.md': 'Faster.', SHA256SUMS: 'abc', 'a b.deb': 'deb' }
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const tag = `v${packageJson.version}`
    const { stdout } = await release('draft', folder, tag)
    expect(stdout).toContain(`Draft: ${api.address}/draft`)
    expect(api.requests).toEqual([
      [
        'POST',
        '/repos/firm/steward/releases',
        { tag_name: tag, name: tag, body: 'Faster.', draft: true, prerelease: false },
      ],
      ['POST', '/upload?name=SHA256SUMS', 'abc'],
      ['POST', '/upload?name=a%20b.deb', 'deb'],
    ])
    expect(api.tokens).toEqual(['Bearer token'])
  })

  it('draft: refuses another tag than the version’s, and says what GitHub answered', async () => {
    await expect(release('draft', folder, 'v9.9.9')).rejects.toMatchObject({
      stderr: expect.stringContaining('v9.9.9'),
    })
    expect(api.requests).toEqual([])
    await writeFile(join(folder, 'NOTES.md'), 'Faster.')
    api.fail(422)
    const refused = release('draft', folder, `v${packageJson.version}`)
    await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/releases: 422/) })
  })

  it('stage: changes a feed’s share', async () => {
    const file = join(folder, 'latest.yml')
    await writeFile(file, feed)
    await release('stage', file, '50')
    expect(await readFile(file, 'utf8')).toBe(`${feed}stagingPercentage: 50\n`)
  })

  it.each([[['draft', 'folder']], [['toString', 'a', 'b']]])('says what it takes, with %j', async (args) => {
    await expect(release(...args)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Usage:') })
  })
})

it('Apple’s key is a file that only this user can read', async () => {
  const env = await withAppleKey({ APPLE_API_KEY_TEXT: 'key', OTHER: '1' }, folder)
  expect(env).toEqual({ OTHER: '1', APPLE_API_KEY: join(folder, 'AuthKey.p8') })
  expect(await readFile(join(folder, 'AuthKey.p8'), 'utf8')).toBe('key')
  expect(await withAppleKey({ APPLE_API_KEY_TEXT: '', OTHER: '1' }, folder)).toEqual({ OTHER: '1' })
})

it('the checklist runs from the command line, and fails with a wrong tag', async () => {
  const checklist = join(process.cwd(), 'tools/release/run-checklist.ts')
  const run = execute(process.execPath, [checklist, '--before', '--tag', 'v9.9.9'])
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^failed {3}The tag is the version/m),
  })
})
