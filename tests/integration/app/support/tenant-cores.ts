import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Core } from '../../../../electron/api/core.ts'
import { createApp } from '../../../../electron/app/create-app.ts'
import type { StartThread } from '../../../../electron/data/workers/worker-client.ts'
import { type Log, noLog } from '../../../../electron/logs/log.ts'
import type { Clock, IdleClock } from '../../../../electron/platform/clock.ts'
import type { Shell } from '../../../../electron/platform/host.ts'
import { type ConnectionInput, emptyConnection } from '../../../../shared/ipc/connections.ts'
import { statementWorker, textReaderScript } from '../../../doubles/data-worker.ts'
import type { createKeychainDouble } from '../../../doubles/keychain.ts'
import { reuseDataThread } from '../../../doubles/reused-data-threads.ts'
import { shellDouble } from '../../../doubles/shell.ts'
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.ts'

const sandboxScript = fileURLToPath(new URL('../../../../sandbox/main.ts', import.meta.url))

export type CoreSetup = {
  userDataDir: string
  keychain: ReturnType<typeof createKeychainDouble>
  demo?: 'online' | 'offline'
  shell?: Shell
  /** Path of a firm policy file. */
  policyFile?: string
  connectionFile?: string
  log?: Log
  idleClock?: IdleClock
  clock?: Clock
  /** How long saved writes wait before they are sent, in ms; by default they do not. */
  graceMs?: () => Promise<number>
  /** Starts data threads; by default they are reused. */
  startThread?: StartThread
}

/** Starts real cores over real sandboxes for one test file; `cleanUp` stops and removes everything that was started. */
export function createTenantCores() {
  const cleanUps: (() => Promise<void>)[] = []
  return {
    async tempFolder(): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), 'steward-core-'))
      cleanUps.push(() => rm(folder, { recursive: true, force: true }))
      return folder
    },
    async startCore({
      userDataDir,
      keychain,
      demo,
      shell,
      policyFile,
      connectionFile,
      log,
      idleClock,
      clock,
      graceMs = async () => 0,
      startThread = reuseDataThread,
    }: CoreSetup): Promise<Core> {
      const core = await createApp({
        shell: shell ?? shellDouble(),
        userDataDir,
        demo: demo ?? null,
        connectionFile: connectionFile ?? null,
        policyFile: policyFile ?? null,
        log: log ?? noLog,
        graceMs,
        ...(idleClock ? { idleClock } : {}),
        ...(clock ? { clock } : {}),
        startThread,
        statementWorkerUrl: statementWorker,
        readerScript: textReaderScript,
        sandboxScript,
        demoHouseholds: 40,
        version: '0.0.0',
        keychain: Promise.resolve({ keychain: keychain.keychain, kind: 'os', notice: null }),
      })
      cleanUps.push(() => core.close())
      return core
    },
    async startTenant(seed: number): Promise<TestSandbox> {
      const sandbox = await startTestSandbox({ seed })
      let closed: Promise<void> | undefined
      const close = () => {
        closed ??= sandbox.close()
        return closed
      }
      cleanUps.push(close)
      return { ...sandbox, close }
    },
    async cleanUp(): Promise<void> {
      for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
    },
  }
}

export const inputFor = (sandbox: TestSandbox, name: string): ConnectionInput => ({
  ...emptyConnection,
  name,
  base_url: sandbox.baseUrl,
  auth_url: sandbox.authUrl,
  client_id: sandbox.clientId,
  client_secret: sandbox.clientSecret,
  flow: 'client_credentials',
  ca_certificate: sandbox.caPem,
})

export async function signIn(core: Core, id: string): Promise<string[]> {
  const steps: string[] = []
  for await (const { step } of core.connections.signIn({ connectionId: id }, new AbortController().signal))
    steps.push(step)
  return steps
}

/** Follows the events until the current sync run has ended. */
export async function synced(core: Core, id: string): Promise<void> {
  const leaving = new AbortController()
  const events = core.events.subscribe({}, leaving.signal)
  if (
    (await core.sync.status({ connectionId: id })).state === 'idle' &&
    (await core.sync.status({ connectionId: id })).endedAt
  )
    return
  for await (const event of events) {
    // A status is also published when the stores open, before any run.
    if (event.type !== 'sync' || event.status.connectionId !== id) continue
    if (event.status.state === 'idle' && event.status.endedAt) break
  }
  leaving.abort()
}

/** Settles when the outbox is idle with this many open writes. */
export async function resting(core: Core, connectionId: string, open: number): Promise<void> {
  const leaving = new AbortController()
  const events = core.events.subscribe({}, leaving.signal)
  if ((await core.outbox.counts({ connectionId })).open !== open) {
    for await (const event of events) if (event.type === 'outbox' && event.counts.open === open) break
  }
  leaving.abort()
}
