import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run } from '../lib/run.mjs'
import { readLock } from '../package/packages.ts'
import type { Platform } from '../package/signing.ts'
import { type BuiltSystem, canSign, systemFile } from './signed-packages.ts'

/** Commands that join the keychain modules for both processor types of a Mac into one file each. */
export function universalModules(keyring: string): { program: string; args: string[] }[] {
  const module = 'node_modules/keytar/build/Release/keytar.node'
  const halves = ['x64', 'arm64'].map((arch) => ({ arch, file: `${module}.${arch}` }))
  return [
    {
      program: 'npm',
      args: [
        'install',
        '--no-save',
        '--force',
        `@napi-rs/keyring-darwin-x64@${keyring}`,
        `@napi-rs/keyring-darwin-arm64@${keyring}`,
      ],
    },
    ...halves.flatMap(({ arch, file }) => [
      { program: 'npm', args: ['rebuild', 'keytar', `--arch=${arch}`] },
      { program: 'cp', args: [module, file] },
    ]),
    { program: 'lipo', args: ['-create', ...halves.map(({ file }) => file), '-output', module] },
    { program: 'rm', args: halves.map(({ file }) => file) },
  ]
}

async function must(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const { code } = await run(program, args, { env })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}.`)
}

/**
 * Returns the environment with Apple's key in a file, as its tools want it, if the key itself is in `APPLE_API_KEY_TEXT`.
 *
 * @param folder - private to this user
 */
export async function withAppleKey(env: Readonly<Record<string, string | undefined>>, folder: string) {
  const { APPLE_API_KEY_TEXT: text, ...others } = env
  if (!text) return others
  const file = join(folder, 'AuthKey.p8')
  await writeFile(file, text, { mode: 0o600 })
  return { ...others, APPLE_API_KEY: file }
}

/**
 * Builds this system's packages into a folder: signed if the environment can sign, otherwise unsigned, which the folder then says.
 *
 * @throws if a command fails
 */
export async function buildSystem(platform: Platform, folder: string): Promise<BuiltSystem> {
  const keys = await mkdtemp(join(tmpdir(), 'steward-keys-'))
  try {
    const env = await withAppleKey(process.env, keys)
    const lock = readLock(root)
    const signed = canSign(platform, env)
    const isMac = platform === 'darwin'
    const keyring = lock.packages['node_modules/@napi-rs/keyring']?.version ?? ''
    for (const { program, args } of isMac ? universalModules(keyring) : []) await must(program, args)
    const mode = signed ? '--release' : '--unsigned'
    await must('node', [join(root, 'tools/package/main.ts'), mode, '--output', folder], env)
    const arch = isMac ? 'universal' : process.arch
    const built = { platform, arch, version: lock.packages['']?.version ?? '', signed }
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, systemFile), `${JSON.stringify(built)}\n`)
    return built
  } finally {
    await rm(keys, { recursive: true, force: true })
  }
}
