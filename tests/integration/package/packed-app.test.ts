import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { extractAll, listPackage } from '@electron/asar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { assertFuses } from '../../../tools/package/fuses.ts'
import { packagesAtRunTime, readLock } from '../../../tools/package/packages.ts'
import { differences, digestsOf, digestsOfArchive } from '../../../tools/release/compare.ts'
import { archiveOf } from '../../../tools/release/open-package.ts'
import { makeElectronFolder } from '../../doubles/electron-folder.ts'
import { ensureBuild } from '../../doubles/ensure-build.ts'
import { makeDeb } from '../../doubles/make-deb.ts'
import { runDesktop } from '../../doubles/run-desktop.ts'

const root = resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)
const megabyte = 1_000_000

/** Returns the package that a file belongs to, by the innermost `node_modules`. */
const nameOf = (file: string) => /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]

describe.runIf(process.platform === 'linux')('the app as it is packed, around a made-up Electron', () => {
  let folder: string
  let unpacked: string
  let files: string[]
  let packed: string

  beforeAll(async () => {
    await ensureBuild()
    folder = await mkdtemp(join(tmpdir(), 'steward-packed-'))
    const electron = join(folder, 'electron')
    await makeElectronFolder(electron, packageJson.devDependencies.electron)
    const output = join(folder, 'packages')
    const script = join(root, 'tools/package/main.ts')
    await run(process.execPath, [script, '--dir', '--electron-dist', electron, '--output', output], { cwd: root })
    unpacked = join(output, 'linux-unpacked')
    const archive = join(unpacked, 'resources/app.asar')
    packed = join(folder, 'app')
    extractAll(archive, packed)
    const found = await readdir(packed, { recursive: true, withFileTypes: true })
    files = found
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name).slice(packed.length + 1))
    // The archive also lists the unpacked files beside it.
    expect(listPackage(archive, { isPack: false }).length).toBeGreaterThanOrEqual(files.length)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('holds the built app, its description and its run-time packages, and nothing else', () => {
    // The packager decides on the folders; only the set of packages matters.
    const packages = new Set(packagesAtRunTime(readLock(root)).map((place) => nameOf(`${place}/`)))
    const allowed = [
      /^package\.json$/,
      /^out\/main\/(main|data-worker|statement-worker|text-reader|sandbox)\.js$/,
      /^out\/main\/chunks\/[\w-]+\.js$/,
      /^out\/preload\/preload\.cjs$/,
      /^out\/renderer\/(index\.html|icon\.svg|third-party-licences\.txt)$/,
      /^out\/renderer\/assets\/[\w.-]+\.(js|mjs|css|webp)$/,
      /^out\/renderer\/pdf\/(cmaps|fonts|decoders)\/[\w.-]+\.(bcmap|pfb|ttf|js|txt)$/,
    ]
    const inPackage = (file: string) => packages.has(nameOf(file))
    expect(files.filter((file) => !inPackage(file) && !allowed.some((form) => form.test(file)))).toEqual([])
    expect(files).toEqual(
      expect.arrayContaining([
        'out/main/main.js',
        'out/main/data-worker.js',
        'out/main/statement-worker.js',
        'out/main/text-reader.js',
        'out/main/sandbox.js',
      ]),
    )
  })

  it('holds no source, map, type, test, document, or key of a certificate', () => {
    const unwanted =
      /\.(map|tsx?|mts|cts|md|markdown|c|cc|cpp|h|gyp|pem|key|p12|pfx|crt|db|log|env)$|(^|\/)(tests?|__tests__|\.[^/]*)\//i
    expect(files.filter((file) => unwanted.test(file))).toEqual([])
  })

  it('holds native modules of its own system only, beside the archive, and no other program', async () => {
    const native = [
      `node_modules/@napi-rs/keyring-linux-${process.arch}-gnu/keyring.linux-${process.arch}-gnu.node`,
      `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
      'node_modules/keytar/build/Release/keytar.node',
    ]
    expect(files.filter((file) => /\.(node|exe|dll|dylib|so)$/.test(file)).sort()).toEqual(native)
    const beside = await readdir(join(unpacked, 'resources/app.asar.unpacked'), {
      recursive: true,
      withFileTypes: true,
    })
    const found = beside.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
    expect(found.map((file) => file.slice(file.indexOf('node_modules'))).sort()).toEqual(native)
    expect(files.filter((file) => /node-(runtime|linux|win|darwin)/.test(file))).toEqual([])
  })

  it('is as small as it can be: thirty-three megabytes at most, of which the page is eight, the reader of scans six, and the command line with its protocol for assistants one', async () => {
    const sizeOf = async (file: string) => (await stat(join(packed, file))).size
    const page = files.filter((file) => file.startsWith('out/renderer/'))
    const sum = async (of: string[]) => (await Promise.all(of.map(sizeOf))).reduce((one, other) => one + other, 0)
    expect(await sum(files)).toBeLessThan(33 * megabyte)
    expect(await sum(page)).toBeLessThan(8 * megabyte)
  })

  it('describes itself without scripts, and without a place to update from unless it was built with one', async () => {
    const described = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8'))
    expect(described).toMatchObject({ main: 'out/main/main.js', version: packageJson.version })
    expect(described.updates).toEqual({ url: null, publisher: null })
    expect(described).not.toHaveProperty('scripts')
    expect(described).not.toHaveProperty('devDependencies')
    expect(await readdir(join(unpacked, 'resources'))).toEqual(['app.asar', 'app.asar.unpacked'])
  })

  it('has its fuses set, which those of the program it was made of are not', async () => {
    await expect(assertFuses(join(unpacked, 'steward'))).resolves.toBeUndefined()
    await expect(assertFuses(join(folder, 'electron/electron'))).rejects.toThrow(/runAsNode.*onlyLoadAppFromAsar/)
  })

  it('has the same bytes when it is packed again, by a builder with another clock and language', async () => {
    const script = join(root, 'tools/package/main.ts')
    const output = join(folder, 'packed again')
    const args = ['--dir', '--electron-dist', join(folder, 'electron'), '--output', output]
    const env = { ...process.env, TZ: 'Asia/Tokyo', LC_ALL: 'C' }
    await run(process.execPath, [script, ...args], { cwd: root, env })
    const [one, other] = [await digestsOf(unpacked), await digestsOf(join(output, 'linux-unpacked'))]
    expect(one.size).toBeGreaterThan(5)
    expect(differences(one, other, ['the first', 'the second'])).toEqual([])
    const bill = `Steward-${packageJson.version}.cdx.json`
    expect(await readFile(join(output, bill))).toEqual(await readFile(join(folder, 'packages', bill)))
  })

  it('is found in a Debian package, where each changed file is named', async () => {
    const deb = await makeDeb(unpacked, join(folder, 'deb'))
    const found = await archiveOf(deb, join(folder, 'opened'))
    expect(await readFile(found)).toEqual(await readFile(join(unpacked, 'resources/app.asar')))
    const content = join(folder, 'from-deb')
    const app = await digestsOf(packed)
    const names = ['the package', 'the app'] as const
    expect(differences(await digestsOfArchive(found, content), app, names)).toEqual([])
    await writeFile(join(content, 'out/main/main.js'), 'changed')
    await rm(join(content, 'package.json'))
    expect(differences(await digestsOf(content), app, names)).toEqual([
      'differs: out/main/main.js',
      'only in the app: package.json',
    ])
    await expect(archiveOf(join(root, 'README.md'), join(folder, 'no package'))).rejects.toThrow(
      'is no package of Steward',
    )
  })

  it('is not said to be made where its fuses cannot be set', async () => {
    const electron = join(folder, 'electron-without-fuses')
    await makeElectronFolder(electron, packageJson.devDependencies.electron)
    await writeFile(join(electron, 'electron'), 'no fuses in here')
    const args = ['--dir', '--electron-dist', electron, '--output', join(folder, 'not-made')]
    const making = run(process.execPath, [join(root, 'tools/package/main.ts'), ...args], { cwd: root })
    await expect(making).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('fuses') })
  })

  it('begins in Chromium’s sandbox as an AppImage, and its windows belong to its entry among the programs', async () => {
    const script = join(root, 'tests/doubles/appimage-entry.ts')
    const { stdout } = await run(process.execPath, [script, unpacked, join(folder, 'entry')], { cwd: root })
    const said = stdout.split('\n').find((line) => line.startsWith('ENTRY ')) ?? ''
    const { desktop, desktopFileName } = JSON.parse(said.slice('ENTRY '.length))
    expect(desktop).toMatch(/^Exec=AppRun %U$/m)
    expect(desktop).toMatch(/^StartupWMClass=com\.steward\.Steward$/m)
    expect(desktop).toMatch(/^MimeType=x-scheme-handler\/steward;$/m)
    expect(desktopFileName).toBe('com.steward.Steward.desktop')
    const described = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8'))
    expect(described.desktopName).toBe(desktopFileName)
  })

  it('starts as it lies in the package: shows a window, starts the demo firm, opens its encrypted stores and answers its page', async () => {
    const data = join(folder, 'data')
    const { report, printed } = await runDesktop('demo-firm', { folder: data, entry: join(packed, 'out/main/main.js') })
    expect(printed).toContain('Steward is ready at app://steward/')
    expect(report).toMatchObject({
      acts: ['load app://steward/', 'show'],
      info: { shell: 'desktop', version: packageJson.version },
      windowOptions: { webPreferences: { preload: join(packed, 'out/preload/preload.cjs') } },
      kind: 'demo',
      notes: 'Larch',
      stores: ['ledger.db', 'mirror.db'],
      readableStores: 0,
      exitCodes: [0],
    })
  })

  it('finds both keychain modules in the package', async () => {
    const ask = "console.log(typeof require('keytar').getPassword, typeof require('@napi-rs/keyring').AsyncEntry)"
    expect((await run(process.execPath, ['--eval', ask], { cwd: packed })).stdout.trim()).toBe('function function')
  })

  it('comes with a bill of materials that has a hash of everything', async () => {
    const file = join(folder, 'packages', `Steward-${packageJson.version}.cdx.json`)
    const { components } = JSON.parse(await readFile(file, 'utf8'))
    const names = components.map(({ name }: { name: string }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['electron', 'react', 'zod', 'undici', 'better-sqlite3-multiple-ciphers', 'keytar']),
    )
    expect(names).toContain(`@napi-rs/keyring-linux-${process.arch}-gnu`)
    expect(names.filter((name: string) => /keyring-(darwin|win32|freebsd)|musl/.test(name))).toEqual([])
    for (const name of ['vitest', 'vite', 'typescript', 'prebuild-install']) expect(names).not.toContain(name)
    for (const { hashes } of components)
      expect(hashes[0]).toMatchObject({ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) })
  })

  it('carries the licences of what it is made of', async () => {
    const notice = await readFile(join(packed, 'out/renderer/third-party-licences.txt'), 'utf8')
    for (const name of [
      'react',
      'zod',
      'fastify',
      '@mantine/core',
      'pdfjs-dist',
      'better-sqlite3-multiple-ciphers',
      'keytar',
    ])
      expect(notice).toMatch(new RegExp(`^${name} \\d`, 'm'))
    // The D-Bus library is compiled into it.
    expect(notice).toMatch(/^@napi-rs\/keyring-linux-[\s\S]*libdbus[\s\S]*Academic Free License/m)
    expect(notice).toContain('Permission is hereby granted')
    expect(notice).not.toContain('Licence: unknown')
  })
})
