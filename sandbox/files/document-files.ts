import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileOrigin } from '../data/documents.ts'
import type { Store } from '../store/store.ts'
import type { DocumentTruth } from './cast.ts'
import type { ByteRange, FileStore, StoredFile } from './file-store.ts'
import { generateFile, truthOf } from './generated.ts'

/** A file to be sent by the service. */
export interface Download {
  fileName: string
  mediaType: string
  size: number
  sha256: string
  read(range?: ByteRange): Readable
}

export interface DocumentFiles {
  find(documentId: string): Download | undefined
  /** The truth about a seeded document when it was written; later changes of its record do not change it. Undefined for uploaded files. */
  truthOf(documentId: string): DocumentTruth | undefined
  add(documentId: string, file: StoredFile & { fileName: string; mediaType: string }): void
  /** Forgets the file. Returns its name on disk, which the caller then removes, or undefined if it has none. */
  remove(documentId: string): string | undefined
}

interface FileRow {
  file_name: string
  media_type: string
  stored_name: string | null
  size: number | null
  sha256: string | null
  origin: string | null
}

/** Maps documents to files: uploaded files are stored on disk, seeded files are generated on demand. */
export function createDocumentFiles(store: Store, fileStore: FileStore): DocumentFiles {
  const find = store.db.prepare<[string], FileRow>('SELECT * FROM files WHERE document_id = ?')
  const insert = store.db.prepare<[string, string, string, string, number, string]>(
    'INSERT INTO files (document_id, file_name, media_type, stored_name, size, sha256) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const remove = store.db.prepare<[string]>('DELETE FROM files WHERE document_id = ?')
  return {
    find(documentId) {
      const row = find.get(documentId)
      if (row === undefined) return undefined
      if (row.origin !== null) {
        return downloadOf(generateFile(JSON.parse(row.origin) as FileOrigin), row.file_name, row.media_type)
      }
      const { stored_name: storedName, size, sha256 } = row
      if (storedName === null || size === null || sha256 === null) return undefined
      const read = (range?: ByteRange) => fileStore.read(storedName, range)
      return { fileName: row.file_name, mediaType: row.media_type, size, sha256, read }
    },
    truthOf(documentId) {
      const origin = find.get(documentId)?.origin
      const record = store.documents.find(documentId)?.record as { household_id: string } | undefined
      if (!origin || record === undefined) return undefined
      return { ...truthOf(JSON.parse(origin) as FileOrigin), household_id: record.household_id }
    },
    add(documentId, { fileName, mediaType, storedName, size, sha256 }) {
      insert.run(documentId, fileName, mediaType, storedName, size, sha256)
    },
    remove(documentId) {
      const storedName = find.get(documentId)?.stored_name
      remove.run(documentId)
      return storedName ?? undefined
    },
  }
}

/** Makes a download from bytes in memory. */
export function downloadOf(content: Buffer, fileName: string, mediaType: string): Download {
  const sha256 = createHash('sha256').update(content).digest('hex')
  const read = (range?: ByteRange) =>
    Readable.from([range ? content.subarray(range.start, range.end + 1) : content], { objectMode: false })
  return { fileName, mediaType, size: content.length, sha256, read }
}
