import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readLock } from '../../../tools/package/packages.ts'
import { ensureBuild } from '../../doubles/ensure-build.ts'

const root = resolve(import.meta.dirname, '../../..')

/** The packages that have install scripts; what a script makes is in `build`. */
const scripted = Object.entries(readLock(root).packages).flatMap(([place, { hasInstallScript }]) =>
  hasInstallScript && /^node_modules\/[^/]+$/.test(place) ? [basename(place)] : [],
)

let folder: string
beforeAll(async () => {
  await ensureBuild()
  folder = await mkdtemp(join(tmpdir(), 'steward-no-scripts-'))
  await cp(join(root, 'out'), join(folder, 'out'), { recursive: true })
  await cp(join(root, 'package.json'), join(folder, 'package.json'))
  await mkdir(join(folder, 'node_modules'))
  for (const name of await readdir(join(root, 'node_modules'))) {
    const [from, to] = [join(root, 'node_modules', name), join(folder, 'node_modules', name)]
    const isMade = (path: string) => path === join(from, 'build')
    if (scripted.includes(name)) await cp(from, to, { recursive: true, filter: (path) => !isMade(path) })
    else await symlink(from, to)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('Steward starts from packages that were installed without their scripts (npm ci --ignore-scripts)', async () => {
  expect(scripted).toContain('keytar')
  const args = [join(folder, 'out/main/browser.js'), '--headless', '--demo', '--user-data-dir', join(folder, 'data')]
  const env = { PATH: process.env.PATH, HOME: folder }
  const started = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((settle) => started.once('close', settle))
  try {
    const lines: string[] = []
    for await (const line of createInterface({ input: started.stdout })) {
      lines.push(line)
      if (line.startsWith('Steward is ready at ')) break
    }
    expect(lines).toContainEqual(expect.stringMatching(/^Steward is ready at http:/))
  } finally {
    started.kill('SIGTERM')
    await ended
  }
})
