import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** Builds the page that draws large texts into a folder. */
export async function buildTextPage(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: '/',
    logLevel: 'error',
    plugins: [react()],
    oxc: { jsx: { development: false } },
    worker: { format: 'es' },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2023' },
  })
}
