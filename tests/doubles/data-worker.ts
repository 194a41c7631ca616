/**
 * The data worker that tests start. A vitest run bundles it once from the current sources (`bundle-data-worker.ts`): loading its
 * hundred modules for each worker took most of the time of tests that open a store.
 */
export const dataWorker: URL = new URL(
  process.env.STEWARD_TEST_DATA_WORKER ?? new URL('../../electron/data/workers/worker.ts', import.meta.url).href,
)

/** The thread that reads custodians' files, bundled likewise. */
export const statementWorker: URL = new URL(
  process.env.STEWARD_TEST_STATEMENT_WORKER ?? new URL('../../electron/statements/worker.ts', import.meta.url).href,
)

/** The script of the process that reads the text of files, which is always bundled: that process may read no other folder. */
export const textReaderScript: string = process.env.STEWARD_TEST_TEXT_READER ?? ''
