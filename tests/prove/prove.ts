import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createDesks } from '../../tools/prove-desktop/desk.ts'
import { freePort } from '../../tools/prove-desktop/free-port.ts'
import { packedIn } from '../../tools/prove-desktop/pack.ts'
import type { Proof, StepResult } from '../../tools/prove-desktop/result.ts'
import { runSteps } from '../../tools/prove-desktop/run-steps.ts'
import type { Computer, Step } from '../../tools/prove-desktop/step.ts'
import { steps } from '../../tools/prove-desktop/steps/index.ts'
import { layOutPacked } from '../doubles/made-up-electron/packed.ts'
import { copyUserData } from '../e2e/support/steward.ts'
import type { Mutation } from './mutations.ts'

const root = resolve(import.meta.dirname, '../..')
const main = join(root, 'tools/prove-desktop/main.ts')

export type Proved = { code: number | null; output: string; proof: Proof; page: string }

/** The command on packed programs around the made-up Electron. */
export type Bench = {
  readonly folder: string
  /** Runs steps, with one feature broken or none. */
  prove(only: readonly string[], broken?: string, onOutput?: (text: string) => void): Promise<Proved>
  /** Runs the step of a mutation in this process, on a copy of the demo firm's data. Several may run at once. */
  breakAndRun(mutation: Mutation): Promise<StepResult>
  /** Reads the demo firm once, for {@link breakAndRun}. */
  readDemoFirm(): Promise<void>
  /** Starts steps, and interrupts the command as Ctrl-C does once `when` says so. */
  interrupt(only: readonly string[], when: (output: string) => boolean): Promise<Proved>
  remove(): void
}

/** The made-up program draws on no display. */
const noDisplay = ':none'

const computer: Computer = { platform: process.platform, arch: process.arch, mayDisturb: false }

function stepOf(id: string): Step {
  const found = steps.find((step) => step.id === id)
  if (found === undefined) throw new Error(`There is no step ${id}.`)
  return found
}

/** Lays out the programs; out/ must be built. */
export async function createBench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-prove-'))
  layOutPacked(join(folder, 'packed'), await freePort())
  const into = join(folder, 'proof')
  const env = { ...process.env, DISPLAY: noDisplay }
  const argumentsOf = (only: readonly string[]) => [
    ...[main, '--packed', join(folder, 'packed'), '--into', into],
    ...['--only', only.join(',')],
  ]
  const programs = packedIn(join(folder, 'packed'))
  const demoData = join(folder, 'demo firm')
  const run = async (start: Start): Promise<Proved> => ({
    ...(await runCommand(start)),
    proof: JSON.parse(readFileSync(join(into, 'proof.json'), 'utf8')),
    page: readFileSync(join(into, 'index.html'), 'utf8'),
  })
  return {
    folder,
    prove: (only, broken = '', onOutput = () => {}) =>
      run({ args: argumentsOf(only), env: { ...env, STEWARD_BROKEN: broken }, onOutput }),
    async readDemoFirm() {
      const desks = createDesks({ computer, programs, proofFolder: into, env: { DISPLAY: noDisplay } })
      try {
        const desk = await desks.open(stepOf('start'))
        const steward = await desk.demo()
        await steward.stop()
        await steward.ended
        mkdirSync(demoData)
        copyUserData(steward, { userDataDir: demoData })
      } finally {
        await desks.close()
      }
    },
    async breakAndRun({ step, broken }) {
      const proofFolder = join(folder, `${step} without ${broken}`)
      const variables = { DISPLAY: noDisplay, STEWARD_BROKEN: broken }
      const desks = createDesks({ computer, programs, proofFolder, env: variables, demoData })
      try {
        const [result] = await runSteps([stepOf(step)], { computer, openDesk: desks.open, onResult: () => {} })
        if (result === undefined) throw new Error('No step ran.')
        return result
      } finally {
        await desks.close()
      }
    },
    interrupt(only, when) {
      let output = ''
      const look = (text: string, child: ChildProcess) => {
        output += text
        if (when(output)) child.kill('SIGINT')
      }
      return run({ args: argumentsOf(only), env, onOutput: look })
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

type Start = {
  args: readonly string[]
  env: NodeJS.ProcessEnv
  /** Called with everything that the command prints, as it prints it. */
  onOutput(text: string, child: ChildProcess): void
}

async function runCommand({ args, env, onOutput }: Start): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      onOutput(chunk.toString(), child)
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}
