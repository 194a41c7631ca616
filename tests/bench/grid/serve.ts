import { parseArgs } from 'node:util'
import { createRecordUseCases } from '../../../electron/api/records.ts'
import { createIpcHandler } from '../../../electron/api/transport/handler.ts'
import type { Runtimes } from '../../../electron/connections/connection-runtime.ts'
import { openConnectionStore } from '../../../electron/data/connection-store.ts'
import { threadsOf } from '../../../electron/data/workers/worker-client.ts'
import { startBrowserServer } from '../../../electron/hosts/browser/server.ts'
import { loadBundle } from '../../../electron/hosts/common/bundle.ts'
import { createCoreDouble } from '../../doubles/core.ts'
import { connectionId } from '../../doubles/samples/sample.ts'
import { generatedMirror } from '../generate/mirror-cache.ts'

/**
 * Runs the browser shell's real server and IPC over a generated mirror. Reads use the app's own code and its reading worker;
 * everything that lists do not need (syncs, sign-ins) is a double.
 */
const { values } = parseArgs({ options: { individuals: { type: 'string', default: '1000000' } } })
const startThread = threadsOf(new URL('../../../electron/data/workers/worker.ts', import.meta.url))
const { files } = await generatedMirror(7, { individuals: Number(values.individuals) })
const store = await openConnectionStore({ startThread, memory: false, ...files })
const double = createCoreDouble()
const runtimes = { get: async () => ({ open: async () => ({ store }) }) } as unknown as Pick<Runtimes, 'get'>
const core: typeof double = {
  ...double,
  ...createRecordUseCases(runtimes, () => {}),
  views: {
    ...double.views,
    list: ({ resource }) => store.read('views.list', { resource }),
  },
}
const server = await startBrowserServer({
  bundle: await loadBundle(new URL('../../../out/renderer', import.meta.url).pathname),
  handler: createIpcHandler({ core }),
  takeFile: core.takeFile,
  port: 0,
  onStaleLink: () => {},
})
console.log(`Steward is ready at ${server.launchUrl(`/c/${connectionId}/users`)}`)
process.on('SIGTERM', () => {
  void server
    .close()
    .then(() => store.close())
    .then(() => process.exit(0))
})
