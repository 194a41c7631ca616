// Builds the packages for the system it runs on. `--dir`: only the unpacked app, signed or not. `--release`: signed installers,
// or an error. `--unsigned`: installers without a signature, for a draft. Nothing is published: see RELEASING.md.
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'electron-builder'
import { ensureBuild, ensureDependencies } from '../lib/setup.mjs'
import { writeChecksums } from './checksums.ts'
import { configurationOf, root } from './configuration.ts'
import { assertFuses, assertHasFuses } from './fuses.ts'
import { readLock } from './packages.ts'
import { writeBillOfMaterials } from './sbom.ts'
import { isPlatform, missingForSigning } from './signing.ts'
import { assertSystemLibraries } from './system-libraries.ts'

const { values: asked } = parseArgs({
  options: {
    dir: { type: 'boolean', default: false },
    release: { type: 'boolean', default: false },
    unsigned: { type: 'boolean', default: false },
    output: { type: 'string' },
    'electron-dist': { type: 'string' },
  },
})

async function make(): Promise<void> {
  const platform = process.platform
  if (!isPlatform(platform)) throw new Error(`There are no packages for ${platform}.`)
  if ([asked.dir, asked.release, asked.unsigned].filter(Boolean).length !== 1)
    throw new Error('Pass --dir for the unpacked app, --release for signed installers, or --unsigned for others.')
  const missing = asked.release ? missingForSigning(platform, process.env) : []
  if (missing.length > 0) throw new Error(`A release must be signed. Not set: ${missing.join('; ')}.`)

  await ensureDependencies()
  const electron = { darwin: 'Electron.app', win32: 'electron.exe', linux: 'electron' }[platform]
  if (asked['electron-dist'] !== undefined) await assertHasFuses(join(asked['electron-dist'], electron))
  if (!asked.dir) await rm(join(root, 'out'), { recursive: true, force: true })
  await ensureBuild()

  const output = asked.output ?? join(root, 'dist')
  const programs: string[] = []
  const configuration = configurationOf({
    platform,
    env: process.env,
    release: asked.release,
    output,
    ...(asked['electron-dist'] === undefined ? {} : { electronDist: asked['electron-dist'] }),
  })
  const artifacts = await build({
    projectDir: root,
    dir: asked.dir,
    publish: 'never',
    config: {
      ...configuration,
      afterPack: ({ appOutDir, packager }) => {
        const name = packager.appInfo.productFilename
        const program = { darwin: `${name}.app`, win32: `${name}.exe`, linux: 'steward' }[platform]
        // The halves of a universal app are packed into temporary folders first and deleted at the end.
        if (!appOutDir.endsWith('-temp')) programs.push(join(appOutDir, program))
      },
    },
  })
  if (programs.length === 0) throw new Error('Nothing was packed.')
  for (const program of programs) {
    await assertFuses(program)
    if (platform === 'linux') await assertSystemLibraries(join(dirname(program), 'resources/app.asar.unpacked'))
  }
  const bill = await writeBillOfMaterials(root, output, readLock(root))
  if (!asked.dir) await writeChecksums([...artifacts, bill], output, process.env.STEWARD_GPG_KEY)
  console.log(['Built, with the expected fuses:', ...programs, ...artifacts, bill].join('\n  '))
}

try {
  await make()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  // The packager installs an exit hook that ends the process with code 0 whatever `exitCode` is, so exit explicitly.
  process.exit(1)
}
