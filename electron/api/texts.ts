import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import type { OpenConnection } from '../connections/open-connection.ts'
import type { LivePolicy } from '../policy/live-policy.ts'
import { isAllowed } from '../policy/procedure-permissions.ts'
import type { Surroundings } from '../texts/read-scans.ts'
import { createTexts, type Texts } from '../texts/read-texts.ts'
import type { ScanEngine, TextReader } from '../texts/text-reader.ts'
import type { UseCases } from './core.ts'
import type { EventHub } from './event-hub.ts'
import type { AppLock } from './lock.ts'

type Options = {
  runtimes: Pick<Runtimes, 'get' | 'onOpened'>
  reader: Pick<TextReader, 'read' | 'prepare'>
  scans: { reader: Pick<TextReader, 'readScan'>; engine: ScanEngine | null; surroundings: Surroundings }
  policy: Pick<LivePolicy, 'current' | 'confirmed' | 'onChanged'>
  publish: EventHub['publish']
  appLock: Pick<AppLock, 'isLocked' | 'onChanged'>
}

/** Search in the text of documents' files, which is read while a connection is open. */
export type TextSearch = {
  useCases: UseCases['texts']
  /** Stops following the lock and the policy. */
  close(): void
}

/** Begins to read the texts of every connection that is opened. */
export function createTextSearch({ runtimes, reader, scans, policy, publish, appLock }: Options): TextSearch {
  const inConnection = withConnection(runtimes)
  const opened = new Map<OpenConnection['store'], Texts>()
  const of = ({ store }: OpenConnection): Texts => {
    const texts = opened.get(store)
    if (texts === undefined) throw new Error('This connection is not open, so its texts are not read.')
    return texts
  }
  const endOpened = runtimes.onOpened(({ runtime, open }) => {
    const { store, beforeClose } = open
    const texts = createTexts({
      ...open,
      ...{ connectionId: runtime.connection.id, reader, scans, publish },
      rules: {
        mayRead: () => !appLock.isLocked() && policy.current().no_document_text !== true,
        mustForget: () => policy.confirmed().no_document_text === true,
        mayKeepText: () => policy.confirmed().no_text_without_file !== true,
        isSignedIn: async () =>
          isAllowed(runtime.connection, policy.current()) && (await runtime.session.state()) === 'signed-in',
      },
    })
    opened.set(store, texts)
    beforeClose(async () => {
      await texts.close()
      opened.delete(store)
    })
  })
  const rulesChanged = () => {
    for (const texts of opened.values()) texts.rulesChanged()
  }
  const ends = [appLock.onChanged(rulesChanged), policy.onChanged(rulesChanged), endOpened]
  return {
    useCases: {
      search: inConnection(({ store }, input) => store.read('texts.search', input)),
      pages: inConnection(({ store }, input) => store.read('texts.pages', input)),
      page: inConnection(({ store }, input) => store.read('texts.page', input)),
      coverage: inConnection((open, { filters }) => of(open).coverage({ filters })),
      problems: inConnection((open, input) => of(open).problems(input)),
      previewScope: inConnection((open, input) => of(open).previewScope(input)),
      setScope: inConnection((open, input) => of(open).setScope(input)),
      setPaused: inConnection((open, { paused }) => of(open).setPaused(paused)),
      readNow: inConnection((open, { document_id }) => of(open).readNow(document_id)),
      readScan: inConnection((open, { document_id, again }) => of(open).readScan(document_id, again)),
      setNeverScanned: inConnection((open, { document_id, never }) => of(open).setNeverScanned(document_id, never)),
    },
    close() {
      for (const end of ends) end()
    },
  }
}
