import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { policyInForce, readPolicy } from '../../../electron/policy/read-policy.ts'
import { canInstallHere, readUpdateSettings } from '../../../electron/updates/update-settings.ts'
import { newsWords, questionWords } from '../../../electron/updates/update-words.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-policy-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A computer without a policy in its system stores, with one policy file beside them. */
const computer: Parameters<typeof readPolicy>[0] = {
  platform: 'darwin',
  env: {},
  user: 'ada',
  run: async () => ({ code: 1, stdout: '', stderr: '' }),
}

const updatesBy = async (path: string) => policyInForce(await readPolicy(computer, path), null).policy.updates ?? 'ask'

describe('whether a computer looks for updates', () => {
  it.each([
    ['{ "updates": "off" }', 'off'],
    ['{ "updates": "ask" }', 'ask'],
    ['{ "something": "else" }', 'ask'],
    ['{ "updates": "maybe" }', 'off'],
    ['{ "updates": ', 'off'],
    ['', 'off'],
    ['[]', 'off'],
  ])('%s is read as %s', async (text, policy) => {
    await writeFile(join(folder, 'policy.json'), text)
    expect(await updatesBy(join(folder, 'policy.json'))).toBe(policy)
  })

  it('is to ask where there is none, and strict where it cannot be read', async () => {
    expect(await updatesBy(join(folder, 'policy.json'))).toBe('ask')
    await mkdir(join(folder, 'policy.json'))
    expect(await updatesBy(join(folder, 'policy.json'))).toBe('off')
  })
})

describe('Steward replaces itself', () => {
  const env = { LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' }

  it.each([
    ['win32', 'C:\\Users\\ada\\AppData\\Local\\Programs\\steward\\Steward.exe', env, true],
    ['win32', 'C:\\Program Files\\Steward\\Steward.exe', env, false],
    ['win32', 'C:\\Users\\ada\\AppData\\LocalX\\Steward.exe', env, false],
    ['win32', 'D:\\Steward.exe', env, false],
    ['win32', 'C:\\Users\\ada\\AppData\\Local\\Programs\\steward\\Steward.exe', {}, false],
    ['darwin', '/Applications/Steward.app/Contents/MacOS/Steward', {}, true],
    ['linux', '/opt/Steward/steward', {}, false],
    ['linux', '/tmp/.mount_Steward/steward', { APPIMAGE: '/home/ada/Steward.AppImage' }, false],
  ] as const)('on %s, from %s', (platform, program, surroundings, can) => {
    expect(canInstallHere({ platform, env: surroundings }, program)).toBe(can)
  })
})

describe('what the packager wrote into the app', () => {
  const read = async (updates: unknown) => {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'steward', updates }))
    return readUpdateSettings(folder)
  }

  it('is a feed over HTTPS and a publisher, or nothing', async () => {
    const settings = { url: 'https://updates.example.com/steward', publisher: 'CN=Steward' }
    expect(await read(settings)).toEqual(settings)
    expect(await read({ url: null, publisher: null })).toEqual({ url: null, publisher: null })
  })

  it.each([
    [undefined],
    [{ url: 'http://updates.example.com', publisher: null }],
    [{ url: 'https://x.example.com', publisher: '' }],
    [{ url: 'https://x.example.com' }],
  ])('is refused when it is %j', async (updates) => {
    await expect(read(updates)).rejects.toThrow()
  })
})

it('everything is said in sentences that end', () => {
  const version = '0.2.0'
  const about = ['off', 'elsewhere', 'latest'] as const
  const said = [
    ...about.map((what) => newsWords({ about: what, version })),
    newsWords({ about: 'failed', failure: 'unreachable' }),
    newsWords({ about: 'failed', failure: 'not-safe' }),
    questionWords({ about: 'download', version }),
    questionWords({ about: 'install', version }),
  ]
  for (const { message, detail } of said) {
    expect(message).toMatch(/^[A-Z].*\.$/)
    expect(detail).toMatch(/^[A-Z].*\.$/)
  }
  expect(new Set(said.map(({ message }) => message)).size).toBe(said.length)
})
