import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createIpcHandler } from '../../../electron/api/transport/handler.ts'
import { createApp } from '../../../electron/app/create-app.ts'
import { connectionFolder } from '../../../electron/connections/connection-folder.ts'
import { threadsOf } from '../../../electron/data/workers/worker-client.ts'
import { startBrowserServer } from '../../../electron/hosts/browser/server.ts'
import { loadBundle } from '../../../electron/hosts/common/bundle.ts'
import { keychainAccount } from '../../../electron/keychain/keychain.ts'
import { parseConnectionInput } from '../../../electron/tenants/parse-connection-input.ts'
import { createSavedConnections } from '../../../electron/tenants/saved-connections.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { shellDouble } from '../../doubles/shell.ts'
import { copyStore } from '../copy-store.ts'
import { generatedMirror } from '../generate/mirror-cache.ts'

/**
 * Runs the whole of Steward behind the browser shell's server, over a copy of a generated mirror, with an unreachable service.
 * Only the keychain and the host are doubles.
 */
const { values } = parseArgs({ options: { individuals: { type: 'string', default: '1000000' } } })
const { files } = await generatedMirror(7, { individuals: Number(values.individuals) })
const userDataDir = mkdtempSync(join(tmpdir(), 'steward-bench-'))
const { connection, clientSecret } = parseConnectionInput({
  name: 'Generated firm',
  base_url: 'https://127.0.0.1:1',
  auth_url: 'https://127.0.0.1:1',
  client_id: 'bench',
  client_secret: 'bench',
  flow: 'client_credentials',
})
const { folder } = connectionFolder(userDataDir, connection.id)
mkdirSync(folder, { recursive: true })
for (const name of ['mirror.db', 'ledger.db']) copyStore(join(files.folder, name), join(folder, name))
await createSavedConnections({ folder: userDataDir }).add(connection)
const { keychain, entries } = createKeychainDouble('os')
entries.set(keychainAccount(connection.id, 'mirror-key'), files.mirror.key)
entries.set(keychainAccount(connection.id, 'ledger-key'), files.ledger.key)
entries.set(keychainAccount(connection.id, 'client-secret'), clientSecret ?? '')
entries.set(keychainAccount(connection.id, 'organization-sign-in'), 'signed in')
const core = await createApp({
  shell: shellDouble(),
  userDataDir,
  demo: null,
  connectionFile: null,
  startThread: threadsOf(new URL('../../../electron/data/workers/worker.ts', import.meta.url)),
  statementWorkerUrl: new URL('../../../electron/statements/worker.ts', import.meta.url),
  readerScript: '',
  sandboxScript: '',
  version: 'bench',
  keychain: Promise.resolve({ keychain, kind: 'os', notice: null }),
})
/** Prints how long each save takes from its checked input to its answer, which includes the disk. */
const timed: typeof core = {
  ...core,
  outbox: {
    ...core.outbox,
    async save(input) {
      const began = performance.now()
      const saved = await core.outbox.save(input)
      console.log(`Kept in ${(performance.now() - began).toFixed(3)} ms`)
      return saved
    },
  },
}
const server = await startBrowserServer({
  bundle: await loadBundle(new URL('../../../out/renderer', import.meta.url).pathname),
  handler: createIpcHandler({ core: timed }),
  takeFile: core.takeFile,
  port: 0,
  onStaleLink: () => {},
})
console.log(`Steward is ready at ${server.launchUrl(`/c/${connection.id}/individuals`)}`)
process.on('SIGTERM', () => {
  void server
    .close()
    .then(() => core.close())
    .then(() => rmSync(userDataDir, { recursive: true, force: true }))
    .then(() => process.exit(0))
})
