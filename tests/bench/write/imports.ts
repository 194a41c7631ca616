import { createHeldImports, type HeldImport } from '../../../electron/imports/held-imports.ts'
import { saveImport } from '../../../electron/imports/save-import.ts'
import { createOutbox, knownRecordsIn } from '../../../electron/outbox/create-outbox.ts'
import type { WriteService } from '../../../electron/service/write-service.ts'
import { createOutboxFilesDouble } from '../../doubles/outbox-files.ts'
import { openFreshStore } from '../sync/parts.ts'

const rows = 50_000
/** New households among them, each with as many people. */
const households = 10_000
/** Rows of which the cost is taken together. */
const part = 5_000

const connectionId = 'a'.repeat(32)

/**
 * Saves an import of 50,000 rows into an empty firm whose service does not answer, and undoes it.
 *
 * @returns CPU time of all threads: ms for 1,000 rows, the last 5,000 people beside the first, and ms for undoing 1,000 rows
 */
export async function measureImport(): Promise<{ cpuMs: number; ratio: number; undoMs: number }> {
  const { store, remove } = await openFreshStore()
  const outbox = await createOutbox({
    ...{ store: store.outbox, records: knownRecordsIn(store) },
    ...{ service: silentService(), files: createOutboxFilesDouble() },
    isReadOnly: () => false,
    graceMs: async () => 60_000,
  })
  try {
    const held = anImport()
    const { signal } = new AbortController()
    const began = process.cpuUsage()
    const costs: { done: number; cpu: number }[] = [{ done: 0, cpu: 0 }]
    for await (const { done } of saveImport(held, { outbox, signal })) {
      if (done % part === 0 && done > (costs.at(-1)?.done ?? 0)) costs.push({ done, cpu: cpuMs(began) })
    }
    const per = costs.slice(1).map(({ done, cpu }, at) => {
      const before = costs[at] ?? { done: 0, cpu: 0 }
      return ((cpu - before.cpu) / (done - before.done)) * 1000
    })
    for (const [at, ms] of per.entries())
      console.log(
        `import, up to row ${String(costs[at + 1]?.done).padStart(6)}   ${ms.toFixed(0).padStart(6)} ms of CPU for 1,000 rows`,
      )
    const undoing = process.cpuUsage()
    const undone = await outbox.undo({ save_id: held.saveId })
    if (undone.length < rows) throw new Error(`Only ${undone.length} writes were undone.`)
    const whole = costs.at(-1) ?? { done: 1, cpu: 0 }
    return {
      cpuMs: (whole.cpu / whole.done) * 1000,
      ratio: (per.at(-1) ?? 0) / (per[households / part] ?? 1),
      undoMs: (cpuMs(undoing) / rows) * 1000,
    }
  } finally {
    await outbox.close()
    await remove()
  }
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

/** Rows as a check leaves them: valid, and all new. */
function anImport(): HeldImport {
  const imports = createHeldImports()
  const import_id = '00000000-0000-4000-8000-000000000000'
  imports.begin(import_id, connectionId)
  const held = imports.get({ connectionId, import_id })
  const plain = { issues: [], warnings: [], edit: null, change: null }
  held.checked = {
    fingerprint: '',
    plan: {} as never,
    households: Array.from({ length: households }, (_, at) => ({
      ...{ ...plain, row: at + 2, title: `H-${at}`, externalId: `H-${at}`, name: undefined },
      fields: { external_id: `H-${at}`, primary_relationship_owner_id: 'user_1' },
      target: { kind: 'new' as const, row: at + 2 },
    })),
    individuals: Array.from({ length: rows - households }, (_, at) => ({
      ...{ ...plain, row: at + 2, title: `Person ${at}`, date_of_death: null },
      fields: {
        first_name: 'Person',
        last_name: `Number ${at}`,
        city: 'Springfield',
        notes: 'Imported from the old system.',
      },
      target: { kind: 'new' as const, row: (at % households) + 2 },
    })),
  }
  return held
}

/** A service that takes a request and answers nothing until the request is given up. */
function silentService(): WriteService {
  const untilGivenUp = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const silent = ({ signal }: { signal: AbortSignal }) => untilGivenUp(signal)
  return {
    ...{ send: silent, getRecord: silent, getValuation: silent, listAll: silent },
    digestOf: (_, signal) => untilGivenUp(signal),
    prove: (_, signal) => untilGivenUp(signal),
    onReachability: () => () => {},
  }
}
