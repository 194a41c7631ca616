import { AppError } from '../../shared/domain/app-error.ts'
import { previewOf } from '../../shared/domain/file-kinds.ts'
import type { ContractInputs, ProcedurePath } from '../../shared/ipc/contract.ts'
import type { FileRef, HeldFile } from '../../shared/ipc/files.ts'
import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import type { OpenConnection } from '../connections/open-connection.ts'
import { type HeldRef, heldFileOf, type StagedFile } from '../documents/connection-files.ts'
import { fetchEvents } from '../documents/fetch-files.ts'
import { notHeld, notOpenable } from '../documents/file-errors.ts'
import type { ByteRange } from '../documents/file-store.ts'
import { vetOpenableFile, whyNotOpenable } from '../documents/openable.ts'
import type { OpenedCopies } from '../documents/opened-copies.ts'
import type { Shell } from '../platform/host.ts'
import { markAsForeign } from '../platform/quarantine.ts'
import type { UseCases } from './core.ts'
import type { FileSaver } from './exports.ts'

type ByFile = ContractInputs['files']['held']

type Options = {
  runtimes: Runtimes
  shell: Pick<Shell, 'openFile' | 'dragFile'>
  saver: Pick<FileSaver, 'saveFile'>
  copies: OpenedCopies
  /** See `Core.gate`. */
  gate(procedure: ProcedurePath): void
}

/** Files on this computer: reading, fetching, opening, saving copies. */
export function createFileUseCases({ runtimes, shell, saver, copies, gate }: Options): UseCases['files'] {
  const inConnection = withConnection(runtimes)
  const connected = async (connectionId: string) => (await runtimes.get(connectionId)).open()
  const sourceOf = async ({ connectionId, file }: ByFile) => findSource(await connected(connectionId), file)
  /** Gives another program a private copy of a file whose type is safe to open. */
  const handOver = async (asked: ByFile, procedure: ProcedurePath, give: Shell['openFile']) => {
    const { file, read, touch } = await sourceOf(asked)
    if (!file.openable) throw notOpenable()
    const copy = await copies.make({ connectionId: asked.connectionId, name: file.name, content: read() })
    try {
      await markAsForeign(copy.path)
      const openable = await vetOpenableFile(
        copy.path,
        { media_type: file.media_type, caution: file.not_openable },
        copies.root,
      )
      // While the copy was made, Steward may have been locked or the firm's policy may have changed.
      gate(procedure)
      await give(openable)
    } catch (problem) {
      await copy.remove()
      throw problem
    }
    await touch()
  }
  return {
    held: inConnection(async (open, { file }) => ({ file: await heldFile(open, file) })),
    heldOf: inConnection(async ({ files }, { ids }) => {
      const found = await files.held.getMany('document', ids)
      return { held: found.map((entry) => ({ id: entry.id, file: heldFileOf(entry) })) }
    }),
    async *fetch({ connectionId, file, refresh }, signal) {
      const { fetcher } = await connected(connectionId)
      yield* fetchEvents(fetcher, downloadable(file), { refresh, signal })
    },
    async read({ offset, length, ...asked }) {
      const { read, touch } = await sourceOf(asked)
      const pieces: Uint8Array[] = []
      for await (const piece of read({ offset, length })) pieces.push(piece)
      if (offset === 0) await touch()
      return { base64: Buffer.concat(pieces).toString('base64') }
    },
    open: (asked) => handOver(asked, 'files.open', shell.openFile),
    async dragOut(asked) {
      if (shell.dragFile === null) throw noDrags()
      await handOver(asked, 'files.dragOut', shell.dragFile)
    },
    opened: async () => ({ count: copies.count() }),
    removeOpened: async () => copies.removeUnused(),
    async saveAs(asked) {
      const { file, read, touch } = await sourceOf(asked)
      const saved = await saver.saveFile({
        procedure: 'files.saveAs',
        suggestedName: file.name,
        content: read(),
        isForeign: true,
      })
      await touch()
      return { file: saved }
    },
    remove: inConnection(({ files }, { file }) => files.held.remove(downloadable(file))),
    thumbnails: inConnection(async ({ store }, { ids }) => {
      const found = await store.read('files.thumbnails', { ids })
      return { thumbnails: found.map(({ id, png }) => ({ id, png: Buffer.from(png).toString('base64') })) }
    }),
    keepThumbnail: inConnection(async ({ store }, { id, sha256, png }) => {
      const picture = Buffer.from(png, 'base64')
      if (!picture.subarray(0, 8).equals(pngStart)) throw notAPicture()
      await store.writeFileCache('files.keepThumbnail', { id, sha256, png: picture })
    }),
  }
}

const pngStart = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** A file on this computer: downloaded or staged. */
type Source = {
  file: HeldFile
  read(range?: ByteRange): AsyncIterable<Uint8Array>
  touch(): Promise<void>
}

async function findSource(connection: OpenConnection, ref: FileRef): Promise<Source> {
  const { staged, held } = connection.files
  const file = await heldFile(connection, ref)
  if (file === null) throw notHeld()
  if (ref.kind === 'staged') return { file, read: (range) => staged.read(ref.id, range), touch: async () => {} }
  const { kind, id } = ref
  return { file, read: (range) => held.read({ kind, id }, range), touch: () => held.touch({ kind, id }) }
}

async function heldFile({ files }: OpenConnection, { kind, id }: FileRef): Promise<HeldFile | null> {
  if (kind === 'staged') {
    const found = await files.staged.get(id)
    return found && fileOfStaged(found)
  }
  const found = await files.held.get({ kind, id })
  return found && heldFileOf(found)
}

function fileOfStaged(staged: StagedFile): HeldFile {
  const { name, size, sha256, media_type, staged_at } = staged
  const notOpenable = whyNotOpenable(staged)
  return {
    name,
    size,
    sha256,
    media_type,
    preview: previewOf(media_type),
    openable: notOpenable === null,
    not_openable: notOpenable,
    held_at: staged_at,
    record_updated_at: null,
  }
}

/** A staged file was never downloaded, and only the outbox may remove it. */
function downloadable({ kind, id }: FileRef): HeldRef {
  if (kind === 'staged') throw notHeld()
  return { kind, id }
}

function noDrags(): AppError {
  return new AppError('files/not-opened', {
    message: 'Only the desktop app can drag files to other programs.',
    nextStep: 'Save a copy, and use that.',
  })
}

function notAPicture(): AppError {
  return new AppError('ipc/bad-request', {
    message: 'Steward cannot store this picture.',
    nextStep: 'Restart Steward.',
  })
}
