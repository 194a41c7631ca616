import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../..')

/** Before the first test of a run: bundles the data worker, as the app ships it, and removes it after the last one. */
export default async function bundleDataWorker(): Promise<() => void> {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  // Within the project, where `better-sqlite3` is found; a folder of its own, since two runs may be side by side.
  const outDir = mkdtempSync(join(cache, 'data-worker-'))
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { target: 'node', noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: 'electron/data/worker.ts',
      outDir,
      target: 'node22',
      minify: false,
      sourcemap: 'inline',
      rolldownOptions: { output: { entryFileNames: 'data-worker.mjs' } },
    },
  })
  process.env.STEWARD_TEST_DATA_WORKER = pathToFileURL(join(outDir, 'data-worker.mjs')).href
  // What Node compiled once, it need not compile for each of the processes that tests start.
  process.env.NODE_COMPILE_CACHE ??= join(cache, 'node')
  return () => rmSync(outDir, { recursive: true, force: true })
}
