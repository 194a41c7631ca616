import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** These limits only end what hangs: they are far above what a test takes, even on one core that does something else too. */
const patience = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 180_000 } } }

export default defineConfig({
  // Beside node_modules, not in it: an install must be able to remove that folder while tests run.
  cacheDir: '.cache/vitest',
  test: {
    globalSetup: 'tests/doubles/bundle-data-worker.ts',
    // Vitest's own default leaves one core free: on a computer of two cores that is half of it.
    maxWorkers: Math.min(4, availableParallelism()),
    projects: [
      {
        test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], environment: 'node', ...patience },
      },
      {
        test: { name: 'integration', include: ['tests/integration/**/*.test.ts'], environment: 'node', ...patience },
      },
    ],
  },
})
