// Clones the last commit of this moment twice, builds and packs both around a made-up Electron, compares every byte, and lets one clone
// verify the other's package:
// npm run reproducible -- [--install]. By default the clones share this one's installed packages; with --install each installs its own.
import { execFile } from 'node:child_process'
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import { type Digests, differences, digestsOf } from '../../tools/release/compare.ts'
import { makeElectronFolder } from '../doubles/electron-folder.ts'
import { makeDeb } from '../doubles/make-deb.ts'
import { cloneAt, lastCommit } from './clone-at.ts'

const execute = promisify(execFile)
const root = process.cwd()
const { values } = parseArgs({ options: { install: { type: 'boolean', default: false } } })

/** Two builders that differ in everything that a build must not depend on. */
const builders = [
  { folder: 'one', env: { TZ: 'UTC', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', USER: 'one' } },
  { folder: 'a longer path/with a space', env: { TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8', LC_ALL: '', USER: 'other' } },
]

/** Runs a script in a clone; returns its exit code and what it printed. */
async function runIn(clone: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const options = { cwd: clone, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 }
  const ended = execute(process.execPath, ['tools/run-script.mjs', ...args], options)
  return ended.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
  )
}

async function buildIn(clone: string, env: Readonly<Record<string, string>>, electron: string): Promise<void> {
  const shared = values.install ? null : join(root, 'node_modules')
  // Real folders of its own, since a bundler resolves links to where they lead.
  if (shared !== null) await cp(shared, join(clone, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  const args = ['tools/package/main.ts', '--dir', '--electron-dist', electron, '--output', join(clone, 'dist')]
  const { code, output } = await runIn(clone, args, env)
  if (code !== 0) throw new Error(`The clone could not be packed:\n${output}`)
}

/** The packager's notes about itself name its folders; they are no part of a package. */
const ofPackager = /^builder-[\w-]+\.ya?ml$/

const withoutNotes = (digests: Digests): Digests => new Map([...digests].filter(([path]) => !ofPackager.test(path)))

/** Verifies a package of the first clone in the second, as it is and with one byte changed. */
async function verify([one = '', other = '']: readonly string[], electron: string, folder: string): Promise<string[]> {
  const unpacked = join(one, 'dist/linux-unpacked')
  const deb = await makeDeb(unpacked, join(folder, 'deb'))
  const args = ['tools/release/verify.ts', '--electron-dist', electron]
  const good = await runIn(other, [...args, deb], {})
  const archive = join(unpacked, 'resources/app.asar.unpacked')
  const [native = ''] = (await digestsOf(archive)).keys()
  await appendFile(join(archive, native), 'x')
  const bad = await runIn(other, [...args, unpacked], {})
  return [
    ...(good.code === 0 && good.output.includes('Equal: all')
      ? []
      : [`verify-release of an equal package: ${good.output}`]),
    ...(bad.code === 1 && bad.output.includes(`differs: ${native}`)
      ? []
      : [`verify-release of a changed one: ${bad.output}`]),
  ]
}

async function main(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-reproducible-'))
  try {
    const electron = join(folder, 'electron')
    await makeElectronFolder(electron, packageJson.devDependencies.electron)
    const clones = builders.map((builder) => join(folder, builder.folder))
    const commit = await lastCommit(root)
    console.log(`Commit ${commit}`)
    for (const clone of clones) await cloneAt(root, commit, clone)
    for (const [at, { env, folder: name }] of builders.entries()) {
      console.log(`Building and packing in “${name}”…`)
      await buildIn(clones[at] ?? '', env, electron)
    }
    const wrong: string[] = []
    for (const part of ['out', 'dist']) {
      const [one, other] = await Promise.all(
        clones.map(async (clone) => withoutNotes(await digestsOf(join(clone, part)))),
      )
      if (one === undefined || other === undefined || one.size === 0) throw new Error(`There is no ${part} to compare.`)
      const lines = differences(one, other, ['the first clone', 'the second clone'])
      console.log(`${part}: ${one.size - lines.length} of ${one.size} files are equal`)
      wrong.push(...lines.map((line) => `${part}: ${line}`))
    }
    if (process.platform === 'linux') {
      console.log('Verifying a package of the first clone in the second…')
      wrong.push(...(await verify(clones, electron, folder)))
    }
    console.log([...wrong, wrong.length === 0 ? 'Every byte is equal.' : `${wrong.length} failed`].join('\n'))
    return wrong.length === 0
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

process.exitCode = (await main()) ? 0 : 1
