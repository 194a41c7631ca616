import { benchChanges } from './changes/bench-changes.ts'
import { benchFiles } from './files/bench-files.ts'
import { benchGrid } from './grid/bench-grid.ts'
import { benchMap } from './map/bench-map.ts'
import { benchPack } from './pack/bench-pack.ts'
import { benchQuery } from './query/bench-query.ts'
import { benchStart } from './start/bench-start.ts'
import { benchSync } from './sync/bench-sync.ts'
import { benchWrite } from './write/bench-write.ts'

/** Result of a bench: named figures, each with a readable goal. */
export type BenchResult = { figures: Record<string, number>; goals: Record<string, string> }

type Bench = (options: {
  households: number
  individuals: number
  rounds: number
  mib: number
  sparse: boolean
}) => Promise<BenchResult>

const benches: Readonly<Record<string, Bench>> = {
  changes: benchChanges,
  files: benchFiles,
  grid: benchGrid,
  map: benchMap,
  pack: benchPack,
  query: benchQuery,
  start: benchStart,
  sync: benchSync,
  write: benchWrite,
}

const usage = `Usage: node tests/bench/main.ts <${Object.keys(benches).join('|')}> [--json]
  start [--rounds N]
  changes [--rounds N]
  sync  [--households N] [--rounds N]
  query [--individuals N]
  grid  [--individuals N]
  map
  pack
  write [--individuals N] [--rounds N]
  files [--mib N] [--rounds N] [--sparse]`

const [name = '', ...options] = process.argv.slice(2)
const bench = benches[name]
if (bench) {
  const { figures, goals } = await bench({
    households: numberAfter('--households', 5000),
    individuals: numberAfter('--individuals', 1_000_000),
    rounds: numberAfter('--rounds', 3),
    mib: numberAfter('--mib', 1024),
    sparse: options.includes('--sparse'),
  })
  const rows = Object.entries(figures).map(([figure, value]) => [figure, { value, goal: goals[figure] ?? '' }])
  console.table(Object.fromEntries(rows))
  if (options.includes('--json')) console.log(JSON.stringify({ bench: name, figures }))
} else {
  console.error(usage)
  process.exitCode = 2
}

function numberAfter(option: string, fallback: number): number {
  const at = options.indexOf(option)
  const value = at < 0 ? fallback : Number(options[at + 1])
  if (!Number.isInteger(value) || value < 1) throw new Error(`${option} takes a whole number, 1 or more.`)
  return value
}
