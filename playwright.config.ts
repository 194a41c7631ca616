import { defineConfig } from '@playwright/test'

// Video is off: it would want a program that is fetched from elsewhere.
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  // A second try is said by name at the end of `npm test`.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  use: {
    launchOptions: { executablePath: '/usr/bin/chromium' },
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
  },
})
