import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { testsLeftOut } from './tools/lib/system-tests.mjs'

/** These limits only stop tests that hang. They are far above normal run times, even on one busy core. */
const patience = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 180_000 } } }

/**
 * A test process starts many threads that open stores. Each collects its young objects several times while it loads, since V8 begins with
 * one MiB for them; without that, a thread starts in two thirds of the processor time.
 */
const inProcess = { ...patience, execArgv: ['--min-semi-space-size=16'] }

const seed = 'tests/doubles/seed-properties.ts'

/** Their timers must be replaced before undici is loaded, which holds on to the first ones. */
const inVirtualTime = ['tests/integration/http/time-limits.test.ts']

/** The slowest files first: the quick ones then keep every core busy until the end. */
const projectOrder = ['virtual time', 'integration', 'component', 'unit']

/**
 * Runs the files of one project after another. A test process takes its next file only if that is of the same project; otherwise it
 * ends, and a new one loads everything again. Vitest's own order, by length, changes the project with every second file.
 */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => projectOrder.indexOf(project.name)
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

const leftOut = [...configDefaults.exclude, ...testsLeftOut(import.meta.dirname)]

// Processes that tests start share Node's compile cache.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/node')

export default defineConfig({
  // Beside node_modules, not in it: an install must be able to remove that folder while tests run.
  cacheDir: '.cache/vitest',
  test: {
    sequence: { sequencer: ByProject },
    globalSetup: 'tests/doubles/bundle-data-worker.ts',
    // Two more than there are cores: many integration tests wait for a process, a thread or a disk.
    maxWorkers: Math.min(4, availableParallelism() + 2),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          exclude: leftOut,
          setupFiles: [seed],
          environment: 'node',
          // One process for many files takes a third of the time. A unit test leaves no global state behind.
          isolate: false,
          ...inProcess,
        },
      },
      {
        test: {
          name: 'component',
          include: ['tests/component/**/*.test.tsx'],
          exclude: leftOut,
          environment: 'jsdom',
          setupFiles: [seed, 'tests/component/support/page.ts'],
          // Loading React, the screens and jsdom for each file takes more than half of the run. page.ts resets what a test leaves.
          isolate: false,
          ...inProcess,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          exclude: [...inVirtualTime, ...leftOut],
          setupFiles: [seed],
          environment: 'node',
          // A process of its own for each file would load the same modules every time, which takes a sixth of the run.
          isolate: false,
          ...inProcess,
        },
      },
      { test: { name: 'virtual time', include: inVirtualTime, environment: 'node', ...inProcess } },
    ],
  },
})
