// The steps of the release workflow:
// npm run release -- build FOLDER         builds this system's packages, signed if the environment can sign
// npm run release -- assemble FROM TO     gathers all systems' packages, with checksums, notes and staged update feeds
// npm run release -- draft FOLDER TAG     creates a draft release on GitHub
// npm run release -- stage FILE PERCENT   offers an update feed's version to that share of the installations
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createGitHub } from '../lib/github.ts'
import { root } from '../lib/run.mjs'
import { readLock } from '../package/packages.ts'
import { isPlatform } from '../package/signing.ts'
import { assemble } from './assemble.ts'
import { buildSystem } from './build-system.ts'
import { createDraft } from './draft.ts'
import { stageFeed } from './feed.ts'

const usage = 'Usage: npm run release -- build FOLDER | assemble FROM TO | draft FOLDER TAG | stage FILE PERCENT'

const version = readLock(root).packages['']?.version ?? ''

const commands: Readonly<Record<string, (one: string, other: string) => Promise<string>>> = {
  async build(folder) {
    const platform = process.platform
    if (!isPlatform(platform)) throw new Error(`There are no packages for ${platform}.`)
    const { signed } = await buildSystem(platform, folder)
    return `${signed ? 'Signed' : 'UNSIGNED'} packages of ${version} for ${platform} are in ${folder}.`
  },
  async assemble(from, to) {
    const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8')
    const repository = process.env.GITHUB_REPOSITORY ?? 'OWNER/steward'
    const key = process.env.STEWARD_GPG_PRIVATE_KEY
    const { systems, files } = await assemble({ from, to, version, changelog, repository, key })
    const lines = systems.map(({ platform, signed }) => `${platform}: ${signed ? 'signed' : 'not signed'}`)
    return [...lines, ...files.map((file) => `  ${file}`)].join('\n')
  },
  async draft(folder, tag) {
    if (tag !== `v${version}`) throw new Error(`The tag ${tag} is not v${version}, the version in package.json.`)
    return `Draft: ${await createDraft(createGitHub(process.env), folder, tag)}`
  },
  async stage(file, percentage) {
    await writeFile(file, stageFeed(await readFile(file, 'utf8'), percentage === '' ? Number.NaN : Number(percentage)))
    return `${file} offers its version to ${percentage} % of the installations.`
  },
}

try {
  const [name = '', one, other, ...rest] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const needsOther = name !== 'build'
  if (command === undefined || one === undefined || (other === undefined) === needsOther || rest.length > 0)
    throw new Error(usage)
  console.log(await command(one, other ?? ''))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
