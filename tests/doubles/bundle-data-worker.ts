import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../..')

/** Vitest's global set-up: bundles the workers as the app ships them before the first test, and removes them after the last. */
export default async function bundleDataWorker(): Promise<() => void> {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  // Inside the project, where `better-sqlite3` is found; in its own folder, since two runs may overlap.
  const folder = mkdtempSync(join(cache, 'data-worker-'))
  const outDir = join(folder, 'main')
  const bundle = (ssr: string, name: string) =>
    build({
      root,
      configFile: false,
      logLevel: 'warn',
      ssr: { target: 'node', noExternal: true, external: ['better-sqlite3'] },
      build: {
        ssr,
        outDir,
        emptyOutDir: false,
        target: 'node22',
        minify: true,
        rolldownOptions: { output: { entryFileNames: name } },
      },
    })
  await bundle('electron/data/workers/worker.ts', 'data-worker.mjs')
  await bundle('electron/statements/worker.ts', 'statement-worker.mjs')
  await bundle('electron/texts/reader-process.ts', 'text-reader.mjs')
  // The decoders of pictures are where a build has them, beside the scripts.
  for (const codec of ['jbig2', 'openjpeg']) {
    const name = `${codec}_nowasm_fallback.js`
    cpSync(join(root, 'node_modules/pdfjs-dist/wasm', name), join(folder, 'renderer/pdf/decoders', name))
  }
  process.env.STEWARD_TEST_TEXT_READER = join(outDir, 'text-reader.mjs')
  process.env.STEWARD_TEST_STATEMENT_WORKER = pathToFileURL(join(outDir, 'statement-worker.mjs')).href
  process.env.STEWARD_TEST_DATA_WORKER = pathToFileURL(join(outDir, 'data-worker.mjs')).href
  // Processes that tests start share Node's compile cache.
  process.env.NODE_COMPILE_CACHE ??= join(cache, 'node')
  return () => rmSync(folder, { recursive: true, force: true })
}
