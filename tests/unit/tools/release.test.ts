import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { universalModules } from '../../../tools/release/build-system.ts'
import { runChecklist, type Surroundings, steps } from '../../../tools/release/checklist.ts'
import { differences } from '../../../tools/release/compare.ts'
import { stageFeed } from '../../../tools/release/feed.ts'
import { changesOf, releaseNotes } from '../../../tools/release/notes.ts'
import { canSign } from '../../../tools/release/signed-packages.ts'

const feed = `version: 0.2.0
files:
  - url: Steward-0.2.0-win-x64.exe
    sha512: aGFzaA==
    size: 3
path: Steward-0.2.0-win-x64.exe
sha512: aGFzaA==
releaseDate: '2026-01-01T00:00:00.000Z'
`

describe('a staged update feed', () => {
  it('offers its version to a share of the installations, and can be raised and stopped', () => {
    const first = stageFeed(feed, 10)
    expect(parse(first)).toEqual({ ...parse(feed), stagingPercentage: 10 })
    expect(parse(stageFeed(first, 100)).stagingPercentage).toBe(100)
    expect(parse(stageFeed(first, 0)).stagingPercentage).toBe(0)
  })

  it.each([[-1], [101], [1.5], [Number.NaN]])('has no share of %s', (percentage) => {
    expect(() => stageFeed(feed, percentage)).toThrow('whole number from 0 to 100')
  })

  it.each([['', 'version: 1', feed.replace('    sha512: aGFzaA==\n', '')]].flat())('is not made of %j', (text) => {
    expect(() => stageFeed(text, 10)).toThrow('no update feed')
  })
})

describe('the notes of a draft', () => {
  const changelog = '# Changelog\n\n## 0.2.0\n\n- Faster.\n\n## 0.1.0\n\nThe first.\n'

  it('have the changes of their version alone', () => {
    expect(changesOf(changelog, '0.2.0')).toBe('- Faster.')
    expect(changesOf(changelog, '0.1.0')).toBe('The first.')
    expect(changesOf(changelog, '0.3.0')).toBeNull()
  })

  it('begin with what is not signed', () => {
    const mac = { platform: 'darwin', arch: 'universal', version: '0.2.0', signed: true } as const
    const notes = releaseNotes('- Faster.', [mac, { ...mac, platform: 'win32', signed: false }], 'a/b')
    expect(notes).toMatch(/^\*\*Not signed: Windows\.\*\*/)
    expect(notes).toContain('--repo a/b')
    expect(releaseNotes('- Faster.', [mac], 'a/b')).toMatch(/^- Faster\./)
  })
})

describe('packages', () => {
  it.each([
    ['win32', { WIN_CSC_LINK: 'a', WIN_CSC_KEY_PASSWORD: 'b', STEWARD_PUBLISHER: 'c', STEWARD_UPDATE_URL: 'd' }, true],
    ['win32', { WIN_CSC_LINK: '', WIN_CSC_KEY_PASSWORD: '', STEWARD_PUBLISHER: 'c', STEWARD_UPDATE_URL: 'd' }, false],
    ['darwin', { CSC_LINK: 'a', STEWARD_UPDATE_URL: 'd' }, false],
    ['linux', { STEWARD_GPG_KEY: 'a', STEWARD_UPDATE_URL: 'd' }, false],
  ] as const)('for %s with %j can be signed: %s', (platform, env, can) => {
    expect(canSign(platform, env)).toBe(can)
  })

  it('for a Mac have keychain modules of both processors', () => {
    const commands = universalModules('2.1.2').map(({ program, args }) => [program, ...args].join(' '))
    const module = 'node_modules/keytar/build/Release/keytar.node'
    expect(commands).toContain(`lipo -create ${module}.x64 ${module}.arm64 -output ${module}`)
    expect(commands[0]).toContain('@napi-rs/keyring-darwin-x64@2.1.2 @napi-rs/keyring-darwin-arm64@2.1.2')
    expect(commands.indexOf('npm rebuild keytar --arch=x64')).toBeLessThan(
      commands.indexOf(`cp ${module} ${module}.x64`),
    )
  })
})

describe('two folders', () => {
  const one = new Map(Object.entries({ a: '1', b: '2', c: '3' }))

  it('are equal if every file is', () => {
    expect(differences(one, new Map(one), ['one', 'other'])).toEqual([])
  })

  it('differ by file', () => {
    const other = new Map(Object.entries({ b: '2', c: '4', d: '5' }))
    expect(differences(one, other, ['one', 'other'])).toEqual(['only in one: a', 'differs: c', 'only in other: d'])
  })
})

describe('the release checklist', () => {
  const good: Surroundings = {
    platform: 'linux',
    version: '0.1.0',
    changelog: '## 0.1.0\n\nThe first.\n',
    tag: 'v0.1.0',
    folder: '/dist',
    files: ['Steward.exe', 'Steward.msi', 'Steward.dmg', 'Steward.deb'],
    run: async () => ({ code: 0, output: '' }),
  }
  const phases = ['before', 'packages', 'after'] as const
  const resultsOf = async (surroundings: Surroundings) => {
    const outcomes = await runChecklist(phases, surroundings)
    return new Map(outcomes.map(({ title, result, note }) => [title, `${result}${note === '' ? '' : `: ${note}`}`]))
  }

  it('does every step, or says what a person has to do', async () => {
    const results = await resultsOf(good)
    expect([...results.keys()]).toEqual(steps.map(({ title }) => title))
    expect(results.get('The tag is the version')).toBe('done')
    expect(results.get('The checksums fit')).toBe('done')
    expect(results.get('Every check and test passes on the commit')).toBe('by hand: npm test')
    expect(results.get('Windows calls the installers’ signatures valid')).toMatch(/^not here: on win32: powershell/)
    expect([...results.values()].filter((result) => result.startsWith('failed'))).toEqual([])
  })

  it.each([
    ['The clone has no changes of its own', { run: async () => ({ code: 0, output: ' M README.md\n' }) }, 'README.md'],
    ['CHANGELOG.md has the version of package.json', { version: '0.2.0', tag: 'v0.2.0' }, 'no heading for 0.2.0'],
    ['The tag is the version', { tag: 'v0.1.1' }, 'v0.1.1'],
    ['The checksums fit', { run: async () => ({ code: 1, output: 'Steward.deb: FAILED' }) }, 'Steward.deb: FAILED'],
    ['The list of checksums is signed', { run: async () => ({ code: 2, output: 'BAD signature' }) }, 'BAD signature'],
  ])('fails at “%s”', async (title, changed, note) => {
    expect((await resultsOf({ ...good, ...changed })).get(title)).toMatch(new RegExp(`^failed: .*${note}`))
  })

  it.each([
    [
      'win32',
      'Windows calls the installers’ signatures valid',
      'Valid\r\n',
      'NotSigned\r\n',
      ['Steward.exe', 'Steward.msi'],
    ],
    ['darwin', 'macOS would open the disk image', '', null, ['Steward.dmg']],
  ] as const)('looks at every installer on %s', async (platform, title, valid, wrong, looked) => {
    const seen: string[] = []
    const surroundings = (output: string, code: number): Surroundings => ({
      ...good,
      platform,
      run: async (program, args) => {
        seen.push([program, ...args].join(' '))
        return { code, output }
      },
    })
    expect((await resultsOf(surroundings(valid, 0))).get(title)).toBe('done')
    for (const name of looked) expect(seen.some((command) => command.includes(name))).toBe(true)
    expect((await resultsOf(surroundings(wrong ?? '', wrong === null ? 1 : 0))).get(title)).toMatch(/^failed/)
    expect((await resultsOf({ ...surroundings(valid, 0), files: [] })).get(title)).toMatch(/^failed: .*contains no/)
  })
})
