// Proves on this computer what "Not verified" in docs/desktop.md lists: fetches Electron, packs the app, runs the packed program through every
// step, and writes the result to desktop-proof/. docs/prove-desktop.md describes it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { release } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import { root } from '../lib/run.mjs'
import { ensureBuild, ensureDependencies } from '../lib/setup.mjs'
import { killAll } from './children.ts'
import { describeSteps, usage } from './describe.ts'
import { createDesks } from './desk.ts'
import { ensureDisplay } from './display.ts'
import { getElectron, NoElectron } from './get-electron.ts'
import { packBoth, packedIn } from './pack.ts'
import { differences } from './proof-configuration.ts'
import { judgeLines, type Proof, type StepResult } from './result.ts'
import { resultOf, runSteps, surviveLeftovers, whyNot } from './run-steps.ts'
import type { Computer, Programs } from './step.ts'
import { steps as allSteps } from './steps/index.ts'
import { readUnverifiedLines } from './unverified.ts'
import { writeReport } from './write-report.ts'

/** Exit codes besides 0, all passed, and 1, something failed. */
const exitCodes = { usage: 2, noElectron: 3, interrupted: 130 } as const

const { values: asked } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    only: { type: 'string' },
    specs: { type: 'string' },
    disturb: { type: 'boolean', default: false },
    packed: { type: 'string' },
    into: { type: 'string', default: join(root, 'desktop-proof') },
    help: { type: 'boolean', default: false },
  },
})

/** Not beside the report, which is uploaded and kept. */
const packedFolder = join(root, '.cache/desktop-proof')

const computer: Computer = { platform: process.platform, arch: process.arch, mayDisturb: asked.disturb }
const names = asked.only?.split(',') ?? allSteps.map(({ id }) => id)
const unknown = names.filter((name) => !allSteps.some(({ id }) => id === name))
const steps = allSteps.filter(({ id }) => names.includes(id))

surviveLeftovers()
if (asked.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no step ${unknown.join(', ')}.`)
  console.log(usage)
  process.exitCode = asked.help ? 0 : exitCodes.usage
} else if (asked.list) {
  console.log(describeSteps(steps, computer))
} else {
  await prove()
    .catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      process.exitCode = 1
    })
    .finally(killAll)
}

async function prove(): Promise<void> {
  const folder = resolve(asked.into)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'pictures'), { recursive: true })
  const proof = beginProof()
  const write = (results: readonly StepResult[], interrupted = false) => {
    Object.assign(proof, { steps: withAllSteps(results), interrupted })
    writeReport(folder, { ...proof, lines: judgeLines(readUnverifiedLines(), proof.steps) })
  }
  write([])
  endWhenInterrupted(() => write(proof.steps, true))
  const programs = await prepare().catch((error: unknown) => {
    if (!(error instanceof NoElectron)) throw error
    console.error(`Electron is not installed and could not be fetched: ${error.message}\n`)
    console.log(`With Electron this would run:\n${describeSteps(steps, computer)}`)
    return null
  })
  if (programs === null) {
    process.exitCode = exitCodes.noElectron
    return
  }
  await runAll(programs, folder, (results, electron) => {
    proof.electron = electron
    write(results)
  })
  console.log(`\nThe report: ${join(folder, 'index.html')}`)
  process.exitCode = proof.steps.some(({ verdict }) => verdict === 'failed') ? 1 : 0
}

async function prepare(): Promise<Programs> {
  await ensureDependencies()
  const display = await ensureDisplay({ platform: computer.platform, env: process.env })
  if (display !== null) process.env.DISPLAY = display
  if (asked.packed !== undefined) return packedIn(resolve(asked.packed))
  const electron = await getElectron()
  await ensureBuild()
  console.log('Packing the app twice: as it would be released, and as a proof build…')
  return packBoth(electron, packedFolder)
}

async function runAll(
  programs: Programs,
  folder: string,
  write: (results: readonly StepResult[], electron: string | null) => void,
): Promise<void> {
  const specs = asked.specs?.split(',') ?? []
  const desks = createDesks({ computer, programs, proofFolder: folder, specs })
  try {
    await runSteps(steps, {
      computer,
      openDesk: desks.open,
      onResult(results) {
        write(results, desks.electron())
        const { id, verdict, seconds, reason } = results.findLast((result) => result.verdict !== 'not run') ?? {}
        console.log(`${verdict} ${id} (${seconds} s)${reason ? `: ${reason.split('\n')[0]}` : ''}`)
      },
    })
  } finally {
    await desks.close()
  }
}

function beginProof() {
  const proof: Omit<Proof, 'lines'> = {
    version: packageJson.version,
    commit: commit(),
    platform: computer.platform,
    arch: computer.arch,
    release: release(),
    electron: null,
    startedAt: new Date().toISOString(),
    build: differences,
    interrupted: false,
    steps: [],
  }
  return proof
}

/** The results so far, and every other step as not applicable here or not run: those not asked for, and those to come. */
function withAllSteps(results: readonly StepResult[]): StepResult[] {
  return allSteps.map((step) => {
    const found = results.find(({ id }) => id === step.id)
    if (found !== undefined) return found
    const foreign = whyNot(step, computer)
    if (foreign !== null) return resultOf(step, 'not applicable', foreign)
    const reason = names.includes(step.id) ? 'The run ended before this step.' : 'It was not asked for.'
    return resultOf(step, 'not run', reason)
  })
}

/** Writes the partial report and ends everything at once: Playwright would end this process on its own way. */
function endWhenInterrupted(write: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      write()
      killAll()
      console.error('\nInterrupted. The report has the steps so far.')
      process.exit(exitCodes.interrupted)
    })
  }
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
