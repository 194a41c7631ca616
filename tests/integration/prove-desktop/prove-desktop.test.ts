import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import axe from 'axe-core'
import { chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endOf, outputOf, start } from '../../../tools/prove-desktop/children.ts'
import { displayOf, ensureDisplay } from '../../../tools/prove-desktop/display.ts'
import { getElectron, NoElectron } from '../../../tools/prove-desktop/get-electron.ts'
import { steps } from '../../../tools/prove-desktop/steps/index.ts'
import { ensureBuild } from '../../doubles/ensure-build.ts'
import { mutations, testedOnTheirOwn } from '../../prove/mutations.ts'
import { type Bench, createBench, type Proved } from '../../prove/prove.ts'

/** A fixed list of steps that need no demo firm, which takes long to be read. `npm run prove-mutations` runs the others. */
const quick = ['system-proxy', 'wrong-update', 'fuses']

/** The processes whose command line names this folder. */
async function processesOf(folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args'])
  return stdout.split('\n').filter((line) => line.includes(folder))
}

describe('npm run prove-desktop on a made-up Electron', () => {
  let bench: Bench
  let whole: Proved
  let broken: Proved
  beforeAll(async () => {
    await ensureBuild()
    bench = await createBench()
    whole = await bench.prove(quick)
    broken = await bench.prove(['system-proxy', 'fuses'], 'proxy')
  })
  afterAll(() => bench.remove())

  it('passes every step that was asked for, and says of the others that they were not', () => {
    expect(whole.output).not.toContain('failed')
    expect(whole.code).toBe(0)
    const verdicts = new Map(whole.proof.steps.map(({ id, verdict }) => [id, verdict]))
    expect(quick.map((id) => verdicts.get(id))).toEqual(quick.map(() => 'passed'))
    expect(verdicts.get('drop')).toBe('not run')
    const proxy = whole.proof.lines.find(({ id }) => id === 'updates')
    expect(proxy).toMatchObject({ verdict: 'passed', steps: ['wrong-update', 'unsigned-update'] })
    // It is about Windows, whether it was asked for or not.
    expect(verdicts.get('unsigned-update')).toBe('not applicable')
  })

  it('names the Electron that ran, not the one of package.json', () => {
    expect(whole.proof.electron).toBe('0.0.0-made-up')
    expect(whole.page).toContain('Electron 0.0.0-made-up,')
  })

  it('fails exactly the step whose feature is broken', () => {
    expect(broken.code).toBe(1)
    const tried = broken.proof.steps.filter(({ verdict }) => verdict === 'passed' || verdict === 'failed')
    expect(tried).toMatchObject([
      { id: 'system-proxy', verdict: 'failed', reason: 'Chromium says DIRECT.' },
      { id: 'fuses', verdict: 'passed' },
    ])
    expect(broken.proof.lines.find(({ id }) => id === 'proxy')).toMatchObject({ verdict: 'failed' })
    expect(tried[0]?.pictures).toEqual(['pictures/system-proxy-failed-1.png'])
  })

  it('leaves a partial report and no process when it is interrupted', async () => {
    const { code, proof, page } = await bench.interrupt(['wrong-update', 'fuses'], (output) =>
      output.includes('passed wrong-update'),
    )
    expect(code).toBe(130)
    expect(proof.interrupted).toBe(true)
    expect(page).toContain('This run was interrupted')
    const verdicts = new Map(proof.steps.map(({ id, verdict }) => [id, verdict]))
    expect([verdicts.get('wrong-update'), verdicts.get('fuses')]).toEqual(['passed', 'not run'])
    await expect.poll(() => processesOf(bench.folder)).toEqual([])
  })

  it('leaves no process after a run to its end', async () => {
    expect(await processesOf(bench.folder)).toEqual([])
  })

  it('writes a page that axe finds nothing in, in the light and in the dark', async () => {
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' })
    try {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.newPage({ colorScheme, bypassCSP: true })
        await page.setContent(broken.page)
        await page.evaluate(axe.source)
        const found = await page.evaluate(async () => {
          const { axe } = window as unknown as { axe: typeof import('axe-core') }
          return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
        })
        expect(found).toEqual([])
      }
    } finally {
      await browser.close()
    }
  })
})

it('every step has a mutation that it must notice, or a test of its own', () => {
  const noticed = new Set(mutations.map(({ step }) => step))
  expect(steps.filter(({ id }) => noticed.has(id) === testedOnTheirOwn.includes(id)).map(({ id }) => id)).toEqual([])
})

it('says what it would run where Electron cannot be fetched, and ends with a code of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steward-no-electron-'))
  try {
    const script = join(folder, 'install.js')
    await writeFile(script, "console.error('Error: getaddrinfo ENOTFOUND'); process.exit(1)")
    await expect(getElectron(script)).rejects.toThrow(NoElectron)
    await expect(getElectron(script)).rejects.toThrow('ENOTFOUND')
    // The package's script finds no server at this address.
    const env = {
      ...process.env,
      DISPLAY: ':none',
      ELECTRON_MIRROR: 'http://127.0.0.1:1/',
      ELECTRON_OVERRIDE_DIST_PATH: folder,
    }
    const args = ['tools/prove-desktop/main.ts', '--into', join(folder, 'proof')]
    const run = promisify(execFile)(process.execPath, args, { env })
    const { code, stdout } = await run.catch((error) => error)
    expect(code).toBe(3)
    for (const { id, title } of steps) expect(stdout).toContain(`${id.padEnd(18)} ${title}`)
    expect((await readdir(join(folder, 'proof'))).sort()).toEqual(['index.html', 'pictures', 'proof.json'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

it('names the command that installs a display where there is none, and uses one that is there', async () => {
  const at = (env: Record<string, string>, platform: NodeJS.Platform = 'linux') =>
    ensureDisplay({ platform, env }, 'no-such-program')
  expect(await at({ DISPLAY: ':0' })).toBeNull()
  expect(await at({ WAYLAND_DISPLAY: 'wayland-0' })).toBeNull()
  expect(await at({}, 'win32')).toBeNull()
  await expect(at({})).rejects.toThrow('sudo apt-get install xvfb')
})

it('names the display to a program that has another folder for its sockets, X11 before Wayland', () => {
  const wayland = { WAYLAND_DISPLAY: 'wayland-0', XDG_RUNTIME_DIR: '/run/user/1000' }
  expect(displayOf({ DISPLAY: ':0', ...wayland })).toEqual({ DISPLAY: ':0' })
  expect(displayOf(wayland)).toEqual({ WAYLAND_DISPLAY: '/run/user/1000/wayland-0' })
  expect(displayOf({ WAYLAND_DISPLAY: '/tmp/socket', XDG_RUNTIME_DIR: '/run/user/1000' })).toEqual({
    WAYLAND_DISPLAY: '/tmp/socket',
  })
  expect(displayOf({})).toEqual({})
})

it('does not wait for a process that outlives a program and holds its output open', async () => {
  // It says its number once it has a session of its own: until then it would be ended with the group of the program.
  const outlives = `exec 3>&1; pid=$(setsid sh -c 'echo $$; exec sleep 600 >&3' &); echo $pid`
  const child = start('sh', ['-c', outlives])
  const output = outputOf(child)
  try {
    expect(await endOf(child)).toBe(0)
  } finally {
    // The end of a process may be told before its last output is read.
    await expect.poll(output).toMatch(/^\d+\n/)
    process.kill(Number(output()))
  }
})
