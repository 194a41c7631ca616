import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import type { TestOptions } from './tests/e2e/support/fixtures.ts'
import { browserOptions } from './tools/lib/browser.mjs'
import { electronBinary } from './tools/lib/electron.mjs'

/**
 * Both shells run the same specs, except those about the browser shell. Those of the desktop need a real Electron, which an install does not provide, or the packed program
 * of `npm run prove-desktop`.
 */
const packed = process.env.STEWARD_PACKED_PROGRAM ?? null
const electron = packed ?? electronBinary()

// Every worker loads this file too; the message is printed only once.
if (electron === null && process.env.TEST_WORKER_INDEX === undefined) {
  console.log(
    'Not run: the desktop shell in a real Electron. There is none in node_modules/electron/dist, nor in ELECTRON_OVERRIDE_DIST_PATH.',
  )
}

// Processes that tests start share Node's compile cache.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/node')

/** Its specs start Steward with a keyring of their own, which only Linux lets them have. */
const browserShell = process.platform === 'linux' ? [{ name: 'browser shell' }] : []

/** Specs about the browser shell alone, which start it themselves. */
const aboutBrowserShell = ['**/launch-address.spec.ts', '**/browser-profile.spec.ts']

const desktopShell =
  electron === null
    ? []
    : [{ name: 'desktop shell', testIgnore: aboutBrowserShell, use: { electron, isPacked: packed !== null } }]

// In a whole run these limits only stop tests that hang: they are far above normal run times, even on one busy core.
const waitMs = process.env.STEWARD_SPEC_ALONE === undefined ? 180_000 : 60_000

// Video is off because it needs a separately downloaded program.
export default defineConfig<TestOptions>({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  timeout: 900_000,
  expect: { timeout: waitMs },
  forbidOnly: true,
  projects: [...browserShell, ...desktopShell],
  use: {
    actionTimeout: waitMs,
    navigationTimeout: waitMs,
    launchOptions: browserOptions({ headless: true }),
    viewport: { width: 1280, height: 800 },
    // A trace costs a third of the processor time. For one failing spec: npm run test:spec -- SPEC --trace on
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
