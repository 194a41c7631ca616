import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { freePort } from '../../../tools/prove-desktop/free-port.ts'
import { whyNot } from '../../../tools/prove-desktop/run-steps.ts'
import type { Computer, Desk, Step } from '../../../tools/prove-desktop/step.ts'
import { steps } from '../../../tools/prove-desktop/steps/index.ts'

// Steps that the made-up Electron cannot run: their judgement, on a desk that answers as the system would.

const folder = mkdtempSync(join(tmpdir(), 'steward-other-steps-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const here: Computer = { platform: 'linux', arch: 'x64', mayDisturb: false }

function stepOf(id: string): Step {
  const found = steps.find((step) => step.id === id)
  if (found === undefined) throw new Error(`There is no step ${id}.`)
  return found
}

const run = (id: string, desk: object) =>
  stepOf(id).run({ folder, computer: here, specs: [], ...desk } as unknown as Desk)

const own = { platform: 'darwin', arch: 'arm64' }

/** A desk on a Mac, whose program says that it is for this system. */
const onMac = (said: object) => ({
  computer: { ...here, ...own },
  demo: async () => ({ main: async () => said }),
  picture: async () => {},
})

it('a program of another kind than the computer’s fails', async () => {
  await expect(run('this-system', onMac(own))).resolves.toEqual(['darwin arm64'])
  await expect(run('this-system', onMac({ ...own, arch: 'x64' }))).rejects.toThrow('for darwin x64')
  expect(whyNot(stepOf('this-system'), here)).toMatch('built and tested')
  expect(whyNot(stepOf('this-system'), { ...here, arch: 'arm64' })).toBeNull()
})

/** A desk on which the end-to-end tests end with this report. */
const withReport = (report: object | null, given: string[][] = []) => ({
  given,
  programs: { proof: 'steward' },
  run: async (_command: string, args: string[], env: Record<string, string>) => {
    given.push(args)
    rmSync(join(folder, 'specs.json'), { force: true })
    if (report !== null) writeFileSync(env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '', JSON.stringify(report))
    return { code: 0, output: 'No browser.' }
  },
})
const suite = (...specs: object[]) => ({ suites: [{ title: 'lock.spec.ts', suites: [{ title: 'a group', specs }] }] })

it('end-to-end tests that fail, do not run or give no report fail', async () => {
  const passes = { title: 'locks', ok: true }
  await expect(run('specs', withReport(suite(passes)))).resolves.toEqual(['1 tests'])
  await expect(run('specs', withReport(suite(passes, { title: 'unlocks', ok: false })))).rejects.toThrow('unlocks')
  await expect(run('specs', withReport({ suites: [] }))).rejects.toThrow('No test ran.')
  await expect(run('specs', withReport(null))).rejects.toThrow('No browser.')
  const limited = withReport(suite(passes))
  await run('specs', { ...limited, specs: ['lock.spec.ts', 'help.spec.ts'] })
  expect(limited.given.at(-1)).toEqual(expect.arrayContaining(['lock.spec.ts', 'help.spec.ts']))
})

/** A desk whose screen can be locked, with a page that shows the lock or does not. */
function withScreen(code: number, shows: boolean) {
  const commands: string[] = []
  const waitFor = async () => {
    if (!shows) throw new Error('Timeout')
  }
  const page = new Proxy({}, { get: () => () => ({ waitFor, filter: () => ({}) }) })
  return {
    commands,
    demo: async () => ({ page }),
    run: async (command: string, args: string[]) => {
      commands.push([command, ...args].join(' '))
      return { code, output: 'no display' }
    },
  }
}

it('a locked screen that Steward does not notice fails, and is unlocked in any case', async () => {
  const noticed = withScreen(0, true)
  await expect(run('screen-locked', noticed)).resolves.toEqual(['xset s activate locked Steward'])
  const missed = withScreen(0, false)
  await expect(run('screen-locked', missed)).rejects.toThrow('Timeout')
  for (const { commands } of [noticed, missed]) expect(commands).toEqual(['xset s activate', 'xset s reset'])
  await expect(run('screen-locked', withScreen(1, true))).rejects.toThrow('xset ended with 1: no display')
  expect(whyNot(stepOf('screen-locked'), here)).toContain('--disturb')
  expect(whyNot(stepOf('screen-locked'), { ...here, mayDisturb: true })).toBeNull()
})

/** Asks the feed of the step for a file, which it serves with a certificate of its own. */
async function ask(address: string): Promise<void> {
  const asking = request(address, { rejectUnauthorized: false, agent: false }).end()
  const [answer] = await once(asking, 'response')
  answer.resume()
  await once(answer, 'end')
}

/** A desk on Windows, whose Steward downloads these files of the feed and then says these things. */
function withUpdater(port: number, files: readonly string[], said: readonly string[]) {
  const updateUrl = `https://127.0.0.1:${port}/`
  const chooseItem = async () => {
    for (const file of files) await ask(`${updateUrl}${file}`)
    return true
  }
  const calls = [async () => {}, chooseItem]
  return {
    computer: { ...here, platform: 'win32' },
    programs: { proof: 'C:\\Steward\\win-unpacked\\Steward.exe', updateUrl },
    start: async () => ({ main: async () => (calls.shift() ?? (async () => said))() }),
  }
}

it('an unsigned update that would be installed, or was never downloaded, fails', async () => {
  const port = await freePort()
  const files = ['latest.yml', 'Steward-99.0.0.exe']
  const offered = 'Steward 99.0.0 is available.'
  const refuses = [offered, 'The update was not installed.']
  await expect(run('unsigned-update', withUpdater(port, files, refuses))).resolves.toEqual(['2 requests to the feed'])
  const installs = [offered, 'Steward 99.0.0 is ready to be installed.']
  await expect(run('unsigned-update', withUpdater(port, files, installs))).rejects.toThrow('ready to be installed')
  await expect(run('unsigned-update', withUpdater(port, ['latest.yml'], refuses))).rejects.toThrow('/latest.yml.')
  expect(whyNot(stepOf('unsigned-update'), here)).toBe('Only on Windows.')
})
