import { readdirSync, readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  aDocument,
  aHousehold,
  anEntity,
  anIndividual,
  aValuation,
  many,
} from '../../integration/data/support/records.ts'
import { estateStatuses, fillPackFirm } from '../../integration/packs/support/fill-pack-firm.ts'
import { connectionId, openPackFirm, type PackFirm, usual } from '../../integration/packs/support/pack-firm.ts'
import type { BenchResult } from '../result.ts'

const households = 50
const entities = 150
const runs = 5

const householdOf = (n: number) => `household_${Math.ceil(n / entities)}`

const fill = (firm: PackFirm) =>
  fillPackFirm(firm, {
    households: many((n) => aHousehold(n), households),
    individuals: many((n) => anIndividual(n, { household_id: `household_${Math.ceil(n / 8)}` }), households * 8),
    entities: many(
      (n) => anEntity(n, { household_id: householdOf(n), in_estate_status: estateStatuses[n % 3] }),
      households * entities,
    ),
    documents: many((n) => aDocument(n, { household_id: householdOf(n), name: `Deed ${n}` }), households * entities),
    valuationOf: (n) => aValuation(n, { directly_held_asset_value: 1_000_000.01 * ((n % 40) + 1) }),
  })

/** The memory of the printer's processes, in MiB. */
function browserMemory(profile: string): number {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const kilobytes = ids.map((id) => {
    try {
      if (!readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(profile)) return 0
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0)
    } catch {
      // It has ended by itself.
      return 0
    }
  })
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** The memory of this process after a collection of garbage, of which there are up to 70 MiB between two collections. */
function mebibytes(): number {
  collectGarbage()
  return process.memoryUsage().rss / 2 ** 20
}
const round = (value: number) => Math.round(value)

const start = (firm: PackFirm, ids: string[]) =>
  firm.packs.start({ connectionId, households: ids, options: usual, questions: [] }, new AbortController().signal)

/** Prints packs with the real printer, and measures time and memory. */
export async function makePacks(): Promise<BenchResult['figures']> {
  const firm = await openPackFirm()
  try {
    await fill(firm)
    const times: number[] = []
    for (let run = 0; run < runs; run += 1) {
      const started = performance.now()
      // Until the file is there; afterwards the browser is closed.
      for await (const step of start(firm, ['household_1'])) if (step?.ended) times.push(performance.now() - started)
    }
    const memory: { own: number; browser: number }[] = []
    const started = performance.now()
    const ids = many((n) => `household_${n}`, households)
    for await (const step of start(firm, ids)) {
      if (step) memory.push({ own: mebibytes(), browser: browserMemory(firm.profile) })
    }
    const all = performance.now() - started
    // Five packs warm everything up.
    const early = memory.slice(5, 15)
    const late = memory.slice(-11, -1)
    const most = (of: typeof memory, what: 'own' | 'browser') => Math.max(...of.map((one) => one[what]))
    return {
      pack_one_household_ms: round(times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0),
      pack_each_of_many_ms: round(all / households),
      pack_rss_growth_mib: round(most(late, 'own') - most(early, 'own')),
      pack_browser_growth_mib: round(most(late, 'browser') - most(early, 'browser')),
      pack_rss_mib: round(most(late, 'own')),
      pack_browser_mib: round(most(late, 'browser')),
    }
  } finally {
    await firm.close()
  }
}
