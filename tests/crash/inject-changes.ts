import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openStores } from '../../electron/data/open-stores.ts'
import { settleMirror } from '../../electron/data/overlay/replay-ledger.ts'
import { createWriter, type Writer } from '../../electron/data/writer.ts'
import { changeProblems, editSelf, moments, receive } from './changes-story.ts'
import { filesIn } from './furnished.ts'
import { integrityProblems } from './inspect.ts'
import type { CampaignResult } from './result.ts'
import { type InjectionOptions, killAt, killAtEachCall, type RunOnce } from './strace.ts'

const script = fileURLToPath(new URL('./changes-child.ts', import.meta.url))

/**
 * A sync that finds changes is killed at its n-th call that reaches the disk, for each n and each kind of call. The next sync finds the
 * same firm: each change must then be recorded once, and the user's own as such.
 */
export async function injectIntoChanges(options: InjectionOptions): Promise<CampaignResult> {
  const root = mkdtempSync(join(tmpdir(), 'steward-changes-'))
  const [template, folder] = [join(root, 'template'), join(root, 'stores')]
  const found: CampaignResult = { problems: [], figures: { changes_kills: 0, changes_kills_between_stores: 0 } }
  const runOnce: RunOnce = async (call, n, { problems, figures }) => {
    rmSync(folder, { recursive: true, force: true })
    cpSync(template, folder, { recursive: true })
    const [program = '', ...args] = [...killAt(call, n), process.execPath, script, JSON.stringify(filesIn(folder))]
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    const isKilled = signal === 'SIGKILL'
    const where = `changes, ${call} ${n}`
    if (!isKilled && code !== 0) problems.push(`${where}: it ended with ${code ?? signal}`)
    const after = await finish(folder, isKilled)
    problems.push(...after.found.map((problem) => `${where}: ${problem}`))
    if (isKilled) figures.changes_kills = 1
    if (after.isBetween) figures.changes_kills_between_stores = 1
    return isKilled
  }
  try {
    await makeTemplate(template)
    await killAtEachCall('changes', found, { ...options, runOnce })
    return found
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** A firm of which everything was read once, and an own edit that the next sync will deliver. */
async function makeTemplate(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await withWriter(folder, moments.before, async (writer) => {
    await receive(writer, 'before')
    editSelf(writer)
  })
}

async function withWriter<Value>(folder: string, at: number, work: (writer: Writer) => Promise<Value>): Promise<Value> {
  const { mirror, ledger } = openStores(filesIn(folder))
  try {
    const writer = createWriter({ mirror, ledger, now: () => at, onChanged: () => {} })
    return await work(writer)
  } finally {
    mirror.close()
    ledger.close()
  }
}

const lastIn = ({ ledger }: Writer) =>
  ledger.prepare<[], number | null>('SELECT max(seq) FROM observed_change').pluck().get() ?? 0

/** What the next start and its syncs find. `isBetween`: the ledger had changes that the mirror did not have yet. */
function finish(folder: string, isKilled: boolean): Promise<{ found: string[]; isBetween: boolean }> {
  return withWriter(folder, moments.after, async (writer) => {
    const { mirror, ledger } = writer
    const before = lastIn(writer)
    settleMirror(writer)
    const isBetween = lastIn(writer) < before
    const found = [...integrityProblems({ mirror, ledger }), ...changeProblems(ledger, { isFinished: !isKilled })]
    for (let sync = 0; sync < 2; sync += 1) {
      await receive(writer, 'after')
      found.push(...changeProblems(ledger, { isFinished: true }))
    }
    return { found: [...found, ...integrityProblems({ mirror, ledger })], isBetween }
  })
}
