import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { desktopProfile } from '../../../electron/security/app-files.ts'
import { frame } from '../../../tests/e2e/pages/frame.ts'
import { grid } from '../../../tests/e2e/pages/grid.ts'
import { words } from '../../../tests/e2e/words.ts'
import { must, type Running, type Step } from '../step.ts'
import { until } from './until.ts'

/** Shows the households and returns the name of the first one. */
export async function firstHousehold({ page }: Running): Promise<string> {
  await frame(page).navigation.getByRole('link', { name: words.lists.households, exact: true }).click()
  const households = grid(page, words.lists.households)
  await households.waitForRows()
  return (await households.rowAt(0).getByRole('link').first().innerText()).trim()
}

/** Steward's own files: neither Chromium's profile, nor what the demo firm's service keeps. */
const ownFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !['demo', desktopProfile].includes(relative(folder, file).split(sep)[0] ?? ''))

function headOf(file: string): string {
  const head = Buffer.alloc(15)
  const opened = openSync(file, 'r')
  try {
    readSync(opened, head)
  } finally {
    closeSync(opened)
  }
  return head.toString('latin1')
}

/** A file that another process holds open may not be readable on Windows. */
function contains(file: string, text: string): boolean {
  try {
    return readFileSync(file).includes(text)
  } catch {
    return false
  }
}

const store: Step = {
  id: 'store',
  title: 'The packed native module writes an encrypted store, and reads it again after a restart without the service',
  line: 'native',
  systems: 'all',
  limitMs: 600_000,
  async run(desk) {
    const steward = await desk.demo()
    const name = await firstHousehold(steward)
    await steward.stop()
    await steward.ended
    const files = ownFiles(steward.userDataDir)
    const stores = files.filter((file) => file.endsWith('.db'))
    must(stores.length > 0, 'There is no store.')
    const open = stores.filter((file) => headOf(file) === 'SQLite format 3')
    must(open.length === 0, `${open.length} stores are not encrypted.`)
    const told = files.filter((file) => contains(file, name))
    must(told.length === 0, `${told.length} files contain the name of a household.`)
    const again = await desk.start({ args: ['--demo-offline'], userDataDir: steward.userDataDir })
    must((await firstHousehold(again)) === name, 'After a restart the first household is another one.')
    await desk.picture('after-restart', again)
    return [`${stores.length} stores, none readable without its key`, 'The first household is the same after a restart']
  },
}

/** The threads that the proof build lists. */
type WithWorkers = { stewardWorkers?: ReadonlySet<{ threadId: number; terminate(): Promise<number> }> }

const workers: Step = {
  id: 'workers',
  title: 'Worker threads start from inside the archive, and the native module lies beside it',
  line: 'native',
  systems: 'all',
  limitMs: 420_000,
  async run(desk) {
    const steward = await desk.demo()
    const { threads, native } = await steward.main(({ app }) => {
      const { existsSync } = process.getBuiltinModule('node:fs')
      const beside = `${app.getAppPath()}.unpacked/node_modules/better-sqlite3/prebuilds`
      return {
        threads: (globalThis as WithWorkers).stewardWorkers?.size ?? 0,
        native: existsSync(beside),
      }
    })
    must(threads > 0, 'No worker thread runs.')
    must(native, 'The native module does not lie beside the archive.')
    return [`${threads} worker threads`]
  },
}

const demoService: Step = {
  id: 'demo-service',
  title: 'The demo firm’s service runs as a process of its own, from inside the archive',
  line: 'native',
  systems: 'all',
  limitMs: 420_000,
  async run(desk) {
    const steward = await desk.demo()
    const names = await steward.main(({ app }) => app.getAppMetrics().map(({ name }) => name ?? ''))
    must(names.includes('Demo firm'), 'No process of the program is the demo firm’s service.')
    return [`${names.length} processes`]
  },
}

const workerEnds: Step = {
  id: 'worker-ends',
  title: 'Steward goes on when a worker thread is ended',
  line: 'crash',
  systems: 'all',
  limitMs: 420_000,
  async run(desk) {
    const steward = await desk.demo()
    const before = await steward.main(async () => {
      const all = [...((globalThis as WithWorkers).stewardWorkers ?? [])]
      const ids = all.map(({ threadId }) => threadId)
      await Promise.all(all.map((worker) => worker.terminate()))
      return ids
    })
    must(before.length > 0, 'No worker thread ran.')
    await until(
      async () => {
        await steward.page.reload().catch(() => {})
        return firstHousehold(steward).catch(() => null)
      },
      'No list could be read after the worker threads ended.',
      120_000,
    )
    const after = await steward.main(() =>
      [...((globalThis as WithWorkers).stewardWorkers ?? [])].map(({ threadId }) => threadId),
    )
    must(
      after.some((id) => !before.includes(id)),
      'No worker thread was started anew.',
    )
    return [`${before.length} threads ended, ${after.length} run now`]
  },
}

export const storageSteps = [workers, demoService, workerEnds]
/** The steps that end the shared program; they come last. */
export const lastStorageSteps = [store]
