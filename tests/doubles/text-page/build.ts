import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../../..')

/** Builds the page that draws large texts into a folder. */
export async function buildTextPage(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: '/',
    logLevel: 'error',
    plugins: [react()],
    oxc: { jsx: { development: false } },
    // As in the app's own build: without it the worker that formats Markdown fails, and Markdown is drawn as plain text.
    resolve: {
      alias: {
        'decode-named-character-reference': resolve(root, 'node_modules/decode-named-character-reference/index.js'),
      },
    },
    worker: { format: 'es' },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2023' },
  })
}
