// Builds and packs the current commit again and compares the app with the one in a released package:
// npm run verify-release -- FILE [--electron-dist FOLDER]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { extractFile } from '@electron/asar'
import { z } from 'zod'
import { root, run } from '../lib/run.mjs'
import { differences, digestsOfArchive } from './compare.ts'
import { archiveOf } from './open-package.ts'

/** The part of the app's description that the build's environment decides. */
const described = z.looseObject({
  version: z.string(),
  updates: z.strictObject({ url: z.string().nullable(), publisher: z.string().nullable() }),
})

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'electron-dist': { type: 'string' } },
})

/** Returns the commit that is rebuilt. */
async function cleanCommit(): Promise<string> {
  const status = await run('git', ['status', '--porcelain'], { quiet: true })
  if (status.code !== 0 || status.output !== '')
    throw new Error(
      `This clone has changes of its own. Verify in a clean clone of the release's tag:\n${status.output}`,
    )
  return (await run('git', ['rev-parse', 'HEAD'], { quiet: true })).output.trim()
}

async function pack(folder: string, { updates }: z.infer<typeof described>): Promise<string> {
  await rm(join(root, 'out'), { recursive: true, force: true })
  const dist = values['electron-dist'] === undefined ? [] : ['--electron-dist', resolve(values['electron-dist'])]
  const env = { STEWARD_UPDATE_URL: updates.url ?? '', STEWARD_PUBLISHER: updates.publisher ?? '' }
  const args = [join(root, 'tools/package/main.ts'), '--dir', '--output', folder, ...dist]
  const { code, output } = await run('node', args, { quiet: true, env })
  if (code !== 0) throw new Error(`The commit could not be packed:\n${output.slice(-4000)}`)
  return archiveOf(folder, folder)
}

async function verify(file: string): Promise<boolean> {
  const commit = await cleanCommit()
  const folder = await mkdtemp(join(tmpdir(), 'steward-verify-'))
  try {
    const released = await archiveOf(resolve(file), join(folder, 'released'))
    const description = described.parse(JSON.parse(extractFile(released, 'package.json').toString()))
    console.log(`Building ${commit}, and comparing it with version ${description.version} in ${file}…`)
    const rebuilt = await pack(join(folder, 'rebuilt'), description)
    const one = await digestsOfArchive(released, join(folder, 'one'))
    const other = await digestsOfArchive(rebuilt, join(folder, 'other'))
    const lines = differences(one, other, ['the release', 'the rebuilt app'])
    console.log(lines.length === 0 ? `Equal: all ${one.size} files of the app.` : lines.join('\n'))
    if (lines.length > 0) console.log(`Not equal: ${lines.length} of ${one.size} files.`)
    return lines.length === 0
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

try {
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new Error('Usage: npm run verify-release -- FILE')
  process.exitCode = (await verify(file)) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
