import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const entry = (path: string) => resolve(import.meta.dirname, path)

/** What the demo firm's service is built on: read from `node_modules`, since some of it reads its own data files. */
const serviceDependencies = ['fastify', '@fastify/multipart', '@faker-js/faker']

/** Read by every thread at every start: as one file with the code that uses it, not as hundreds of small ones. */
const bundledDependencies = ['zod', '@orpc/contract', '@orpc/server', '@orpc/client', 'oauth4webapi', 'p-queue']

export default defineConfig({
  main: {
    build: {
      externalizeDeps: { include: ['keytar', ...serviceDependencies], exclude: [...bundledDependencies] },
      rolldownOptions: {
        input: {
          main: entry('electron/main.ts'),
          browser: entry('electron/browser.ts'),
          'data-worker': entry('electron/data/worker.ts'),
          sandbox: entry('sandbox/main.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload can require `electron` and nothing else, so everything is in the one file.
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: entry('electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: entry('renderer'),
    plugins: [
      react(),
      // Both shells serve the page at addresses of any depth; electron-vite would make its links relative.
      { name: 'absolute-base', config: () => ({ base: '/' }) },
    ],
    build: {
      minify: true,
      // Read from this computer, not over a network: one larger file costs less than several round trips.
      chunkSizeWarningLimit: 1200,
      // The content security policy allows no `data:` fonts, and files of their own are what a bundle is for.
      assetsInlineLimit: 0,
      rolldownOptions: { input: entry('renderer/index.html') },
    },
  },
})
