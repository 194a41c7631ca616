import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { openConnectionFiles } from '../../../../electron/documents/connection-files.ts'
import { createFetcher, fileRecordIn } from '../../../../electron/documents/fetch-files.ts'
import { createHttpsAgent } from '../../../../electron/http/https-agent.ts'
import type { Clock } from '../../../../electron/platform/clock.ts'
import { createServiceClient } from '../../../../electron/service/create-service-client.ts'
import { createSyncEngine } from '../../../../electron/sync/sync-engine.ts'
import { createTravel } from '../../../../electron/travel/travel.ts'
import type { AppEvent } from '../../../../shared/ipc/events.ts'
import { createEmitter } from '../../../../shared/lib/calls.ts'
import { makeFolder, openStore, removeFolder } from '../../data/support/open-store.ts'
import { startTestSandbox } from '../../support/sandbox.ts'
import { promptClock } from '../../sync/support/synced.ts'

/** A clock that only advances when the test does; sleeps last until then. */
function createStandingClock() {
  const sleeping = new Set<{ until: number; wake: () => void }>()
  let now = Date.parse('2026-11-01T09:00:00.000Z')
  const clock: Clock = {
    now: () => now,
    elapsed: () => now,
    random: () => 0.5,
    sleep: (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        const sleeper = { until: now + ms, wake: resolve }
        sleeping.add(sleeper)
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      }),
  }
  return {
    clock,
    pass(ms: number) {
      now += ms
      for (const sleeper of sleeping) {
        if (sleeper.until > now) continue
        sleeping.delete(sleeper)
        sleeper.wake()
      }
    },
  }
}

/**
 * Starts a sandbox, and a Steward's store, files, sync and travel against it; only the clock is not real. Without `valuations` a sweep sends
 * half as many requests: for tests that read none.
 */
export async function startTravelling({ valuations = true } = {}) {
  const sandbox = await startTestSandbox()
  const answer = await sandbox.client.token({ grant_type: 'client_credentials' })
  const { access_token: token } = answer.body as { access_token: string }
  const dispatcher = createHttpsAgent({ caCertificate: sandbox.caPem })
  const folder = makeFolder()
  const time = createStandingClock()
  const session = { signedIn: true }

  const open = async () => {
    const service = createServiceClient({
      baseUrl: sandbox.baseUrl,
      tokens: { current: async () => token, replace: async () => token },
      dispatcher,
      clock: promptClock,
    })
    const store = await openStore(folder)
    const events: AppEvent[] = []
    const held = { changed: () => {} }
    const filesChanged = createEmitter<void>()
    const files = await openConnectionFiles({
      rows: store,
      folders: { held: join(folder, 'files'), staged: join(folder, 'staged') },
      ofThisRun: null,
      now: time.clock.now,
      onChanged: (what) => what === 'held' && held.changed(),
    })
    const fetcher = createFetcher({
      held: files.held,
      download: service.download,
      recordOf: fileRecordIn(store),
      clock: promptClock,
    })
    const sync = createSyncEngine({ connectionId: 'c'.repeat(32), store, service, valuations, periodic: false })
    const travel = createTravel({
      ...{ store, service, held: files.held, fetcher, sync, clock: time.clock },
      isSignedIn: async () => session.signedIn,
      onChange: () => events.push({ type: 'files', connectionId: 'c'.repeat(32), what: 'pins' }),
      onChosen: filesChanged.emit,
    })
    held.changed = () => {
      travel.heldChanged()
      filesChanged.emit()
    }
    const close = async () => {
      await sync.close()
      await travel.close()
      await fetcher.close()
      await service.close()
      await files.close()
      await store.close()
    }
    return { service, store, files, fetcher, sync, travel, events, onFilesChanged: filesChanged.on, close }
  }
  const opened = { current: await open() }

  return {
    sandbox,
    session,
    folder,
    pass: time.pass,
    get steward() {
      return opened.current
    },
    async restart() {
      await opened.current.close()
      opened.current = await open()
    },
    /** Runs a sweep to its end, including everything it triggers. */
    async sweep() {
      const { sync, travel } = opened.current
      sync.start()
      await sync.idle()
      await travel.idle()
    },
    /** Returns everything that the service lists of a kind, by plain requests. */
    async listed(path: string): Promise<{ id: string; household_id: string; name: string }[]> {
      return ((await sandbox.client.api(path)).body as { data: { id: string; household_id: string; name: string }[] })
        .data
    },
    async fileAtService(id: string) {
      const { bytes } = await sandbox.client.api(`/documents/${id}/download`)
      return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    },
    async stop() {
      await opened.current.close()
      await dispatcher.destroy()
      await sandbox.close()
      removeFolder(folder)
    },
  }
}
