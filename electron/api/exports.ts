import { safeFileName } from '../../shared/domain/file-names.ts'
import { resourceNames } from '../../shared/domain/names.ts'
import { concealFilters, type Presenting } from '../../shared/domain/presenting.ts'
import type { ProcedurePath } from '../../shared/ipc/contract.ts'
import type { Summed } from '../../shared/ipc/roll-ups.ts'
import type { Runtimes } from '../connections/connection-runtime.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import { aboutLines, type FindNames } from '../exports/about-lines.ts'
import { cellOf, type ExportColumn, presentedCell } from '../exports/cell.ts'
import { exportList } from '../exports/export-list.ts'
import { type ExportRequest, parseExport } from '../exports/export-request.ts'
import { createOutputFiles, type OutputFile } from '../exports/output-file.ts'
import type { OutputFolder } from '../exports/output-folder.ts'
import {
  createWrittenFiles,
  datedFileName,
  type FileToSave,
  type SavedFile,
  type SaveText,
} from '../exports/saved-files.ts'
import type { Shell } from '../platform/host.ts'
import { markAsForeign } from '../platform/quarantine.ts'
import { vetWrittenFile } from '../platform/written-file.ts'
import type { UseCases } from './core.ts'

/** An unfinished file at the place that the user chose. */
export type SavingFile = Omit<OutputFile, 'finish'> & {
  /** Completes it. */
  save(): Promise<SavedFile>
}

/** An unfinished folder at the place that the user chose. */
export type SavingFolder = Omit<OutputFolder, 'finish'> & {
  /** Completes it; the handle shows a file in it. */
  save(): Promise<SavedFile>
}

/** Saves files where the user chooses. */
export type FileSaver = {
  /** A file to write piece by piece; null if the user cancelled. It is discarded when Steward quits. */
  begin(file: Pick<FileToSave, 'procedure' | 'suggestedName'>): Promise<SavingFile | null>
  /** A new folder to write files to; like {@link FileSaver.begin}. */
  beginFolder(folder: Pick<FileToSave, 'procedure' | 'suggestedName'>): Promise<SavingFolder | null>
  /** Writes a short text to a file that the user chooses; null if the user cancelled. Throws `export/write-failed`. */
  saveText: SaveText
  /**
   * Writes a file to the place that the user chooses; null if the user cancelled. Throws `export/write-failed` and whatever
   * `content` throws.
   */
  saveFile(file: FileToSave): Promise<SavedFile | null>
}

/** The use cases of exports; closing them removes unfinished files. */
export type Exports = FileSaver & {
  useCases: UseCases['exports']
  close(): Promise<void>
}

type Options = {
  shell: Pick<Shell, 'chooseSaveTarget' | 'revealFile'>
  runtimes: Runtimes
  /** See `Core.gate`. */
  gate(procedure: string): void
  /** See `createPresenterMode`. */
  presenting?: () => Presenting | null
}

/** Exports lists as files: the user chooses the place, Steward writes the file and can show it later by its handle. */
export function createExports({ shell, runtimes, gate, presenting = () => null }: Options): Exports {
  const written = createWrittenFiles()
  const files = createOutputFiles()
  const chooseTarget = async (procedure: ProcedurePath, suggestedName: string) => {
    // The dialog suggests a file name, which may contain a client's name.
    gate(procedure)
    const target = await shell.chooseSaveTarget({ suggestedName: safeFileName(suggestedName) })
    // While the dialog was open, Steward may have been locked, the policy may have changed, or another user may have taken over.
    if (target !== null) gate(procedure)
    return target
  }
  const begin: FileSaver['begin'] = async ({ procedure, suggestedName }) => {
    const target = await chooseTarget(procedure, suggestedName)
    if (target === null) return null
    const file = await files.create(target)
    const { append, patch, discard } = file
    return {
      ...{ append, patch, discard },
      get length() {
        return file.length
      },
      async save() {
        const { path, name } = await file.finish()
        return { name, handle: written.issue(path) }
      },
    }
  }
  const beginFolder: FileSaver['beginFolder'] = async ({ procedure, suggestedName }) => {
    const target = await chooseTarget(procedure, suggestedName)
    if (target === null) return null
    const folder = await files.createFolder(target)
    return {
      ...{ add: folder.add, discard: folder.discard },
      async save() {
        const { path, name } = await folder.finish()
        return { name, handle: written.issue(path) }
      },
    }
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
    useCases: {
      // Leaving the iteration or aborting `signal` removes the file.
      async *start(input, signal) {
        const request = parseExport(input)
        const runtime = await runtimes.get(input.connectionId)
        const { store } = await runtime.open()
        const presented = presenting()
        const { name: connectionName } = runtime.connection
        const now = new Date()
        const target = await chooseTarget('exports.start', suggestedName(request, connectionName, now))
        if (target === null || signal.aborted) {
          yield null
          return
        }
        const { resource, sort, group, filters, scope, selected } = request
        const order = await store.read('export.order', { resource, list: { sort, group, filters, scope, selected } })
        const told = presented === null ? request : { ...request, filters: concealFilters(request.filters, presented) }
        const about = await aboutLines(
          told,
          {
            connectionName,
            asOf: (await store.lastComplete())[resource] ?? null,
            exportedAt: now.toISOString(),
            total: order.length,
            figures: await figuresIn(store, request),
          },
          namesIn(store),
        )
        const source = {
          order,
          rows: (rows: Int32Array) => store.read('export.rows', { resource, rows }),
          cell: (value: unknown, column: ExportColumn) =>
            presented === null ? cellOf(value, column) : presentedCell(value, column, presented),
        }
        for await (const { file, ...progress } of exportList({ request, source, about, target, files, signal })) {
          yield { ...progress, file: file && { name: file.name, handle: written.issue(file.path) } }
        }
      },
      async reveal({ handle }) {
        await shell.revealFile(await vetWrittenFile(written.pathOf(handle)))
      },
    },
    begin,
    beginFolder,
    saveFile,
    saveText: ({ text, ...file }) => saveFile({ ...file, content: [new TextEncoder().encode(text)], isForeign: false }),
    close: () => files.discardAll(),
  }
}

/** `Households – Firm – 2026-11-21.csv`; the date is in local time. */
function suggestedName({ resource, format }: ExportRequest, connectionName: string, now: Date): string {
  return datedFileName(resourceNames[resource].many, { connectionName, now, extension: format })
}

/** When the figures of a list were checked; null for a list without figures. */
async function figuresIn(store: ConnectionStore, { resource, sort, filters, scope }: ExportRequest) {
  if (resource !== 'entities' && resource !== 'valuations') return null
  // The request was already validated against this list's columns.
  const of = { what: resource, sort, filters, scope } as Summed
  return store.read('rollUps.checked', { of })
}

const namesIn =
  (store: ConnectionStore): FindNames =>
  async (resource, ids) => {
    const places = await store.read('places.titles', { resource, ids })
    return new Map(places.map(({ id, title }) => [id, title]))
  }
