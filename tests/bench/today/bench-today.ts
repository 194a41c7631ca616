import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dateRulesIn, ofKind } from '../../../electron/api/today.ts'
import { createMissingIndexes } from '../../../electron/data/maintenance.ts'
import { openStores } from '../../../electron/data/open-stores.ts'
import { settleMirror } from '../../../electron/data/overlay/replay-ledger.ts'
import { readDateList } from '../../../electron/data/reads/date-list.ts'
import { readDoubles } from '../../../electron/data/reads/doubles.ts'
import { isMissingKept } from '../../../electron/data/reads/kept-missing.ts'
import { readQuality } from '../../../electron/data/reads/quality.ts'
import { createReader } from '../../../electron/data/reads/reader.ts'
import { readToday } from '../../../electron/data/reads/today.ts'
import { applyRecord } from '../../../electron/data/records.ts'
import { createWriter, type Writer } from '../../../electron/data/writer.ts'
import { localToday } from '../../../shared/domain/days.ts'
import { usualRules } from '../../../shared/rules/rules.ts'
import { copyStore } from '../copy-store.ts'
import { generatedMirror } from '../generate/mirror-cache.ts'
import { p50, p95, round2 } from '../query/measure.ts'
import type { BenchResult } from '../result.ts'

const seed = 7
const edits = 40
const rules = ofKind(usualRules, 'document')

/**
 * Measures Today, dates and data quality of a generated firm, in processor time of this thread: other load on the computer hardly changes
 * it. Each read follows an edit of a person, so that nothing is there from the read before.
 */
export async function benchToday({ individuals }: { individuals: number }): Promise<BenchResult> {
  const { files } = await generatedMirror(seed, { individuals })
  const folder = mkdtempSync(join(tmpdir(), 'steward-today-'))
  for (const name of ['mirror.db', 'ledger.db']) copyStore(join(files.folder, name), join(folder, name))
  const stores = openStores({ ...files, folder })
  const writer = createWriter({ ...stores, now: Date.now, onChanged: () => {} })
  try {
    settleMirror(writer)
    createMissingIndexes(writer)
    const reader = createReader(stores.mirror, stores.ledger)
    const first = await keep(writer)
    const edit = editor(writer)
    const owners = stores.mirror.prepare<[], string>('SELECT DISTINCT owner_id FROM households').pluck().all()
    const year = Number(localToday().slice(0, 4)) + 1
    const span = { from: `${year}-01-01`, to: `${year}-12-31` }
    const asked = { ...span, rules: dateRulesIn(usualRules), kind: null, state: 'open', limit: 100 } as const
    const times = {
      today: [] as number[],
      firm: [] as number[],
      owner: [] as number[],
      quality: [] as number[],
      doubles: [] as number[],
    }
    for (let at = 0; at < edits; at++) {
      edit(1)
      reader.versions.refresh()
      times.today.push(processorTime(() => readToday(reader, { owner_id: null, rules })))
      times.firm.push(processorTime(() => readDateList(reader, { ...asked, owner_id: null })))
      const owner_id = owners[at % owners.length] ?? null
      times.owner.push(processorTime(() => readDateList(reader, { ...asked, owner_id })))
      // Every second edit is enough: the times of a rule after an edit hardly differ.
      if (at % 2 === 0) continue
      for (const rule of ofKind(usualRules, 'quality'))
        times.quality.push(processorTime(() => readQuality(reader, { rule })))
      times.doubles.push(processorTime(() => readDoubles(reader, { of: null, limit: 100 })))
    }
    return {
      figures: {
        today_ms: round2(p95(times.today.slice(1))),
        dates_ms: round2(Math.max(p95(times.firm.slice(1)), p95(times.owner.slice(1)))),
        quality_rule_ms: round2(p95(times.quality)),
        doubles_ms: round2(p50(times.doubles)),
        missing_first_ms: round2(first),
        missing_edit_ratio: await measureEdits(writer, edit),
      },
    }
  } finally {
    writer.missing.stop()
    writer.batch.end()
    stores.mirror.close()
    stores.ledger.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** ms of processor time of this process, which does nothing else meanwhile. */
function processorTime(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Keeps the counts of missing documents until nothing waits; returns its processor time in ms. */
async function keep(writer: Writer): Promise<number> {
  const before = process.cpuUsage()
  writer.missing.follow(rules)
  const isDone = () => {
    const isWaiting = writer.mirror.prepare('SELECT 1 FROM missing_touched LIMIT 1').get() !== undefined
    return !isWaiting && isMissingKept(writer, { rules, today: localToday() })
  }
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Receives so many people of different households with another city, and as primary clients or not, so that they are counted again. */
function editor(writer: Writer) {
  const people = writer.mirror.prepare<[], string>('SELECT json FROM individuals WHERE row % 61 = 7').pluck().all()
  let at = 0
  return (count: number) => {
    for (let done = 0; done < count; done++) {
      const person = JSON.parse(people[at++ % people.length] ?? '{}')
      const city = `City ${at} of ${Date.now()}`
      const changed = {
        ...person,
        city,
        is_primary: !person.is_primary,
        updated_at: new Date(Date.now() + at).toISOString(),
      }
      applyRecord(writer, 'individuals', new TextEncoder().encode(JSON.stringify(changed)))
    }
  }
}

const edited = 200

/** Processor time of received changes with the counts that follow them, beside the same while nothing is kept; in pairs. */
async function measureEdits(writer: Writer, edit: (count: number) => void): Promise<number[]> {
  const ratios: number[] = []
  for (let round = 0; round < 5; round++) {
    const alone = processorTime(() => edit(edited))
    await keep(writer)
    writer.missing.stop()
    const marked = processorTime(() => edit(edited))
    ratios.push(round2((marked + (await keep(writer))) / alone))
    writer.missing.stop()
  }
  return ratios
}
