import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import type { TestOptions } from './tests/e2e/support/fixtures.ts'
import { electronBinary } from './tools/lib/electron.mjs'

/** The same specs for both shells. The desktop's need a real Electron, which an install does not bring. */
const electron = electronBinary()

// Each worker reads this file too.
if (electron === null && process.env.TEST_WORKER_INDEX === undefined) {
  console.log(
    'Not run: the desktop shell in a real Electron. There is none in node_modules/electron/dist, nor in ELECTRON_OVERRIDE_DIST_PATH.',
  )
}

// What Node compiled once, it need not compile for each of the processes that tests start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/node')

// Video is off: it would want a program that is fetched from elsewhere.
export default defineConfig<TestOptions>({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  // The limits only end what hangs: they are far above what a test takes, even on one core that does something else too.
  timeout: 900_000,
  expect: { timeout: 180_000 },
  forbidOnly: true,
  projects: [{ name: 'browser shell' }, ...(electron === null ? [] : [{ name: 'desktop shell', use: { electron } }])],
  use: {
    launchOptions: { executablePath: '/usr/bin/chromium' },
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
  },
})
