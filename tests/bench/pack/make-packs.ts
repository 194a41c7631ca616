import { readdirSync, readFileSync } from 'node:fs'
import { sweep } from '../../integration/data/support/open-store.ts'
import {
  aDocument,
  aHousehold,
  anEntity,
  anIndividual,
  aUser,
  aValuation,
  bodyOf,
  many,
} from '../../integration/data/support/records.ts'
import { connectionId, openPackFirm, type PackFirm, usual } from '../../integration/packs/support/pack-firm.ts'

const households = 50
const entities = 150
const runs = 5
const statuses = ['in_estate', 'out_of_estate', 'none'] as const

const householdOf = (n: number) => `household_${Math.ceil(n / entities)}`

async function fill({ store }: PackFirm): Promise<void> {
  await sweep(store, 'users', [[aUser(1)]])
  await sweep(store, 'households', [many((n) => aHousehold(n), households)])
  await sweep(store, 'individuals', [
    many((n) => anIndividual(n, { household_id: `household_${Math.ceil(n / 8)}` }), households * 8),
  ])
  const all = many(
    (n) => anEntity(n, { household_id: householdOf(n), in_estate_status: statuses[n % 3] }),
    households * entities,
  )
  await sweep(store, 'entities', [all])
  for (let n = 1; n <= all.length; n += 1) {
    const valuation = aValuation(n, { directly_held_asset_value: 1_000_000.01 * ((n % 40) + 1) })
    await store.applyValuation({ entityId: `entity_${n}`, bytes: bodyOf(valuation) })
  }
  await sweep(store, 'documents', [
    many((n) => aDocument(n, { household_id: householdOf(n), name: `Deed ${n}` }), households * entities),
  ])
}

/** The memory of the printer's processes, in MiB. */
function browserMemory(profile: string): number {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const kilobytes = ids.map((id) => {
    try {
      if (!readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(profile)) return 0
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0)
    } catch {
      // It ended meanwhile.
      return 0
    }
  })
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

const mebibytes = () => process.memoryUsage().rss / 2 ** 20
const round = (value: number) => Math.round(value)

/** Prints packs with the real printer, and measures time and memory. */
export async function makePacks(): Promise<Record<string, number>> {
  const firm = await openPackFirm()
  try {
    await fill(firm)
    const times: number[] = []
    for (let run = 0; run < runs; run += 1) {
      const started = performance.now()
      await firm.make(['household_1'])
      times.push(performance.now() - started)
    }
    const memory: { own: number; browser: number }[] = []
    const started = performance.now()
    const ids = many((n) => `household_${n}`, households)
    const input = { connectionId, households: ids, options: usual, questions: [] }
    for await (const step of firm.packs.start(input, new AbortController().signal)) {
      if (step) memory.push({ own: mebibytes(), browser: browserMemory(firm.profile) })
    }
    const all = performance.now() - started
    // Five packs warm everything up.
    const early = memory.slice(5, 15)
    const late = memory.slice(-11, -1)
    const most = (of: typeof memory, what: 'own' | 'browser') => Math.max(...of.map((one) => one[what]))
    return {
      one_household_ms: round(times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0),
      each_of_many_ms: round(all / households),
      rss_growth_mib: round(most(late, 'own') - most(early, 'own')),
      browser_growth_mib: round(most(late, 'browser') - most(early, 'browser')),
      rss_mib: round(most(late, 'own')),
      browser_mib: round(most(late, 'browser')),
    }
  } finally {
    await firm.close()
  }
}
