import { execFile } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createRandom } from '../faults/random.ts'
import { type Furnished, furnish, openIn } from './furnished.ts'
import type { Outcome } from './io-child.ts'
import type { CampaignOptions, CampaignResult } from './result.ts'

const script = fileURLToPath(new URL('./io-child.ts', import.meta.url))

/**
 * Disk calls, the errors each of them may return, and about how many of them one such process makes. The first few of a program
 * only load it.
 */
const failures = [
  { call: 'pwrite64', error: 'ENOSPC', calls: 60 },
  { call: 'pwrite64', error: 'EIO', calls: 60 },
  { call: 'fsync', error: 'EIO', calls: 16 },
  { call: 'fdatasync', error: 'EIO', calls: 16 },
  { call: 'ftruncate', error: 'ENOSPC', calls: 6 },
  { call: 'pread64', error: 'EIO', calls: 90 },
] as const

const loading = 12

type Fault = { call: string; error: string; when: string }

/** Higher than any sequence number in the furnished stores. */
const firstSeq = 1001

/**
 * Makes the disk fail at one call, or at all calls from one on, while stores are opened, written, read and closed. Every error
 * must have a code, every acknowledged save must be there, nothing may be treated as damage, and the next opening must be normal.
 */
export async function runDiskErrors({ seed, runs, onRun }: CampaignOptions): Promise<CampaignResult> {
  const furnished = await furnish()
  const problems: string[] = []
  const figures: Record<string, number> = { runs, injected: 0, errors_by_name: 0, acknowledged: 0 }
  try {
    for (let run = 0; run < runs; run += 1) {
      const random = createRandom(seed + run)
      const { call, error, calls } = failures[(seed + run) % failures.length] ?? failures[0]
      const fault = {
        call,
        error,
        when: `${(call === 'pread64' ? loading : 0) + 1 + random.below(calls)}${random.chance(0.5) ? '+' : ''}`,
      }
      const where = `--seed ${seed + run} --runs 1: ${call} says ${error} at ${fault.when}`
      const { outcomes, injected } = await liveUnder(furnished, fault)
      onRun?.(where)
      figures.injected = (figures.injected ?? 0) + (injected ? 1 : 0)
      for (const { outcome } of outcomes) {
        const name = outcome === 'done' ? 'acknowledged' : 'errors_by_name'
        figures[name] = (figures[name] ?? 0) + 1
      }
      const found = await judge(furnished, outcomes, call === 'pread64')
      problems.push(...found.map((what) => `${where}: ${what}`))
    }
    return { problems, figures }
  } finally {
    furnished.remove()
  }
}

async function liveUnder(furnished: Furnished, { call, error, when }: Fault) {
  const folder = join(furnished.root, 'run')
  const log = join(furnished.root, 'strace.log')
  rmSync(folder, { recursive: true, force: true })
  cpSync(furnished.killed, folder, { recursive: true })
  const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:error=${error}:when=${when}`]
  const words = ['-f', '-qq', '-o', log, ...inject, process.execPath, script, folder, String(firstSeq)]
  const { stdout } = await promisify(execFile)('strace', words).catch((problem: { stdout?: string }) => ({
    stdout: JSON.stringify([{ what: 'Steward', outcome: `not by name: it ended, ${String(problem)}` }]),
  }))
  const injected = existsSync(log) && readFileSync(log, 'utf8').includes('(INJECTED)')
  return { outcomes: JSON.parse(stdout) as Outcome[], injected }
}

async function judge({ root, truth }: Furnished, outcomes: readonly Outcome[], isRead: boolean): Promise<string[]> {
  const folder = join(root, 'run')
  // SQLite reports a page that could not be read as damaged. That error may be reported, but no store may be quarantined for it.
  const names = isRead ? /^cache\/(write-failed|not-open|damaged)$/ : /^cache\/(write-failed|not-open)$/
  const problems = outcomes
    .filter(({ outcome }) => outcome !== 'done' && !names.test(outcome))
    .map(({ what, outcome }) => `${what}: ${outcome}`)
  const store = await openIn(folder)
  try {
    const ids = new Set((await store.outbox.load()).operations.map(({ id }) => id))
    const kept = new Set((await store.read('drafts.list', {})).map(({ name }) => name))
    for (const { id, state } of truth.operations.values()) {
      if (state !== 'done' && !ids.has(id)) problems.push(`${id}, saved before, is gone`)
    }
    for (const { what, outcome } of outcomes.filter((one) => one.outcome === 'done')) {
      const [kind, id = ''] = what.split(' ')
      if (kind === 'save' && !ids.has(id)) problems.push(`${id} was said to be saved (${outcome}) and is not there`)
      if (kind === 'draft' && !kept.has(`io-${id}`)) problems.push(`draft ${id} was said to be kept and is not there`)
    }
    if (store.ledgerReport !== null || store.mirrorRebuilt)
      problems.push(`it is taken for damage: ${JSON.stringify(store.ledgerReport)}, ${store.mirrorRebuilt}`)
  } finally {
    await store.close()
  }
  const aside = readdirSync(folder).filter((name) => name.includes('damaged'))
  return aside.length === 0 ? problems : [...problems, `set aside: ${aside.join(', ')}`]
}
