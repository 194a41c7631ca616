import type { BenchName } from './figures.ts'
import type { Bench } from './result.ts'

/** Loads a bench only when it runs: some need a build, or packages of their own. */
export const benches: Readonly<Record<BenchName, () => Promise<Bench>>> = {
  query: async () => (await import('./query/bench-query.ts')).benchQuery,
  today: async () => (await import('./today/bench-today.ts')).benchToday,
  sync: async () => (await import('./sync/bench-sync.ts')).benchSync,
  write: async () => (await import('./write/bench-write.ts')).benchWrite,
  start: async () => (await import('./start/bench-start.ts')).benchStart,
  grid: async () => (await import('./grid/bench-grid.ts')).benchGrid,
  changes: async () => (await import('./changes/bench-changes.ts')).benchChanges,
  files: async () => (await import('./files/bench-files.ts')).benchFiles,
  map: async () => (await import('./map/bench-map.ts')).benchMap,
  texts: async () => (await import('./texts/bench-texts.ts')).benchTexts,
  documents: async () => (await import('./documents/bench-documents.ts')).benchDocuments,
  scans: async () => (await import('./scans/bench-scans.ts')).benchScans,
  pack: async () => (await import('./pack/bench-pack.ts')).benchPack,
  statements: async () => (await import('./statements/bench-statements.ts')).benchStatements,
  growth: async () => (await import('./growth/bench-growth.ts')).benchGrowth,
  peers: async () => (await import('./peers/bench-peers.ts')).benchPeers,
}
