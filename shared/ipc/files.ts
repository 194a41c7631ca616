import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { notOpenable, previewKinds } from '../domain/file-kinds.ts'
import { connectionId, idInput, nothing, procedure } from './procedure.ts'

/** The most bytes of a file that one call reads. */
export const maxFileRead = 1024 * 1024
/** The most documents in one call. */
export const maxFileQuestions = 500
/** The maximum length of a thumbnail, in base64 characters. */
export const maxThumbnail = 200_000

/**
 * Identifies a file by ids only:
 * - `document`: the file of that document
 * - `summary`: the service's PDF of a document summary
 * - `staged`: a file on this computer waiting to be uploaded
 */
export const fileRef = z.strictObject({ kind: z.enum(['document', 'summary', 'staged']), id: idInput })

/** A file stored encrypted on this computer. */
export const heldFile = z.strictObject({
  /** The file name with its extension; safe to show and to suggest, see `safeFileName`. */
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** SHA-256 of the whole content, lower-case hex. */
  sha256: z.string(),
  /** Detected from the content, never from the name: `application/pdf`; `application/octet-stream` if unknown. */
  media_type: z.string(),
  preview: z.enum(previewKinds),
  /** Whether it may be opened in another program: its content is of an allowed kind alone, and matches the extension. */
  openable: z.boolean(),
  /** Why not; null if it may. */
  not_openable: z.enum(notOpenable).nullable(),
  /** When it was downloaded or staged, ISO 8601. */
  held_at: z.string(),
  /** The record's `updated_at` at the time of the download, ISO 8601; null if unknown. */
  record_updated_at: z.string().nullable(),
})

const byFile = z.strictObject({ connectionId, file: fileRef })

export const fetchProgress = z.strictObject({
  /** Bytes received so far. */
  received: z.number().int(),
  /** Total bytes; null until the service has sent the size. */
  total: z.number().int().nullable(),
  /** Set on the last event. */
  file: heldFile.nullable(),
})

/** A file chosen by the user, with a handle for `exports.reveal`; null if the user cancels. */
const savedFile = z.strictObject({ file: z.strictObject({ name: z.string(), handle: z.string() }).nullable() })

export const filesContract = {
  /** The file on this computer; null if it is not there. */
  held: procedure({ permission: 'read' })
    .input(byFile)
    .output(z.strictObject({ file: heldFile.nullable() })),
  /** The documents, of those given, whose files are on this computer. */
  heldOf: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, ids: z.array(idInput).max(maxFileQuestions) }))
    .output(z.strictObject({ held: z.array(z.strictObject({ id: z.string(), file: heldFile })) })),
  /**
   * Downloads a file into the encrypted store, or only returns it if it is already there; `refresh` always downloads it.
   * Concurrent callers share one download; it is cancelled when the last of them closes its iterator. Throws `service/…`,
   * `files/…`.
   */
  fetch: procedure({ permission: 'connect' })
    .input(byFile.extend({ refresh: z.boolean() }))
    .output(eventIterator(fetchProgress)),
  /** A range of a file on this computer, in base64; shorter at the end of the file. Throws `files/not-held`. */
  read: procedure({ permission: 'read' })
    .input(byFile.extend({ offset: z.number().int().min(0), length: z.number().int().min(1).max(maxFileRead) }))
    .output(z.strictObject({ base64: z.string() })),
  /**
   * Opens a private copy in the system's default program for it. Throws `files/not-openable` for a kind that is not on the list
   * of safe ones, and `files/not-held`.
   */
  open: procedure({ permission: 'save-as' }).input(byFile).output(nothing),
  /**
   * Gives a private copy to the drag operation that started in this window, to drop it in another program. Only in the desktop
   * shell. Throws like `open`.
   */
  dragOut: procedure({ permission: 'save-as' }).input(byFile).output(nothing),
  /** The number of opened copies that were not removed yet. */
  opened: procedure({ permission: 'read' })
    .input(nothing)
    .output(z.strictObject({ count: z.number().int() })),
  /** Removes the opened copies; those that a program still has open are removed later. */
  removeOpened: procedure({ permission: 'keep' })
    .input(nothing)
    .output(z.strictObject({ left: z.number().int() })),
  /** Saves a copy where the user chooses. Throws `files/not-held`, `export/write-failed`. */
  saveAs: procedure({ permission: 'save-as' }).input(byFile).output(savedFile),
  /** Removes a downloaded file from this computer. */
  remove: procedure({ permission: 'keep' }).input(byFile).output(nothing),
  /** The stored thumbnails of documents' files on this computer, PNG in base64. */
  thumbnails: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, ids: z.array(idInput).max(100) }))
    .output(z.strictObject({ thumbnails: z.array(z.strictObject({ id: z.string(), png: z.string() })) })),
  /** Stores a thumbnail that the page made of the file with this SHA-256. */
  keepThumbnail: procedure({ permission: 'keep' })
    .input(
      z.strictObject({
        connectionId,
        id: idInput,
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        png: z.string().max(maxThumbnail),
      }),
    )
    .output(nothing),
}

export type FileRef = z.infer<typeof fileRef>
export type HeldFile = z.infer<typeof heldFile>
export type FetchProgress = z.infer<typeof fetchProgress>
