import { threadsOf } from '../../electron/data/workers/worker-client.ts'

/**
 * The data worker's code. A vitest run bundles it once from the current sources (`bundle-data-worker.ts`): loading its
 * hundred modules for each worker took most of the time of tests that open a store.
 */
export const dataWorker: URL = new URL(
  process.env.STEWARD_TEST_DATA_WORKER ?? new URL('../../electron/data/workers/worker.ts', import.meta.url).href,
)

/** Starts a data thread as the app does. Tests that do not end threads take one that is loaded; see `reused-data-threads.ts`. */
export const startDataThread = threadsOf(dataWorker)

/** Starts a data thread that tests can end like a crash; see `mortal-worker.ts`. */
export const startMortalThread = threadsOf(new URL('mortal-worker.ts', import.meta.url))

/** The thread that reads custodians' files, bundled likewise. */
export const statementWorker: URL = new URL(
  process.env.STEWARD_TEST_STATEMENT_WORKER ?? new URL('../../electron/statements/worker.ts', import.meta.url).href,
)

/** The script of the process that reads the text of files, which is always bundled: that process may read no other folder. */
export const textReaderScript: string = process.env.STEWARD_TEST_TEXT_READER ?? ''
