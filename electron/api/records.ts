import type { Write } from '../../shared/ipc/outbox.ts'
import type { SummaryOriginal } from '../../shared/ipc/records.ts'
import { documentSummary } from '../../shared/service/document-summary.ts'
import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { ListName } from '../data/reads/list.ts'
import type { ReadInput, ReadName, ReadOutput } from '../data/reads/read.ts'
import { asText, type UseCases } from './core.ts'
import type { EventHub } from './event-hub.ts'

type Domain =
  | 'households'
  | 'individuals'
  | 'entities'
  | 'valuations'
  | 'documents'
  | 'documentSummaries'
  | 'users'
  | 'setAside'
  | 'search'
  | 'rollUps'

type InConnection<Input> = Input & { connectionId: string }

/** Records as the mirror has them, with the pending edits applied; most calls are reads of the same name. */
export function createRecordUseCases(
  runtimes: Pick<Runtimes, 'get'>,
  publish: EventHub['publish'],
): Pick<UseCases, Domain> {
  const inConnection = withConnection(runtimes)
  // The rest of an input without its connection is the read's input, which the compiler cannot conclude from a type parameter.
  const read = <Name extends ReadName>(name: Name) =>
    inConnection<InConnection<ReadInput<Name>>, ReadOutput<Name>>(({ store }, input) =>
      store.read(name, input as unknown as ReadInput<Name>),
    )
  /** A window of a list, as text from the thread that reads it to the page. */
  const list = <Name extends ListName>(name: Name) =>
    asText<InConnection<ReadInput<Name>>, ReadOutput<Name>>(
      inConnection(({ store }, input) => store.readText(name, input as unknown as ReadInput<Name>)),
    )
  return {
    households: {
      list: list('households.list'),
      get: read('households.get'),
      refreshValuations: inConnection(({ sync }, { id }) => sync.refreshHousehold(id)),
    },
    individuals: { list: list('individuals.list'), get: read('individuals.get') },
    entities: {
      list: list('entities.list'),
      get: read('entities.get'),
      refreshValuation: inConnection(({ sync }, { id }) => sync.refreshValuation(id)),
    },
    valuations: {
      list: list('valuations.list'),
      get: read('valuations.get'),
      observed: read('valuations.observed'),
    },
    documents: { list: list('documents.list'), get: read('documents.get') },
    documentSummaries: {
      list: list('documentSummaries.list'),
      get: read('documentSummaries.get'),
      original: inConnection(async ({ store }, { id }) => ({ original: await readOriginal(store, id) })),
      toReview: read('documentSummaries.toReview'),
      setReviewed: inConnection(async ({ store }, reviewed, { id: connectionId }) => {
        await store.writeLedger('summaries.setReviewed', reviewed)
        publish({ type: 'kept', connectionId, what: 'reviews' })
      }),
    },
    users: { list: list('users.list'), get: read('users.get') },
    setAside: { list: read('setAside.list') },
    search: { query: read('search.query') },
    rollUps: {
      household: read('rollUps.household'),
      checked: read('rollUps.checked'),
      list: read('rollUps.list'),
      groups: read('rollUps.groups'),
      bridge: read('rollUps.bridge'),
      book: inConnection(({ store }) => store.read('rollUps.book', {})),
    },
  }
}

const kept = documentSummary.pick({ display_name: true, summary: true, summary_format: true })

/**
 * Stores machine-written summaries before their first edit is saved here; later calls keep the stored original. Runs before the
 * save, because an original stored for an edit that then failed is still the unchanged text.
 */
export async function keepOriginals(
  store: Pick<ConnectionStore, 'writeLedger'>,
  writes: readonly Write[],
): Promise<void> {
  for (const write of writes) {
    if (write.action !== 'update' || write.resource !== 'document-summaries') continue
    const base = documentSummary.safeParse(write.base)
    if (!base.success || base.data.entry_mode !== 'AI_AUTO') continue
    await store.writeLedger('files.keepSummaryOriginal', {
      id: write.record_id,
      json: JSON.stringify(kept.parse(base.data)),
    })
  }
}

/** A summary as it was before its first edit here; null if no original was stored. */
async function readOriginal(store: Pick<ConnectionStore, 'read'>, id: string): Promise<SummaryOriginal | null> {
  const found = await store.read('files.summaryOriginal', { id })
  if (!found) return null
  const { display_name, summary, summary_format } = kept.parse(JSON.parse(found.json))
  return { kept_at: found.kept_at, display_name, summary, summary_format: summary_format ?? null }
}
