import { fileURLToPath } from 'node:url'
import { createApp } from '../../../electron/app/create-app.ts'
import { noLog } from '../../../electron/logs/log.ts'
import { endProcess } from '../../../electron/platform/native-calls.ts'
import type { ConnectionInput } from '../../../shared/ipc/connections.ts'
import { startDataThread, statementWorker, textReaderScript } from '../../doubles/data-worker.ts'
import { shellDouble } from '../../doubles/shell.ts'

// A Steward with the keychain of this computer that downloads and reads all files of a firm. It prints its process id, then how many files
// can be searched whenever that changes, and ends when all are read.

export type ReadingOrder = { userDataDir: string; connection: ConnectionInput }

const { userDataDir, connection } = JSON.parse(process.argv[2] ?? '') as ReadingOrder
console.log(JSON.stringify({ pid: process.pid }))

const core = await createApp({
  shell: shellDouble(),
  ...{ userDataDir, demo: null, connectionFile: null, policyFile: null, log: noLog },
  ...{ startThread: startDataThread, statementWorkerUrl: statementWorker, readerScript: textReaderScript },
  sandboxScript: fileURLToPath(new URL('../../../sandbox/main.ts', import.meta.url)),
  ...{ demoHouseholds: 1, version: '0.0.0', graceMs: async () => 0 },
})
const known = (await core.connections.list({}))[0] ?? (await core.connections.add(connection))
const connectionId = known.id
for await (const _ of core.connections.signIn({ connectionId }, new AbortController().signal));
const untilSynced = async () => {
  for (;;) {
    const { state, endedAt } = await core.sync.status({ connectionId })
    if (state === 'idle' && endedAt !== null) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
await untilSynced()
const { keychain } = await core.app.info({})
const scope = { connectionId, scope: 'all', space_mb: 500 } as const
const confirmed = await core.texts.previewScope(scope)
await core.texts.setScope({ ...scope, keeps_text: false, confirmed })
let last = ''
for (;;) {
  const { searchable, waiting, not_here, is_working } = await core.texts.coverage({ connectionId })
  const line = JSON.stringify({ keychain: keychain.kind, searchable, left: waiting + not_here })
  if (line !== last) console.log(line)
  last = line
  if (waiting + not_here === 0 && !is_working) break
  await new Promise((resolve) => setTimeout(resolve, 20))
}
await core.close()
endProcess(() => process.exit(0))
