/**
 * The data worker that tests start. A run of vitest bundles it once from the present sources (`bundle-data-worker.ts`):
 * reading its hundred modules for each worker took most of the time of the tests that open a store.
 */
export const dataWorker: URL = new URL(
  process.env.STEWARD_TEST_DATA_WORKER ?? new URL('../../electron/data/worker.ts', import.meta.url).href,
)
