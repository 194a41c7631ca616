import type { AppEvent } from '../../shared/ipc/events.ts'
import type { OutboxCounts } from '../../shared/ipc/outbox.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { ConnectionFiles } from '../documents/connection-files.ts'
import { createOutbox } from '../outbox/create-outbox.ts'
import type { KnownRecords, Outbox, OutboxFiles, UploadProgress } from '../outbox/outbox.ts'
import type { Clock } from '../platform/clock.ts'
import type { WriteService } from '../service/write-service.ts'

/** Least time between two events about one outbox, in ms: a batch of writes changes many times a second. */
const restMs = 150
/** Least time between two events about uploads, in ms. */
const uploadsRestMs = 250

type Options = {
  connectionId: string
  store: ConnectionStore
  service: WriteService
  files: OutboxFiles
  isReadOnly: () => boolean
  graceMs: () => Promise<number>
  publish: (event: AppEvent) => void
  clock?: Clock
}

/** The outbox of an open connection, which publishes its changes to the windows. */
export async function openOutbox(options: Options): Promise<Outbox> {
  const { connectionId, store, publish, ...rest } = options
  const outbox = await createOutbox({ ...rest, store: store.outbox, records: knownRecords(store) })
  let latest: OutboxCounts | null = null
  let timer: NodeJS.Timeout | null = null
  const tell = () => {
    timer = null
    if (latest === null) return
    publish({ type: 'outbox', connectionId, counts: latest })
    latest = null
    timer = setTimeout(tell, restMs)
  }
  outbox.onChange((counts) => {
    latest = counts
    // The first change is published at once, and the last one is never skipped.
    if (timer === null) tell()
  })
  const endUploads = tellUploads(outbox, (uploads) => publish({ type: 'uploads', connectionId, uploads }))
  return {
    ...outbox,
    async close() {
      await outbox.close()
      endUploads()
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/** Publishes upload progress a few times a second; immediately when an upload begins or ends and when none is left. */
function tellUploads(outbox: Outbox, publish: (uploads: UploadProgress[]) => void): () => void {
  let latest: UploadProgress[] | null = null
  let told = 0
  let timer: NodeJS.Timeout | null = null
  const tell = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (latest === null) return
    told = latest.length
    publish(latest)
    latest = null
    timer = setTimeout(tell, uploadsRestMs)
  }
  const leave = outbox.onUploads((uploads) => {
    latest = uploads
    if (timer === null || uploads.length !== told) tell()
  })
  return () => {
    leave()
    if (timer !== null) clearTimeout(timer)
  }
}

function knownRecords(store: ConnectionStore): KnownRecords {
  const find = async (resource: Parameters<KnownRecords['recordOf']>[0], id: string) =>
    (await store.read('records.byIds', { resource, ids: [id] })).records[0] ?? null
  return {
    titleOf: async (resource, id) => (await find(resource, id))?.title ?? null,
    recordOf: async (resource, id) => (await find(resource, id))?.record ?? null,
    serverIdOf: async (localId) => (await store.read('outbox.serverIdOf', { record_id: localId })).server_id,
  }
}

/**
 * The staged files of a connection for its outbox: an uploaded one becomes the document's own file without a download, and one
 * that is no longer needed is removed.
 */
export function createOutboxFiles({ staged, held }: ConnectionFiles): OutboxFiles {
  return {
    open: (stagedId) => staged.read(stagedId, undefined, { isPassing: true }),
    async settled({ state, server_id, file }, isSame) {
      if (!file) return
      if (state === 'done' && isSame && server_id !== null) await held.adoptStaged(file.staged_id, server_id)
      else await staged.remove(file.staged_id)
    },
  }
}
