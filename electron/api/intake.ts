import { AppError } from '../../shared/domain/app-error.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import { type OpenConnections, type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import { createArrivedFiles, takeArrived } from '../intake/arrived-files.ts'
import type { AnnouncedFile } from '../intake/intake-row.ts'
import { cutShort, issueOf, tooLate, unread } from '../intake/issues.ts'
import type { FileOfPages, PagesRead } from '../intake/read-pages.ts'
import { createTickets, ticketLifeMs } from '../intake/tickets.ts'
import type { Tray } from '../intake/tray.ts'
import type { LivePolicy } from '../policy/live-policy.ts'
import type { TextOfFile } from '../texts/text-reader.ts'
import type { Core, UseCases } from './core.ts'

/** The intake tray, and what a host does with its files. */
export type Intake = {
  useCases: UseCases['intake']
  /** The same for custodians' files that are read as statements: they are in the same tray and come by the same tickets. */
  statements: Pick<UseCases['statements'], 'announce' | 'takeArrived' | 'remove' | 'restore'>
} & Pick<Core, 'takeFile' | 'openFiles'>

/** How the pages of dropped files are read, and when. */
export type PageReading = {
  read(file: FileOfPages, signal: AbortSignal): Promise<TextOfFile>
  /** `locked`: not now. `forbidden`: the firm allows no text of files to be read; what was read is deleted. */
  state(): 'allowed' | 'locked' | 'forbidden'
  onChanged(listener: () => void): () => void
}

type Options = {
  reading: PageReading
  publish?: (event: AppEvent) => void
  /** Monotonic clock, ms. */
  now?: () => number
}

/** An {@link Intake} over each connection's own tray. Tickets are known only to this object. */
export function createIntake(
  runtimes: OpenConnections,
  { reading, publish = () => {}, now = () => performance.now() }: Options,
): Intake {
  const inConnection = withConnection(runtimes)
  const tickets = createTickets({ now })
  const arrived = createArrivedFiles()
  const trayOf = async (connectionId: string) => (await (await runtimes.get(connectionId)).open()).tray
  const failExpired = async () => {
    for (const { connectionId, rowId } of tickets.expired()) {
      // If the connection was closed in the meantime, its rows get their error when it is opened again; those of others get it now.
      await trayOf(connectionId)
        .then((tray) => tray.giveUp(rowId, tooLate))
        .catch(() => {})
    }
  }
  const withTickets = (connectionId: string, rows: Awaited<ReturnType<Tray['announce']>>) => {
    setTimeout(() => void failExpired(), ticketLifeMs + 1_000).unref()
    return {
      rows: rows.map(({ row_id, size, waits }) => ({
        row_id,
        ticket: waits ? tickets.issue({ connectionId, rowId: row_id, size }) : null,
      })),
    }
  }
  const take = async (
    tray: Tray,
    handles: readonly string[],
    announce: (files: AnnouncedFile[]) => ReturnType<Tray['announce']>,
  ) => {
    const files = arrived.take(handles)
    try {
      if (files.length > 0) await takeArrived(tray, announce, files)
    } catch (thrown) {
      arrived.putBack(files)
      throw thrown
    }
    publish({ type: 'arrived' })
    return { taken: files.length }
  }
  const remove = async (connectionId: string, ids: readonly string[]) => {
    for (const id of ids) tickets.withdraw(connectionId, id)
    return (await trayOf(connectionId)).remove(ids)
  }
  return {
    statements: {
      announce: async ({ connectionId, files }) =>
        withTickets(connectionId, await (await trayOf(connectionId)).announceStatements(files)),
      takeArrived: inConnection(({ tray }, { handles }) =>
        take(tray, handles, (files) => tray.announceStatements(files)),
      ),
      remove: ({ connectionId, ids }) => remove(connectionId, ids),
      restore: inConnection(async ({ tray }) => ({ restored: await tray.restore('statement') })),
    },
    useCases: {
      list: inConnection(({ tray }) => tray.list()),
      announce: async ({ connectionId, ...input }) =>
        withTickets(connectionId, await (await trayOf(connectionId)).announce(input)),
      async giveUp({ connectionId, row_id }) {
        tickets.withdraw(connectionId, row_id)
        await (await trayOf(connectionId)).giveUp(row_id, unread)
      },
      change: inConnection(({ tray }, input) => tray.change(input)),
      readPages: async ({ connectionId }, signal = new AbortController().signal) =>
        readPages(await trayOf(connectionId), reading, signal),
      remove: ({ connectionId, row_ids }) => remove(connectionId, row_ids),
      restore: inConnection(async ({ tray }) => ({ restored: await tray.restore('document') })),
      submit: inConnection(({ tray }, { row_ids }) => tray.submit(row_ids)),
      arrived: async () => ({ files: arrived.list() }),
      takeArrived: inConnection(({ tray }, { owner, handles }) =>
        take(tray, handles, (files) => tray.announce({ owner, files })),
      ),
      async dismissArrived({ handles }) {
        arrived.take(handles)
        publish({ type: 'arrived' })
      },
    },
    async openFiles(paths) {
      await arrived.add(paths)
      publish({ type: 'arrived' })
    },
    takeFile(ticket) {
      const claim = tickets.spend(ticket)
      if (claim === null) return null
      const { connectionId, rowId, size } = claim
      return {
        size,
        // A connection that cannot be opened has no rows to report on.
        receive: async (source) => (await trayOf(connectionId)).receive(rowId, source).catch(() => false),
        async fail(problem) {
          const issue = problem instanceof AppError ? issueOf(problem) : cutShort
          await trayOf(connectionId)
            .then((tray) => tray.giveUp(rowId, issue))
            .catch(() => {})
        },
      }
    },
  }
}

/** Reads the waiting files of a tray until none is left, Steward is locked or the signal aborts; begins again when the rules change. */
async function readPages(tray: Tray, { read, state, onChanged }: PageReading, signal: AbortSignal): Promise<void> {
  let isChanged = true
  while (isChanged && !signal.aborted && state() !== 'locked') {
    isChanged = false
    const changing = new AbortController()
    const end = onChanged(() => {
      isChanged = true
      changing.abort()
    })
    const readFile = async (file: FileOfPages, until: AbortSignal) => pagesRead(await read(file, until))
    try {
      await tray.readPages(state() === 'forbidden' ? null : readFile, AbortSignal.any([signal, changing.signal]))
    } finally {
      end()
    }
  }
}

/**
 * Deletes the words of pages in every connection that is open or opened while the firm's policy forbids them, and has files read whose pages
 * it allows again. Returns the end of that.
 */
export function followPagesAllowed(
  runtimes: Pick<Runtimes, 'onOpened'>,
  policy: Pick<LivePolicy, 'current' | 'confirmed' | 'onChanged'>,
): () => void {
  const trays = new Set<Tray>()
  const follow = () => {
    const isForbidden = policy.confirmed().no_document_text === true
    // It may be forbidden although this is not confirmed: then nothing is deleted, and nothing is read.
    if (!isForbidden && policy.current().no_document_text === true) return
    for (const tray of trays) tray.setPagesAllowed(!isForbidden).catch(() => {})
  }
  const endOpened = runtimes.onOpened(({ open: { tray, beforeClose } }) => {
    trays.add(tray)
    beforeClose(async () => void trays.delete(tray))
    follow()
  })
  const endPolicy = policy.onChanged(follow)
  return () => {
    endOpened()
    endPolicy()
  }
}

function pagesRead(text: TextOfFile): PagesRead {
  const none = { pages: [], isCut: false }
  if (text.is === 'protected') return { state: 'protected', ...none }
  if (text.is === 'no-text-kind') return { state: 'no-text', ...none }
  if (text.is === 'unreadable') return { state: text.why === 'damaged' ? 'unreadable' : 'too-large', ...none }
  const pages = text.pages.filter((page) => page.text.trim() !== '')
  if (pages.length === 0) return { state: text.withoutText.length > 0 ? 'scan' : 'no-text', ...none }
  return { state: 'read', pages, isCut: text.cut !== null }
}
