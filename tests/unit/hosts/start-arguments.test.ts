import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { findBrowser, findBrowserProgram } from '../../../electron/hosts/browser/app-window.ts'
import { parseStartArguments } from '../../../electron/hosts/common/start-arguments.ts'
import { defaultUserDataDir } from '../../../electron/platform/user-data.ts'

const given = { links: [] as string[], files: [] as string[] }
const nothing = { demo: null, headless: false, port: 0, userDataDir: null, connectionFile: null, given }
const here = import.meta.filename

it.each([
  [[], nothing],
  [['--demo'], { ...nothing, demo: 'online' }],
  [['--demo-offline'], { ...nothing, demo: 'offline' }],
  [['--demo', '--demo-offline'], { ...nothing, demo: 'offline' }],
  [['--headless', '--port', '8080'], { ...nothing, headless: true, port: 8080 }],
  [
    ['--user-data-dir=/tmp/x', '--connection', '/tmp/firm.json'],
    { ...nothing, userDataDir: '/tmp/x', connectionFile: '/tmp/firm.json' },
  ],
  [
    ['--demo', 'steward://household/a'],
    { ...nothing, demo: 'online', given: { links: ['steward://household/a'], files: [] } },
  ],
  [[pathToFileURL(here).href], { ...nothing, given: { links: [], files: [here] } }],
  [[relative(process.cwd(), here), '--demo'], { ...nothing, demo: 'online', given: { links: [], files: [here] } }],
])('reads %j', (argv, expected) => {
  expect(parseStartArguments(argv)).toEqual(expected)
})

it.each([
  [['--dmeo']],
  [['firm.json']],
  [[dirname(here)]],
  [[`${here}/${basename(here)}`]],
  [['steward://household/a', '--demo']],
  [['steward://household/a', here]],
  [['--port', 'x']],
  [['--port', '65536']],
  [['--port', '-1']],
  [['--port=']],
  [['--user-data-dir=']],
  [['--connection']],
  [['--demo=yes']],
])('the command line refuses %j', (argv) => {
  expect(() => parseStartArguments(argv)).toThrow(TypeError)
})

it("passes over others' switches where they are expected, and only there", () => {
  const argv = ['--no-sandbox', '--enable-features=X', '.', '--demo', '--user-data-dir', '/tmp/x']
  expect(parseStartArguments(argv, { ignoreUnknown: true })).toEqual({
    ...nothing,
    demo: 'online',
    userDataDir: '/tmp/x',
  })
  expect(() => parseStartArguments(argv)).toThrow(TypeError)
})

it('the command line takes nothing that follows a link for a switch or a file: the system puts a stranger’s text there', () => {
  const argv = ['--user-data-dir', '/tmp/x', 'STEWARD://"', '--user-data-dir', '/tmp/theirs', '--demo', here]
  expect(parseStartArguments(argv, { ignoreUnknown: true })).toEqual({
    ...nothing,
    userDataDir: '/tmp/x',
    given: { links: ['STEWARD://"'], files: [] },
  })
})

it.each([
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/steward'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada/.local/share/steward'],
  ['linux', {}, '/home/ada/.local/share/steward'],
  ['darwin', {}, '/home/ada/Library/Application Support/Steward'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/Steward'],
] as const)('the command line keeps data on %s with %j in %s', (platform, env, folder) => {
  expect(defaultUserDataDir({ platform, env, home: '/home/ada' })).toBe(folder)
})

it.runIf(process.platform === 'linux')(
  'the command line looks for a browser in absolute folders of the path only, Chrome first',
  async () => {
    const [a, b, c] = await Promise.all([1, 2, 3].map(() => mkdtemp(join(tmpdir(), 'steward-path-'))))
    try {
      const env = { PATH: `${a}:${relative(process.cwd(), c ?? '')}::${b}` }
      const install = async (folder: string | undefined, name: string) => {
        const path = join(folder ?? '', name)
        await writeFile(path, '', { mode: 0o755 })
        return path
      }
      const find = () => findBrowserProgram({ platform: 'linux', env })
      await install(c, 'google-chrome-stable')
      expect(await find()).toBeUndefined()
      for (const [folder, name] of [
        [a, 'google-chrome'],
        [b, 'google-chrome-stable'],
        [a, 'google-chrome-stable'],
      ] as const) {
        const path = await install(folder, name)
        expect(await find()).toBe(path)
      }
    } finally {
      for (const folder of [a, b, c]) await rm(folder ?? '', { recursive: true })
    }
  },
)

it('the command line finds no browser where there is no screen', async () => {
  expect(await findBrowser({ platform: 'linux', env: { PATH: '/usr/bin:/bin' } })).toBeUndefined()
})
