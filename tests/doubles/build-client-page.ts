import { resolve } from 'node:path'
import { build } from 'vite'

/** Builds a page that only connects into `outDir`, in the same way as the renderer. */
export async function buildClientPage(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: resolve(import.meta.dirname, 'client-page'),
    base: '/',
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, target: 'es2023' },
  })
}
