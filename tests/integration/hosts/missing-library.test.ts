import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBuild } from '../../doubles/ensure-build.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')
const inside = `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`

/** Makes a copy of the built app, with the same packages, of which SQLite's binary needs a newer C library than there is. */
async function makeCopy(folder: string): Promise<void> {
  await cp(join(root, 'out'), join(folder, 'out'), { recursive: true })
  await cp(join(root, 'package.json'), join(folder, 'package.json'))
  await mkdir(join(folder, 'node_modules'))
  for (const name of await readdir(join(root, 'node_modules'))) {
    const [from, to] = [join(root, 'node_modules', name), join(folder, 'node_modules', name)]
    await (name === 'better-sqlite3' ? cp(from, to, { recursive: true }) : symlink(from, to))
  }
  const binary = await readFile(join(root, inside))
  for (let at = binary.indexOf('GLIBC_2.34\0'); at >= 0; at = binary.indexOf('GLIBC_2.34\0', at)) {
    binary.write('GLIBC_9.34', at)
  }
  await rm(join(folder, inside))
  await writeFile(join(folder, inside), binary)
}

describe.runIf(process.platform === 'linux')('a start on a computer with too old a system library', () => {
  let folder: string
  beforeAll(async () => {
    await ensureBuild()
    folder = await mkdtemp(join(tmpdir(), 'steward-old-library-'))
    await makeCopy(folder)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const said = [
    "Steward needs the system's C library (glibc) 9.34 or newer, and this Linux has an older one.",
    'Use a newer Linux: Debian 12, Ubuntu 22.04, RHEL 9 and everything newer have it.',
  ].join('\n')

  it('is refused by the browser shell, in words', async () => {
    const args = [join(folder, 'out/main/browser.js'), '--headless', '--user-data-dir', join(folder, 'browser')]
    await expect(run(process.execPath, args)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `Steward could not be opened.\n${said}\n`,
    })
  })

  it('is refused by the desktop shell, in a dialog', async () => {
    const script = join(root, 'tests/doubles/desktop-refused-process.ts')
    const { stdout } = await run(process.execPath, [script, join(folder, 'out/main/main.js'), join(folder, 'desktop')])
    expect(JSON.parse(stdout)).toEqual({ title: 'Steward could not be opened', text: said, exitCodes: [1] })
  })
})
