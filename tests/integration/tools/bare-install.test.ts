import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** Packages that npm skips if it cannot compile and has no binary for the system. */
const leftOut = /^(keytar|@napi-rs\/keyring.*)$/

/** Copies every file of the working tree that git tracks or would add, so that the current state is tested. */
async function copyClone(to: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 16 * 1024 * 1024,
  })
  const kept = stdout.split('\0').filter((path) => path !== '' && !path.startsWith('tests/'))
  // A deleted file whose deletion is not committed yet is still listed.
  for (const path of kept) await cp(join(root, path), join(to, path)).catch(ignoreMissing)
}

const ignoreMissing = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
}

/** Links the installed packages, except those that npm would have skipped. A link is free; a second install takes minutes. */
async function linkPackages(to: string): Promise<string[]> {
  const from = join(root, 'node_modules')
  const entries = await readdir(from)
  const scoped = entries.filter((name) => name.startsWith('@'))
  const inScopes = await Promise.all(
    scoped.map(async (scope) => (await readdir(join(from, scope))).map((name) => join(scope, name))),
  )
  const names = [...entries.filter((name) => !name.startsWith('@')), ...inScopes.flat()]
  const linked = names.filter((name) => !leftOut.test(name))
  for (const name of linked) {
    await mkdir(dirname(join(to, name)), { recursive: true })
    await symlink(join(from, name), join(to, name))
  }
  return names.filter((name) => leftOut.test(name))
}

/** Starts Steward as the README says; resolves with its output once it is ready or has ended. */
async function startUntilReady(clone: string, userDataDir: string): Promise<string> {
  const args = ['tools/start.mjs', '--demo', '--headless', '--port', '0', '--user-data-dir', userDataDir]
  const { DBUS_SESSION_BUS_ADDRESS: _bus, DISPLAY: _display, ...env } = process.env
  const child = spawn(process.execPath, args, { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  let output = ''
  const ready = new Promise<void>((settle) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Steward is ready at')) settle()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
  })
  await Promise.race([ready, closed])
  child.kill()
  await closed
  return output
}

describe('an install without its optional packages', () => {
  let folder: string
  let clone: string
  let missing: string[]
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-bare-'))
    clone = join(folder, 'steward')
    await copyClone(clone)
    missing = await linkPackages(join(clone, 'node_modules'))
    // As if `npm ci` had just run there: `npm start` makes the same check and finds nothing to do.
    const note =
      "import('./tools/lib/setup.mjs').then(({ dependencies }) => import('./tools/lib/stale.mjs').then(({ whenStale }) => whenStale({ ...dependencies, work: async () => {} })))"
    await run(process.execPath, ['--eval', note], { cwd: clone })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is built, with a notice of what is installed alone, and starts the demo firm until it is ready', async () => {
    expect(missing).toEqual(expect.arrayContaining(['keytar', '@napi-rs/keyring']))
    const output = await startUntilReady(clone, join(folder, 'data'))
    expect(output).toMatch(/Steward is ready at http:\/\/steward-[0-9a-f]{32}\.localhost:\d+\/#launch=/)
    expect(output).not.toContain('installing its packages')
    const notice = await readFile(join(clone, 'out/renderer/third-party-licences.txt'), 'utf8')
    expect(notice).toMatch(/^better-sqlite3-multiple-ciphers \d/m)
    expect(notice).not.toMatch(/^(keytar|@napi-rs\/keyring\S*) \d/m)
  })
})
