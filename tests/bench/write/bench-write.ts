import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { BenchResult } from '../result.ts'
import { measureDrain } from './drain.ts'
import { measureImport } from './imports.ts'
import { measureSaves, type Save } from './saves.ts'

/** Measures how long saving takes for the user on a generated mirror, what saving an import costs, and how fast the outbox sends compared with bare calls. */
export async function benchWrite({
  individuals,
  rounds,
}: {
  individuals: number
  rounds: number
}): Promise<BenchResult> {
  const drained = await measureDrain(rounds)
  const imported = await measureImport()
  const commits = measureBareCommits()
  const saves = await measureSaves(individuals)
  const part = (name: keyof Save) => {
    const times = saves.map((save) => save[name])
    const [middle, high] = [round(quantile(times, 0.5)), round(quantile(times, 0.95))]
    console.log(
      `save, ${parts[name].padEnd(36)} p50 ${middle.toFixed(1).padStart(5)} ms   p95 ${high.toFixed(1).padStart(5)} ms`,
    )
    return high
  }
  console.log(`a bare commit to this disk                 p50 ${quantile(commits, 0.5).toFixed(1).padStart(5)} ms`)
  const figures = {
    save_p95_ms: part('whole'),
    save_form_p95_ms: part('form'),
    save_ipc_p95_ms: part('ipc'),
    save_kept_p95_ms: part('kept'),
    save_paint_p95_ms: part('paint'),
    drain_ratio: drained.away,
    drain_ratio_on_this_computer: drained.here,
    import_ratio: imported.ratio,
    import_cpu_ms: imported.cpuMs,
    import_undo_cpu_ms: imported.undoMs,
  }
  return { figures }
}

const parts: Readonly<Record<keyof Save, string>> = {
  whole: 'pressed until "Saved" is painted',
  form: 'pressed until it is sent',
  ipc: 'there and back',
  kept: 'in the core, with its commit',
  paint: 'answered until it is painted',
}

/** Commits of one row each, as durable as the ledger's, in a plain database beside the stores of the bench. */
function measureBareCommits(): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-commit-'))
  const db = new Database(join(folder, 'plain.db'))
  db.pragma('journal_mode=WAL')
  db.pragma('synchronous=FULL')
  db.exec('CREATE TABLE kept (text TEXT)')
  const insert = db.prepare('INSERT INTO kept VALUES (?)')
  const times = Array.from({ length: 40 }, (_, at) => {
    const began = performance.now()
    insert.run(`City ${at}`)
    return performance.now() - began
  })
  db.close()
  rmSync(folder, { recursive: true })
  return times
}

/** Returns the smallest value that this share of all values does not exceed. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

const round = (value: number) => Math.round(value * 100) / 100
