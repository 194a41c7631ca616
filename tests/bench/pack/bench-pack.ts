import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import type { BenchResult } from '../result.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Measures meeting packs: of a household of 150 entities, and of 50 households in a row. */
export async function benchPack(): Promise<BenchResult> {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  // Bundled because Node does not run JSX; inside the project, where the libraries are found.
  const outDir = mkdtempSync(join(cache, 'bench-pack-'))
  process.env.STEWARD_TEST_DATA_WORKER = pathToFileURL(join(root, 'electron/data/workers/worker.ts')).href
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { target: 'node', noExternal: true, external: ['better-sqlite3'] },
      build: {
        ssr: 'tests/bench/pack/make-packs.ts',
        outDir,
        target: 'node22',
        rolldownOptions: { output: { entryFileNames: 'make-packs.mjs' } },
      },
    })
    const { makePacks }: typeof import('./make-packs.ts') = await import(
      pathToFileURL(join(outDir, 'make-packs.mjs')).href
    )
    return { figures: await makePacks() }
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
