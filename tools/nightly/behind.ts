import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** What Dependabot does not follow: packages under another name, the carried Node, and the digests of actions. */
export type Pinned =
  | { kind: 'alias'; name: string; package: string; version: string }
  | { kind: 'node'; version: string }
  | { kind: 'action'; repository: string; digest: string; version: string }

/** The answers of the registries. Both throw if there is none. */
export type Registries = {
  /** The JSON at an address. */
  ask(url: string): Promise<unknown>
  /** The JSON that `npm audit` prints for the lock file, which knows aliases by their real names. */
  audit(): Promise<unknown>
}

const manifest = z.looseObject({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
})

const readManifest = (path: string) => manifest.parse(JSON.parse(readFileSync(path, 'utf8')))

/** Reads what is pinned from `package.json`, `tools/node-runtime` and the workflows below a root folder. */
export function readPinned(root: string): Pinned[] {
  const { dependencies, devDependencies, optionalDependencies } = readManifest(join(root, 'package.json'))
  const aliases = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).flatMap(
    ([name, asked]): Pinned[] => {
      const [, real, version] = /^npm:(.+)@([^@]+)$/.exec(asked) ?? []
      return real === undefined || version === undefined ? [] : [{ kind: 'alias', name, package: real, version }]
    },
  )
  const carried = Object.values(readManifest(join(root, 'tools/node-runtime/package.json')).optionalDependencies)
  const nodes = [...new Set(carried)].map((version): Pinned => ({ kind: 'node', version }))
  return [...aliases, ...nodes, ...readActions(join(root, '.github/workflows'))]
}

function readActions(folder: string): Pinned[] {
  const found = new Map<string, Pinned>()
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [line, repository = '', digest = '', version = ''] of text.matchAll(
      /uses: ([\w.-]+\/[\w.-]+)\S*@([0-9a-f]{40}) # (v\S+)$/gm,
    )) {
      found.set(line, { kind: 'action', repository, digest, version })
    }
  }
  return [...found.values()]
}

const distTags = z.looseObject({ latest: z.string() })
const nodeVersions = z.array(z.looseObject({ version: z.string(), security: z.boolean() }))
const release = z.looseObject({ tag_name: z.string() })
const commit = z.looseObject({ sha: z.string() })
const auditReport = z.looseObject({
  vulnerabilities: z.record(
    z.string(),
    z.looseObject({ severity: z.string(), via: z.array(z.union([z.string(), z.looseObject({ url: z.string() })])) }),
  ),
})

/**
 * Names what is behind its registry, one line each, and every known advisory about a package of the lock file. What cannot be asked is a
 * line as well: silence means that everything was compared.
 */
export async function findBehind(pinned: readonly Pinned[], registries: Registries): Promise<string[]> {
  const lines = pinned.map((one) => attempt(nameOf(one), () => compare(one, registries.ask)))
  return (await Promise.all([...lines, attempt('advisories', () => readAdvisories(registries))])).flat()
}

async function attempt(what: string, work: () => Promise<string[]>): Promise<string[]> {
  try {
    return await work()
  } catch (error) {
    return [`${what}: could not be compared (${error instanceof Error ? error.message.slice(0, 200) : 'no reason'})`]
  }
}

const nameOf = (one: Pinned): string =>
  one.kind === 'alias' ? `${one.name} (${one.package})` : one.kind === 'node' ? 'tools/node-runtime' : one.repository

async function compare(one: Pinned, ask: Registries['ask']): Promise<string[]> {
  if (one.kind === 'action') return compareAction(one, ask)
  if (one.kind === 'node') return compareNode(one, ask)
  const { latest } = distTags.parse(await ask(`https://registry.npmjs.org/-/package/${one.package}/dist-tags`))
  return latest === one.version ? [] : [`${nameOf(one)}: ${one.version}, the registry has ${latest}`]
}

async function compareNode(one: Pinned & { kind: 'node' }, ask: Registries['ask']): Promise<string[]> {
  const [major = ''] = one.version.split('.')
  const all = nodeVersions.parse(await ask('https://nodejs.org/dist/index.json'))
  // The list begins with the newest version.
  const ofMajor = all.filter(({ version }) => version.startsWith(`v${major}.`))
  const at = ofMajor.findIndex(({ version }) => version === `v${one.version}`)
  if (at < 0) return [`${nameOf(one)}: Node's list does not have ${one.version}`]
  const newer = ofMajor.slice(0, at)
  const [newest] = newer
  if (newest === undefined) return []
  const urgent = newer.some(({ security }) => security) ? ', which mends a weakness' : ''
  return [`${nameOf(one)}: ${one.version}, Node has ${newest.version.slice(1)}${urgent}`]
}

async function compareAction(one: Pinned & { kind: 'action' }, ask: Registries['ask']): Promise<string[]> {
  const address = `https://api.github.com/repos/${one.repository}`
  const { tag_name } = release.parse(await ask(`${address}/releases/latest`))
  const { sha } = commit.parse(await ask(`${address}/commits/${one.version}`))
  return [
    ...(tag_name === one.version ? [] : [`${nameOf(one)}: ${one.version}, its newest release is ${tag_name}`]),
    ...(sha === one.digest ? [] : [`${nameOf(one)}: ${one.version} is the commit ${sha}, not ${one.digest}`]),
  ]
}

async function readAdvisories({ audit }: Registries): Promise<string[]> {
  const { vulnerabilities } = auditReport.parse(await audit())
  return Object.entries(vulnerabilities).map(([name, { severity, via }]) => {
    const reasons = via.map((reason) => (typeof reason === 'string' ? `by ${reason}` : reason.url))
    return `${name}: ${severity} advisory, ${reasons.join(', ')}`
  })
}
