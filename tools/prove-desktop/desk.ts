import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withTimeLimit } from '../../shared/lib/calls.ts'
import { frame } from '../../tests/e2e/pages/frame.ts'
import { copyUserData } from '../../tests/e2e/support/steward.ts'
import { words } from '../../tests/e2e/words.ts'
import { run } from '../lib/run.mjs'
import { newUserData, startProof, startReleased } from './program.ts'
import type { StepDesk } from './run-steps.ts'
import type { Computer, Programs, Released, Running, StartOptions, Step } from './step.ts'

const logTail = 6_000
/** How long a program may take to close by itself before it is ended, in ms. */
const closeMs = 10_000
const pictureMs = 10_000
const upToDateMs = 180_000

type Options = {
  computer: Computer
  programs: Programs
  proofFolder: string
  /** Files of the end-to-end tests that the step `specs` is limited to; all if it is empty. */
  specs?: readonly string[]
  /** Further variables of every start. */
  env?: Readonly<Record<string, string>>
  /** The user-data folder of a Steward that has read the demo firm: the shared one begins with a copy, instead of reading it. */
  demoData?: string | undefined
}

/** Opens desks one after another. They share the demo firm's Steward until a step fails or it ends. */
export function createDesks({ computer, programs, proofFolder, specs = [], env = {}, demoData }: Options) {
  const root = mkdtempSync(join(tmpdir(), 'steward-proof-'))
  const withEnv = (options: StartOptions = {}): StartOptions => ({ ...options, env: { ...env, ...options.env } })
  let electron: string | null = null
  const startIn = async (folder: string, options?: StartOptions) => {
    const running = await startProof(programs.proof, folder, withEnv(options))
    electron = running.electron
    return running
  }
  const shared = createShared(async () => {
    const folder = join(root, 'demo')
    mkdirSync(folder, { recursive: true })
    const userDataDir = newUserData(folder)
    if (demoData !== undefined) copyUserData({ userDataDir: demoData }, { userDataDir })
    return startIn(folder, { args: ['--demo'], userDataDir })
  })

  async function open(step: Step): Promise<StepDesk> {
    const folder = mkdtempSync(join(root, 'step-'))
    const own: Running[] = []
    const released: Released[] = []
    const pictures: string[] = []
    const picture: StepDesk['picture'] = async (name, { page }) => {
      const file = `pictures/${step.id}-${name}.png`
      await page.screenshot({ path: join(proofFolder, file), timeout: pictureMs })
      pictures.push(file)
    }
    return {
      computer,
      folder,
      programs,
      specs,
      demo: () => shared.get(),
      async start(options) {
        const running = await startIn(folder, options)
        own.push(running)
        return running
      },
      startReleased(options) {
        const started = startReleased(options?.program ?? programs.released, folder, withEnv(options))
        released.push(started)
        return started
      },
      run: (command, args, env = {}) => run(command, [...args], { quiet: true, env }),
      picture,
      async pictureAll() {
        const used = [...own, ...shared.running()]
        await Promise.allSettled(used.map((running, index) => picture(`failed-${index + 1}`, running)))
      },
      pictures: () => pictures,
      log: () => logOf([...own, ...shared.running()], released),
      async clear(failed) {
        for (const one of released) one.kill()
        await Promise.all(own.map(close))
        if (failed) await shared.end()
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      },
    }
  }

  return {
    open,
    /** The version of Electron that the last program said it runs on; null before the first. */
    electron: () => electron,
    async close() {
      await shared.end()
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The demo firm's Steward, started when it is first needed. */
function createShared(start: () => Promise<Running>) {
  const state: { running: Running | null } = { running: null }
  return {
    running: () => (state.running === null ? [] : [state.running]),
    async get(): Promise<Running> {
      if (state.running !== null) return state.running
      const running = await start()
      state.running = running
      void running.ended.then(() => {
        if (state.running === running) state.running = null
      })
      const upToDate = frame(running.page).sync.filter({ hasText: words.frame.upToDate })
      await upToDate.waitFor({ timeout: upToDateMs })
      return running
    },
    async end(): Promise<void> {
      const { running } = state
      state.running = null
      if (running !== null) await close(running)
    },
  }
}

async function close(running: Running): Promise<void> {
  const closing = running.stop().catch(() => {})
  await withTimeLimit(closing, closeMs, () => undefined)
  running.kill()
  await running.ended
}

function logOf(all: readonly Running[], released: readonly Released[]): string {
  const outputs = [...all, ...released].map(({ output }) => output())
  const logs = all.flatMap(({ userDataDir }) => logFilesOf(userDataDir))
  return [...outputs, ...logs]
    .filter((text) => text !== '')
    .map((text) => text.slice(-logTail))
    .join('\n')
}

/** Steward's own logs, which never contain names or contents. */
function logFilesOf(userDataDir: string): string[] {
  const folder = join(userDataDir, 'logs')
  if (!existsSync(folder)) return []
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
}
