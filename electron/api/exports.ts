import { safeFileName } from '../../shared/domain/file-names.ts'
import { resourceNames } from '../../shared/domain/names.ts'
import type { ExportProgress } from '../../shared/ipc/exports.ts'
import type { Summed } from '../../shared/ipc/roll-ups.ts'
import type { Runtimes } from '../connections/runtimes.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import { aboutLines, type FindNames } from '../exports/about-lines.ts'
import { exportList } from '../exports/export-list.ts'
import { type ExportInput, type ExportRequest, parseExport } from '../exports/export-request.ts'
import { createOutputFiles } from '../exports/output-file.ts'
import { datedFileName, type FileToSave, type SavedFile, type SaveText } from '../exports/saved-files.ts'
import { createWrittenFiles } from '../exports/written-files.ts'
import type { Shell } from '../platform/host.ts'
import { markAsForeign } from '../platform/quarantine.ts'
import { vetWrittenFile } from '../platform/written-file.ts'

/** Lists as files, as procedures ask for them. */
export type Exports = {
  /** Yields progress until the file is there; null when the person chose none. Leaving or `signal` removes the file. */
  start(input: ExportInput, signal: AbortSignal): AsyncIterable<ExportProgress | null>
  /** Shows a file in its folder, by the handle that its export ended with. */
  reveal(handle: string): Promise<void>
}

/** The use cases of exports; closing them removes what is not written to its end. */
export type ExportUseCases = Exports & {
  /** Writes a short text to a file that a person chooses; null when they choose none. Throws `export/write-failed`. */
  saveText: SaveText
  /** Writes a file to where a person wants it; null when they want none. Throws `export/write-failed`, what `content` throws. */
  saveFile(file: FileToSave): Promise<SavedFile | null>
  close(): Promise<void>
}

type Options = {
  shell: Pick<Shell, 'chooseSaveTarget' | 'revealFile'>
  runtimes: Runtimes
  /** See `Core.gate`. */
  gate(procedure: string): void
}

/** Lists as files: a person says where, Steward writes, and shows the file by the handle it gave out. */
export function createExportUseCases({ shell, runtimes, gate }: Options): ExportUseCases {
  const written = createWrittenFiles()
  const files = createOutputFiles()
  const chooseTarget = async (procedure: string, suggestedName: string) => {
    // Its dialog suggests a name, which may be a client's.
    gate(procedure)
    const target = await shell.chooseSaveTarget({ suggestedName: safeFileName(suggestedName) })
    // A dialog outlasts the lock and what the firm allowed when it opened; whoever answers it may be somebody else.
    if (target !== null) gate(procedure)
    return target
  }
  const saveFile = async ({ procedure, suggestedName, content, isForeign }: FileToSave) => {
    const target = await chooseTarget(procedure, suggestedName)
    if (target === null) return null
    const file = await files.create(target)
    try {
      for await (const piece of content) await file.append(piece)
      const { path, name } = await file.finish()
      if (isForeign) await markAsForeign(path)
      return { name, handle: written.issue(path) }
    } catch (problem) {
      await file.discard()
      throw problem
    }
  }
  return {
    async *start(input, signal) {
      const request = parseExport(input)
      const runtime = await runtimes.get(input.connectionId)
      const { store } = await runtime.open()
      const { name: connectionName } = runtime.connection
      const now = new Date()
      const target = await chooseTarget('exports.start', suggestedName(request, connectionName, now))
      if (target === null || signal.aborted) {
        yield null
        return
      }
      const { resource, sort, filters, scope } = request
      const order = await store.read('export.order', { resource, list: { sort, filters, scope } })
      const about = await aboutLines(
        request,
        {
          connectionName,
          asOf: (await store.lastComplete())[resource] ?? null,
          exportedAt: now.toISOString(),
          total: order.length,
          figures: await figuresIn(store, request),
        },
        namesIn(store),
      )
      const source = { order, rows: (rows: Int32Array) => store.read('export.rows', { resource, rows }) }
      for await (const { file, ...progress } of exportList({ request, source, about, target, files, signal })) {
        yield { ...progress, file: file && { name: file.name, handle: written.issue(file.path) } }
      }
    },
    async reveal(handle) {
      await shell.revealFile(await vetWrittenFile(written.pathOf(handle)))
    },
    saveFile,
    saveText: ({ text, ...file }) => saveFile({ ...file, content: inOnePiece(text), isForeign: false }),
    close: () => files.discardAll(),
  }
}

async function* inOnePiece(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

/** `Households – Firm – 2026-11-21.csv`; the day is the person's own. */
function suggestedName({ resource, format }: ExportRequest, connectionName: string, now: Date): string {
  return datedFileName(resourceNames[resource].many, { connectionName, now, extension: format })
}

/** When the figures of a list were checked; null for one that has none. */
async function figuresIn(store: ConnectionStore, { resource, sort, filters, scope }: ExportRequest) {
  if (resource !== 'entities' && resource !== 'valuations') return null
  // The request was judged by this list's own columns.
  const of = { what: resource, sort, filters, scope } as Summed
  return store.read('rollUps.checked', { of })
}

const namesIn =
  (store: ConnectionStore): FindNames =>
  async (resource, ids) => {
    const places = await store.read('places.titles', { resource, ids })
    return new Map(places.map(({ id, title }) => [id, title]))
  }
