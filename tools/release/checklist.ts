import { isAbsolute, join } from 'node:path'
import type { Platform } from '../package/signing.ts'
import { changesOf } from './notes.ts'

export type Surroundings = {
  platform: NodeJS.Platform
  version: string
  changelog: string
  /** The tag of the release; undefined before there is one. */
  tag?: string | undefined
  /** Folder with the built packages, and the names of its files. */
  folder: string
  files: readonly string[]
  run: (program: string, args: readonly string[]) => Promise<{ code: number; output: string }>
}

/** `before` the packages are built, with the `packages`, or `after` they were checked. */
export type Phase = 'before' | 'packages' | 'after'

export type Step = {
  title: string
  phase: Phase
  /** Systems on which the step runs; every one if missing. */
  on?: readonly Platform[]
  /** Returns what is wrong, null if nothing is. A step without it is done by hand. */
  check?: (surroundings: Surroundings) => Promise<string | null>
  /** The command to type, or what to do and to look for. */
  byHand: string
}

const said = (output: string) => output.trim().split('\n').slice(-3).join(' ') || 'no output'

/** A step that runs one program, which must end with 0. */
const runs = (program: string, args: readonly string[]) => ({
  byHand: [program, ...args].join(' '),
  async check({ run }: Surroundings) {
    const { code, output } = await run(program, args)
    return code === 0 ? null : `${program} ended with ${code}: ${said(output)}`
  },
})

/** A step that runs a program on each package with one of these ends; at least one has to be there. */
const onEach = (ends: readonly string[], command: (path: string) => readonly string[], looksFor?: RegExp) => ({
  byHand: command(`PACKAGE${ends[0]}`).join(' '),
  async check({ folder, files, run }: Surroundings) {
    const found = files.filter((name) => ends.some((end) => name.endsWith(end)))
    if (found.length === 0) return `${folder} contains no ${ends.join(', ')}.`
    const wrong: string[] = []
    for (const name of found) {
      const [program = '', ...args] = command(isAbsolute(name) ? name : join(folder, name))
      const { code, output } = await run(program, args)
      if (code !== 0 || looksFor?.test(output) === false) wrong.push(`${name}: ${said(output)}`)
    }
    return wrong.length === 0 ? null : wrong.join('; ')
  },
})

/** Everything between a green commit and a release that is in use, in order. */
export const steps: readonly Step[] = [
  {
    title: 'The clone has no changes of its own',
    phase: 'before',
    byHand: 'git status --porcelain',
    async check({ run }) {
      const { code, output } = await run('git', ['status', '--porcelain'])
      return code === 0 && output.trim() === '' ? null : `git status: ${said(output)}`
    },
  },
  {
    title: 'CHANGELOG.md has the version of package.json',
    phase: 'before',
    byHand: 'Add the heading “## VERSION” with what users will notice.',
    async check({ changelog, version }) {
      return changesOf(changelog, version) === null ? `CHANGELOG.md has no heading for ${version}.` : null
    },
  },
  {
    title: 'The tag is the version',
    phase: 'before',
    byHand: 'git tag --sign vVERSION',
    check: async ({ tag, version }) =>
      tag === undefined || tag === `v${version}` ? null : `The tag is ${tag}, the version ${version}.`,
  },
  { title: 'Every check and test passes on the commit', phase: 'before', byHand: 'npm test' },
  {
    title: 'A day of campaigns found nothing',
    phase: 'before',
    byHand: 'npm run reliability; npm run safety; npm run properties',
  },
  { title: 'Two clones build the same bytes', phase: 'before', byHand: 'npm run reproducible -- --install' },
  {
    title: 'The checksums fit',
    phase: 'packages',
    on: ['linux'],
    ...runs('sha256sum', ['--check', '--quiet', 'SHA256SUMS']),
  },
  {
    title: 'The list of checksums is signed',
    phase: 'packages',
    on: ['linux'],
    ...runs('gpg', ['--verify', 'SHA256SUMS.asc', 'SHA256SUMS']),
  },
  {
    title: 'Windows calls the installers’ signatures valid',
    phase: 'packages',
    on: ['win32'],
    ...onEach(
      ['.exe', '.msi'],
      (path) => ['powershell', '-NoProfile', '-Command', `(Get-AuthenticodeSignature -LiteralPath '${path}').Status`],
      /^Valid\s*$/m,
    ),
  },
  {
    title: 'Apple’s notarisation is stapled to the disk image',
    phase: 'packages',
    on: ['darwin'],
    ...onEach(['.dmg'], (path) => ['xcrun', 'stapler', 'validate', path]),
  },
  {
    title: 'macOS would open the disk image',
    phase: 'packages',
    on: ['darwin'],
    ...onEach(['.dmg'], (path) => [
      'spctl',
      '--assess',
      '--type',
      'open',
      '--context',
      'context:primary-signature',
      path,
    ]),
  },
  { title: 'The app in a package is the commit’s', phase: 'packages', byHand: 'npm run verify-release -- FILE' },
  { title: 'The real desktop app does everything', phase: 'packages', byHand: 'npm run prove-desktop' },
  {
    title: 'A computer that never had Steward',
    phase: 'after',
    byHand: 'Install each package. Start the demo firm, sign in to a tenant, close, start again.',
  },
  {
    title: 'Updating from the previous release',
    phase: 'after',
    byHand:
      'Install it, then “Check for updates…”. Change one byte of the feed’s installer: the update must be refused.',
  },
  {
    title: 'The IT departments’ templates',
    phase: 'after',
    byHand: 'Put resources/policy beside the packages, as a zip.',
  },
  {
    title: 'Upload',
    phase: 'after',
    byHand:
      'Publish the draft release. Upload the packages, then the feed, to STEWARD_UPDATE_URL. It offers the version to 10 %.',
  },
  {
    title: 'After a few quiet days',
    phase: 'after',
    byHand:
      'npm run release -- stage latest.yml 50, upload it; later 100. To stop: 0. Fix forward: no older version is installed over a newer one.',
  },
]

export type Outcome = { title: string; result: 'done' | 'failed' | 'by hand' | 'not here'; note: string }

/** Runs the steps of these phases, or says what is to be done by hand. */
export async function runChecklist(phases: readonly Phase[], surroundings: Surroundings): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { title, phase, on, check, byHand } of steps) {
    if (!phases.includes(phase)) continue
    const isHere = on === undefined || on.some((platform) => platform === surroundings.platform)
    if (!isHere) outcomes.push({ title, result: 'not here', note: `on ${on.join(', ')}: ${byHand}` })
    else if (check === undefined) outcomes.push({ title, result: 'by hand', note: byHand })
    else {
      const wrong = await check(surroundings)
      outcomes.push({ title, result: wrong === null ? 'done' : 'failed', note: wrong ?? '' })
    }
  }
  return outcomes
}
