import { type AppError, toAppError } from '../../shared/domain/app-error.ts'
import type { StatementFile } from '../../shared/ipc/statement-files.ts'
import { isConfirmed } from '../../shared/statements/scan-figures.ts'
import type { PlacedPage } from '../../shared/tables/placed-rows.ts'
import type { OpenedStore } from '../data/connection-store.ts'
import type { StatementInTray } from '../intake/tray.ts'
import type { StoredDecisions } from './decisions.ts'
import type { ReadFile, StatementReader } from './reader.ts'

export type FileScan = NonNullable<StatementFile['scan']>

/** The scans among one connection's statements: their words are read when the user asks for it, and kept in the ledger. */
export type StatementScans = {
  /** The digests of the files whose words were read, by the files' ids; empty while the firm's policy does not allow text to be read. */
  read(): Promise<ReadonlyMap<string, string>>
  words(id: string): Promise<PlacedPage[]>
  /** Begins to read a file; its state says how far that is. */
  begin(file: StatementInTray, bytes: () => Promise<Uint8Array>): void
  /** The state of a file as it was read; null for one that is no scan. */
  stateOf(id: string, read: ReadFile | null, decisions: Pick<StoredDecisions, 'figures'>): FileScan | null
  /** Ends the reading of files that are not in the tray any more. */
  keepOnly(ids: ReadonlySet<string>): void
}

type Options = {
  store: Pick<OpenedStore, 'read' | 'writeLedger'>
  reader: Pick<StatementReader, 'scan' | 'canScan'>
  /** False while the firm's policy does not allow the text of files to be read. */
  mayReadText(): boolean
  changed(): void
}

export function createStatementScans({ store, reader, mayReadText, changed }: Options): StatementScans {
  const reading = new Map<string, { page: number; pages: number | null; stop: AbortController }>()
  /** Why the last reading of a file failed. */
  const failed = new Map<string, AppError>()

  const readNow = async (file: StatementInTray, bytes: () => Promise<Uint8Array>, stop: AbortController) => {
    const { id, sha256, file_name: name } = file
    try {
      const pages = await reader.scan(
        { bytes: await bytes(), name },
        {
          signal: stop.signal,
          onPage(page, pages) {
            if (reading.get(id)?.stop === stop) reading.set(id, { page, pages, stop })
            changed()
          },
        },
      )
      if (stop.signal.aborted || !mayReadText()) return
      await store.writeLedger('statements.keepScan', { id, sha256: sha256 ?? '', pages: JSON.stringify(pages) })
    } catch (thrown) {
      if (!stop.signal.aborted) failed.set(id, toAppError(thrown))
    } finally {
      if (reading.get(id)?.stop === stop) reading.delete(id)
      changed()
    }
  }

  const whyNot = (id: string): Extract<FileScan, { is: 'unread' }>['why'] => {
    if (!mayReadText()) return { field: 'file', ...notAllowed }
    if (!reader.canScan) return { field: 'file', ...notInstalled }
    const problem = failed.get(id)
    return problem ? { field: 'file', message: problem.message, next_step: problem.nextStep } : null
  }

  return {
    async read() {
      if (!mayReadText()) return new Map()
      return new Map((await store.read('statements.scans', {})).map(({ id, sha256 }) => [id, sha256]))
    },
    async words(id) {
      const { pages } = await store.read('statements.scan', { id })
      return pages === null ? [] : JSON.parse(pages)
    },
    begin(file, bytes) {
      if (reading.has(file.id)) return
      failed.delete(file.id)
      const stop = new AbortController()
      reading.set(file.id, { page: 0, pages: null, stop })
      changed()
      void readNow(file, bytes, stop)
    },
    stateOf(id, read, { figures: confirmed }) {
      const now = reading.get(id)
      if (now) return { is: 'reading', page: now.page, pages: now.pages }
      if (!read?.scan) return null
      const { figures } = read.scan
      if (figures === null) return { is: 'unread', why: whyNot(id) }
      const done = figures.filter((figure) => isConfirmed(figure, confirmed)).length
      return { is: 'read', confirmed: done, count: figures.length }
    },
    keepOnly(ids) {
      for (const [id, { stop }] of reading)
        if (!ids.has(id)) {
          reading.delete(id)
          stop.abort()
        }
    },
  }
}

const askForCells = 'Ask the custodian for the positions of the account as a CSV, Excel or OFX file.'

const notAllowed = {
  message: 'This PDF is a scan, and your firm does not allow text to be read from files.',
  next_step: askForCells,
}

const notInstalled = {
  message: 'This PDF is a scan, and the program that reads scans was not installed with Steward.',
  next_step: `${askForCells} Or install Steward’s optional packages, as the manual says, and start it again.`,
}
