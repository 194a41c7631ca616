import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startSandboxProcess } from '../../integration/support/sandbox-process.ts'
import type { BenchResult } from '../result.ts'
import { connect, control, openFreshStore, sweepOnce, walkRaw } from './parts.ts'

const latencyMs = 80

type Sandbox = Awaited<ReturnType<typeof startSandboxProcess>>
type Connected = Awaited<ReturnType<typeof connect>>
type Round = { first: number; unchanged: number; onePercent: number; latency: number }

/**
 * Measures complete sweeps into the encrypted mirror with search index, each beside a raw cursor walk of the same pages that only
 * parses: one list after the other, each page requested when the previous one is parsed. A ratio is our rate divided by the raw
 * walk's, one for each round.
 */
export async function benchSync({ households, rounds }: { households: number; rounds: number }): Promise<BenchResult> {
  const sandbox = await startSandboxProcess([
    '--households',
    String(households),
    '--seed',
    '7',
    '--hostile',
    '--control',
  ])
  try {
    const connected = await connect(sandbox)
    await walkRaw(connected.service, 1)
    const done: Round[] = []
    for (let round = 0; round < rounds; round++) done.push(await runRound(sandbox, connected))
    await connected.close()
    const memory: MemoryFigures[] = []
    for (let round = 0; round < rounds; round++) memory.push(await runMemory(sandbox))
    const figures = {
      first_sweep_ratio: done.map(({ first }) => first),
      latency_sweep_ratio: done.map(({ latency }) => latency),
      unchanged_sweep_ratio: done.map(({ unchanged }) => unchanged),
      one_percent_sweep_ratio: done.map(({ onePercent }) => onePercent),
      main_stall_ms: memory.map(({ main_stall_ms }) => main_stall_ms),
      main_stall_p999_ms: memory.map(({ main_stall_p999_ms }) => main_stall_p999_ms),
      rss_growth_mib: memory.map(({ rss_growth_mib }) => rss_growth_mib),
    }
    return { figures }
  } finally {
    await sandbox.stop()
  }
}

async function runRound(sandbox: Sandbox, { service }: Connected): Promise<Round> {
  const { store, remove } = await openFreshStore()
  const raw = async (parallel: number) => {
    const { ms, records } = await walkRaw(service, parallel)
    report(`raw walk, ${parallel} at once`, ms, records)
    return ms
  }
  const ours = async (name: string, parallel: number) => {
    const { ms, received, written, setAside } = await sweepOnce({ store, service, parallel })
    report(`${name}, ${parallel} at once`, ms, received, `${written} written, ${setAside} set aside`)
    return ms
  }
  // Six parallel walks are printed but not used as a reference: on two cores the service itself becomes the limit.
  await raw(6)
  const first = (await raw(1)) / (await ours('first sweep', 6))
  const unchanged = (await raw(1)) / (await ours('unchanged sweep', 6))
  await editOnePercent(sandbox, store)
  // As an advisor meets it: minutes after the first load, when the search index is merged.
  await store.searchMerged()
  const onePercent = (await raw(1)) / (await ours('one in a hundred changed', 6))
  await remove()
  const latency = await runLatency(sandbox, service)
  return { first, unchanged, onePercent, latency }
}

async function runLatency(sandbox: Sandbox, service: Connected['service']): Promise<number> {
  const { store, remove } = await openFreshStore()
  await control(sandbox, 'latency', { milliseconds: latencyMs })
  const raw = await walkRaw(service, 1)
  report(`raw walk, 1 at once, ${latencyMs} ms a page`, raw.ms, raw.records)
  const ours = await sweepOnce({ store, service, parallel: 1 })
  report(`first sweep, 1 at once, ${latencyMs} ms a page`, ours.ms, ours.received)
  await control(sandbox, 'latency', { milliseconds: 0 })
  await remove()
  return raw.ms / ours.ms
}

type MemoryFigures = { main_stall_ms: number; main_stall_p999_ms: number; rss_growth_mib: number }

async function runMemory({ child: _, ...sandbox }: Sandbox): Promise<MemoryFigures> {
  const script = fileURLToPath(new URL('./memory-child.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(sandbox)])
  return JSON.parse(stdout) as MemoryFigures
}

/** A colleague edits one record in a hundred of every list that has an order by name, spread over all pages. */
async function editOnePercent(sandbox: Sandbox, store: Awaited<ReturnType<typeof openFreshStore>>['store']) {
  const step = 100
  const sort = { column: 'created_at', direction: 'asc' } as const
  const lists = [
    ['individuals', 'individuals.list', 'middle_name'],
    ['entities', 'entities.list', 'display_name'],
    ['documents', 'documents.list', 'name'],
    ['households', 'households.list', 'notes'],
  ] as const
  for (const [resource, list, field] of lists) {
    const { total } = await store.read(list, { offset: 0, limit: 1, sort })
    for (let offset = 0; offset < total; offset += step) {
      const { rows } = await store.read(list, { offset, limit: 1, sort })
      const id = rows[0]?.id
      const patch = { [field]: `Edited ${Math.random().toString(36).slice(2)}` }
      if (id) await control(sandbox, 'edit', { resource, id, patch })
    }
  }
}

function report(name: string, ms: number, records: number, more = ''): void {
  const rate = Math.round((records / ms) * 1000).toLocaleString('en-US')
  console.log(`${name.padEnd(44)} ${ms.toFixed(0).padStart(6)} ms ${rate.padStart(9)} records/s  ${more}`)
}
