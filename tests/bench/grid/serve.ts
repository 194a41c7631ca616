import { parseArgs } from 'node:util'
import { createIpcHandler } from '../../../electron/api/transport/handler.ts'
import { openConnectionStore } from '../../../electron/data/connection-store.ts'
import { startBrowserServer } from '../../../electron/hosts/browser/server.ts'
import { loadBundle } from '../../../electron/hosts/common/bundle.ts'
import { createCoreDouble, knownConnection } from '../../doubles/core.ts'
import { generatedMirror } from '../generate/mirror-cache.ts'

/**
 * Runs the browser shell's real server and IPC over a generated mirror. Reads use the app's own code and its reading worker;
 * everything that lists do not need (syncs, sign-ins) is a double.
 */
const { values } = parseArgs({ options: { individuals: { type: 'string', default: '1000000' } } })
const workerUrl = new URL('../../../electron/data/worker.ts', import.meta.url)
const { files } = await generatedMirror(7, { individuals: Number(values.individuals) })
const store = await openConnectionStore({ workerUrl, memory: false, ...files })
const double = createCoreDouble()
const core: typeof double = {
  ...double,
  read: (_, name, input) => store.read(name, input),
  readText: (_, name, input) => store.readText(name, input),
  views: {
    ...double.views,
    list: (_, resource) => store.read('views.list', { resource }),
  },
}
const server = await startBrowserServer({
  bundle: await loadBundle(new URL('../../../out/renderer', import.meta.url).pathname),
  handler: createIpcHandler({ core }),
  intake: core.intake,
  port: 0,
  onStaleLink: () => {},
})
console.log(`Steward is ready at ${server.launchUrl(`/c/${knownConnection}/users`)}`)
process.on('SIGTERM', () => {
  void server
    .close()
    .then(() => store.close())
    .then(() => process.exit(0))
})
