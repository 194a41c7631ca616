import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { missingPackages } from '../../../tools/lib/system-packages.mjs'
import { startedPrograms } from './support/started-programs.ts'

/** Programs that every Debian has, by package: `debootstrap --variant=minbase` installs these. */
const ofEveryDebian: Readonly<Record<string, readonly string[]>> = {
  bash: ['bash'],
  coreutils: ['head', 'mkfifo', 'mv', 'sha256sum', 'sleep', 'touch'],
  dash: ['sh'],
  debianutils: ['which'],
  dpkg: ['dpkg-deb'],
  findutils: ['find'],
  grep: ['grep'],
  mount: ['mount', 'umount'],
  tar: ['tar'],
  'util-linux': ['prlimit', 'setsid', 'unshare'],
}

/** Programs that no test needs from the system, with the reason. */
const notNeeded: Readonly<Record<string, string>> = {
  'no-such-program': 'a test of a missing program',
  id: 'the text of a file that is never started',
  'xdg-open': 'the tests put one of their own into PATH',
  'apt-get': 'installs what is missing, on Debian and Ubuntu alone',
  '7z': 'opens packages of a release; verify-release names its package if it is missing',
  bsdtar: 'the same',
  hdiutil: 'of macOS',
  msiexec: 'of Windows',
  taskkill: 'of Windows',
  xset: 'of prove-desktop --disturb alone; docs/prove-desktop.md names its package',
}

/** Starts whose program is not in the source, as `file: expression`, with the programs that they start. */
const indirect: Readonly<Record<string, readonly string[]>> = {
  // `name` is given to a function that only says what it would start.
  'tests/unit/tools/programs.test.ts: name': [],
  'tools/check.mjs: ...step.command': ['node', 'biome', 'oxlint', 'knip', 'vitest'],
  "tools/lib/electron.mjs: join(folder, names[process.platform] ?? 'electron')": [],
  // Electron.
  'tools/dev/main.ts: String(electronBinary())': [],
  'tools/lib/prerequisites.mjs: program': ['apt-get', 'node'],
  'tools/nightly/main.ts: program': ['npm', 'git'],
  // The packed program.
  'tools/prove-desktop/desk.ts: programs.proof': [],
  'tools/prove-desktop/desk.ts: programs.released': [],
  "tools/prove-desktop/pack.ts: join(output, folder, programNames[process.platform] ?? 'steward')": [],
  'tools/prove-desktop/desk.ts: command': ['xset', 'node'],
  'tools/prove-desktop/keyring.ts: join(folder, `${basename(program)}-${state}`)': ['dbus-run-session'],
  // Programs of macOS, to pack there.
  'tools/release/build-system.ts: program': [],
  'tools/release/run-checklist.ts: program': ['git', 'gpg'],
  "tools/safety/main.ts: command.split(' ')": ['npm'],
}

/** Benches are not part of `npm test`; those that need a program of the system name it. */
const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
    .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !path.startsWith('tests/bench/'))

const known = new Set([
  ...missingPackages('tests', { arch: 'x64', distribution: 'debian', exists: () => false }).flatMap(
    ({ shows, programs }) => [basename(shows), ...programs],
  ),
  ...Object.values(ofEveryDebian).flat(),
  ...Object.keys(notNeeded),
  ...['node', 'npm', ...readdirSync('node_modules/.bin')],
])

it('every program that a test or a tool starts is installed by npm run prerequisites, or is on every Debian', () => {
  const paths = [...sourcesIn('tests'), ...sourcesIn('tools')]
  const started = startedPrograms(new Map(paths.map((path) => [path, readFileSync(path, 'utf8')])))
  const unclear = started.filter(({ name }) => name === null).map(({ file, expression }) => `${file}: ${expression}`)
  expect([...new Set(unclear)].sort()).toEqual(Object.keys(indirect).sort())
  const unknown = started.filter(({ name }) => name !== null && !known.has(name))
  expect(unknown.map(({ file, line, name }) => `${name}, started in ${file}:${line}`)).toEqual([])
  expect(
    Object.values(indirect)
      .flat()
      .filter((name) => !known.has(name)),
  ).toEqual([])
  // An entry that nothing needs any more would hide the next program of that name.
  const names = new Set([...started.map(({ name }) => name), ...Object.values(indirect).flat()])
  const listed = [...Object.values(ofEveryDebian).flat(), ...Object.keys(notNeeded)]
  expect(listed.filter((name) => !names.has(name))).toEqual([])
})

const status = '/var/lib/dpkg/status'
const isDebian = existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

it('what counts as being on every Debian is: Debian calls its package essential or required', () => {
  const required = isDebian
    ? readFileSync(status, 'utf8')
        .split('\n\n')
        .filter((entry) => /^(?:Essential: yes|Priority: required)$/m.test(entry))
        .map((entry) => /^Package: (\S+)/.exec(entry)?.[1])
    : Object.keys(ofEveryDebian)
  expect(required).toEqual(expect.arrayContaining(Object.keys(ofEveryDebian)))
})

it.each([
  ['by its name', "spawn('planted', [])"],
  ['by its path', "execFileSync('/usr/bin/planted')"],
  ['as a promise', "const run = promisify(execFile)\nawait run('planted', ['x'])"],
  [
    'as the first word of a command',
    "const [file = '', ...rest] = wrap ? ['planted', '--', ...all] : all\nspawn(file, rest)",
  ],
  ['by a function of its own', "const go = (program: string) => spawn(program, [])\ngo('planted')"],
  [
    'by a function that returns the command',
    "const under = () => ['planted', '-x']\nconst all = [...under(), 'y']\nspawn(all[0] ?? '', all.slice(1))",
  ],
  ['by another file', "import { start } from './start.ts'\nstart('planted', [])"],
  ['by a shell', "spawn('sh', ['-c', 'cd x; y=1 planted --z | grep -q a'])"],
  ['by a script that it writes', `writeFileSync(path, '#!/bin/sh\\nexec planted "$@"')`],
])('a program is found that a test starts %s', (_how, text) => {
  const imports = "import { execFile, execFileSync, spawn } from 'node:child_process'\n"
  const files = new Map([
    ['tests/a.test.ts', imports + text],
    [
      'tests/start.ts',
      `${imports}export function start(file: string, args: string[]) {\n  return spawn(file, args)\n}\n`,
    ],
  ])
  expect(startedPrograms(files)).toContainEqual(expect.objectContaining({ name: 'planted', file: 'tests/a.test.ts' }))
})

it('a start is found whose program the source does not show', () => {
  const text =
    "import { spawn } from 'node:child_process'\nspawn(process.env.EDITOR ?? 'vi', [])\nspawn(process.execPath, [])\n"
  expect(startedPrograms(new Map([['tests/a.ts', text]]))).toEqual([
    { file: 'tests/a.ts', line: 2, name: null, expression: 'process.env.EDITOR' },
    { file: 'tests/a.ts', line: 2, name: 'vi', expression: "'vi'" },
  ])
})
