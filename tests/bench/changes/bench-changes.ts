import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readChangeCounts, readHouseholdMark } from '../../../electron/data/ledger/household-marks.ts'
import type { WritableDatabase } from '../../../electron/data/open-database.ts'
import { openStores } from '../../../electron/data/open-stores.ts'
import { settleMirror } from '../../../electron/data/overlay/replay-ledger.ts'
import { readObservedChanges } from '../../../electron/data/reads/changes.ts'
import { createReader } from '../../../electron/data/reads/reader.ts'
import { applyPage } from '../../../electron/data/sweep/apply-page.ts'
import { completeSweep } from '../../../electron/data/sweep/complete-sweep.ts'
import { createWriter, type Writer } from '../../../electron/data/writer.ts'
import { anIndividual, pageOf } from '../../integration/data/support/records.ts'
import { createRandom } from '../generate/random.ts'
import type { BenchResult } from '../main.ts'
import { p50, p95, timeOf } from '../query/measure.ts'

const pages = 100
const perPage = 1000
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
    const ratio = await measureSweeps(writer, rounds)
    fill(stores.ledger)
    const reads = measureReads(createReader(stores.mirror, stores.ledger))
    return { figures: { one_percent_sweep_kept: ratio, ...reads }, goals }
  } finally {
    stores.mirror.close()
    stores.ledger.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const goals = {
  one_percent_sweep_kept: '≥ 0.9',
  timeline_ms_p95: '< 50',
  household_mark_ms_p95: '< 50',
  counts_of_100_ms_p95: '< 50',
  firm_page_ms_p95: '< 50',
}

/** A service's individuals: each edit changes one in a hundred, spread over all pages. */
function createService() {
  let edits = 0
  const edited = new Map<number, string>()
  return {
    edit() {
      edits += 1
      for (let n = edits % 100; n < pages * perPage; n += 100) edited.set(n, `City ${edits}`)
    },
    page: (at: number) =>
      pageOf(
        Array.from({ length: perPage }, (_, index) => {
          const n = at * perPage + index
          const city = edited.get(n) ?? 'Lyon'
          return anIndividual(n, { household_id: `household_${n % households}`, city })
        }),
        { endCursor: `c${at + 1}`, hasNext: at + 1 < pages },
      ),
  }
}

async function measureSweeps(writer: Writer, rounds: number): Promise<number> {
  const service = createService()
  const sweep = async () => {
    const sent = Array.from({ length: pages }, (_, at) => service.page(at))
    const began = performance.now()
    const { sweepId } = writer.batch.write(() => writer.sweeps.begin('individuals', Date.now()))
    for (const [at, bytes] of sent.entries())
      applyPage(writer, { sweepId, after: at === 0 ? null : `c${at}`, bytes }, () => {})
    await completeSweep(writer, sweepId)
    return performance.now() - began
  }
  await sweep()
  const { changes } = writer
  const unrecorded = { ...changes, add: () => {} }
  const times = { with: [] as number[], without: [] as number[] }
  // Rounds alternate, so that other load on the machine affects both alike.
  for (let round = 0; round < rounds * 4; round += 1) {
    const isRecorded = round % 2 === 0
    writer.changes = isRecorded ? changes : unrecorded
    service.edit()
    times[isRecorded ? 'with' : 'without'].push(await sweep())
  }
  writer.changes = changes
  console.log(
    `${(pages * perPage).toLocaleString()} records, 1 % changed: recorded ${p50(times.with).toFixed(0)} ms, not recorded ${p50(times.without).toFixed(0)} ms`,
  )
  return round2(p50(times.without) / p50(times.with))
}

/** Fills the ledger up to a million changes; one household has twenty thousand of them. */
function fill(ledger: WritableDatabase): void {
  const kept = ledger.prepare<[], number>('SELECT count(*) FROM observed_change').pluck().get() ?? 0
  ledger.exec(`
    WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ${recorded - kept})
    INSERT INTO observed_change (first, resource, record_id, household_id, title, kind, field, before, after, observed_at,
      seen_before, operation)
    SELECT at + ${kept}, 'individuals', 'client_profile_' || (at % 100000),
      'household_' || CASE WHEN at % 50 = 0 THEN 'large' ELSE at % ${households} END, 'Ada Person', 'changed', 'city',
      '"Lyon"', '"Turin"', ${Date.now()} + at, ${Date.now()}, NULL FROM n`)
}

function measureReads(reader: ReturnType<typeof createReader>): Record<string, number> {
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
