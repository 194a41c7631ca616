import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readChangeCounts, readHouseholdMark } from '../../../electron/data/ledger/household-marks.ts'
import type { WritableDatabase } from '../../../electron/data/open-database.ts'
import { openStores } from '../../../electron/data/open-stores.ts'
import { settleMirror } from '../../../electron/data/overlay/replay-ledger.ts'
import { readObservedChanges } from '../../../electron/data/reads/changes.ts'
import { createReader } from '../../../electron/data/reads/reader.ts'
import { createWriterCalls } from '../../../electron/data/workers/worker-calls.ts'
import { createWriter, type Writer } from '../../../electron/data/writer.ts'
import type { SandboxAddress } from '../../integration/support/sandbox-client.ts'
import { startSandboxProcess } from '../../integration/support/sandbox-process.ts'
import { createRandom } from '../generate/random.ts'
import { p95, timeOf } from '../query/measure.ts'
import type { BenchResult } from '../result.ts'
import { connect, control, sweepOnce } from '../sync/parts.ts'

const households = 5000
const recorded = 1_000_000
const seed = 7

/**
 * Measures the recording of changes: a sweep in which one record in a hundred changed, with and without recording, in pairs; and
 * reading the changes of a household from a ledger with a million of them.
 */
export async function benchChanges({ rounds }: { rounds: number }): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-changes-'))
  const stores = openStores({
    folder,
    mirror: { key: 'c3'.repeat(32), created: true },
    ledger: { key: 'd4'.repeat(32), created: true },
  })
  try {
    const writer = createWriter({ ...stores, now: () => Date.now(), onChanged: () => {} })
    settleMirror(writer)
    const kept = await measureSweeps(writer, rounds)
    fill(stores.ledger)
    const reads = measureReads(createReader(stores.mirror, stores.ledger))
    return { figures: { ...kept, ...reads } }
  } finally {
    stores.mirror.close()
    stores.ledger.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Whole sweeps of the sandbox in which one record in a hundred changed, recorded and not recorded in turn. All of it runs on one
 * thread here, so that recording weighs more than in the app.
 */
async function measureSweeps(writer: Writer, rounds: number): Promise<BenchResult['figures']> {
  const options = ['--households', '2000', '--seed', String(seed), '--control']
  const sandbox = await startSandboxProcess(options)
  const { service, close } = await connect(sandbox)
  try {
    const { changes } = writer
    const store = storeOf(writer)
    const sweep = () => sweepOnce({ store, service, parallel: 6 })
    await sweep()
    const ratios = { ms: [] as number[], work: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      const times = { with: [] as number[], without: [] as number[] }
      /** User time of this process, which other load on the machine hardly affects. */
      const work = { with: [] as number[], without: [] as number[] }
      // Sweeps alternate, so that other load on the machine affects both alike.
      for (let at = round * sweepsPerRound; at < (round + 1) * sweepsPerRound; at += 1) {
        const isRecorded = at % 2 === 0
        writer.changes = isRecorded ? changes : { ...changes, add: () => {} }
        await editOnePercent(sandbox, writer.mirror, at)
        const before = process.cpuUsage()
        const { ms, received, written } = await sweep()
        const used = process.cpuUsage(before).user / 1000
        times[isRecorded ? 'with' : 'without'].push(ms)
        work[isRecorded ? 'with' : 'without'].push(used)
        console.log(
          `${isRecorded ? 'recorded    ' : 'not recorded'} ${ms.toFixed(0)} ms (${used.toFixed(0)} ms of work), ${written} of ${received} written`,
        )
      }
      ratios.ms.push(fastest(times.without) / fastest(times.with))
      ratios.work.push(fastest(work.without) / fastest(work.with))
    }
    writer.changes = changes
    return { one_percent_sweep_kept: ratios.ms, one_percent_sweep_cpu_kept: ratios.work }
  } finally {
    await close()
    await sandbox.stop()
  }
}

const sweepsPerRound = 8

/** What else the machine does only adds to a time. */
const fastest = (times: readonly number[]) => Math.min(...times)

type Store = Parameters<typeof sweepOnce>[0]['store']

/** The writer's calls, made on this thread as the app makes them to its data worker: each answers with a promise. */
function storeOf(writer: Writer): Store {
  const calls = Object.entries(createWriterCalls(writer)).map(([name, call]) => {
    const run: (...input: never[]) => unknown = call
    return [name, async (...input: never[]) => run(...input)]
  })
  // A sweep uses no other part of a store.
  return Object.fromEntries(calls) as Store
}

/** A colleague edits one record in a hundred of the largest lists. */
async function editOnePercent(
  sandbox: SandboxAddress & { controlUrl: string | null },
  mirror: WritableDatabase,
  round: number,
) {
  for (const [resource, field] of [
    ['individuals', 'middle_name'],
    ['entities', 'display_name'],
    ['documents', 'name'],
  ] as const) {
    const ids = mirror
      .prepare<[number], string>(`SELECT id FROM ${resource} WHERE row % 100 = ?`)
      .pluck()
      .all(round % 100)
    for (const id of ids) await control(sandbox, 'edit', { resource, id, patch: { [field]: `Edited ${round}` } })
  }
}

/** Fills the ledger up to a million changes; one household has twenty thousand of them. */
function fill(ledger: WritableDatabase): void {
  const kept = ledger.prepare<[], number>('SELECT count(*) FROM observed_change').pluck().get() ?? 0
  ledger.exec(`
    WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ${recorded - kept})
    INSERT INTO observed_change (resource, record_id, household_id, title, kind, fields, is_own, observed_at, seen_before)
    SELECT 'individuals', 'client_profile_' || (at % 100000),
      'household_' || CASE WHEN at % 50 = 0 THEN 'large' ELSE at % ${households} END, 'Ada Person', 'changed',
      '[{"field":"city","before":"Lyon","after":"Turin","operation":null}]', 0, ${Date.now()} + at, ${Date.now()} FROM n`)
}

function measureReads(reader: ReturnType<typeof createReader>): BenchResult['figures'] {
  const random = createRandom(seed)
  const any = () => `household_${Math.floor(random.next() * households)}`
  const all = { owner_id: null, others_only: false, before: null, limit: 50 }
  const timeline = (household_id: string | null) => readObservedChanges(reader, { ...all, household_id })
  const times = (work: (at: number) => unknown, count = 300) =>
    round2(p95(Array.from({ length: count }, (_, at) => timeOf(() => work(at)))))
  return {
    timeline_ms_p95: times((at) => timeline(at % 10 === 0 ? 'household_large' : any())),
    household_mark_ms_p95: times((at) =>
      readHouseholdMark(reader, { household_id: at % 10 === 0 ? 'household_large' : any() }),
    ),
    counts_of_100_ms_p95: times(
      () => readChangeCounts(reader, { household_ids: Array.from({ length: 100 }, any) }),
      50,
    ),
    firm_page_ms_p95: times(() => timeline(null), 50),
  }
}

const round2 = (value: number) => Math.round(value * 100) / 100
