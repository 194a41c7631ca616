import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { connectionId, idInput, nothing, procedure } from './procedure.ts'

/** The most bytes that one call reads of a file. */
export const maxFileRead = 1024 * 1024
/** The most documents that one call asks about. */
export const maxFileQuestions = 500
/** The most characters of a picture in base64. */
export const maxThumbnail = 200_000

/**
 * Which file is meant, by ids alone:
 * - `document`: what was uploaded as that document
 * - `summary`: the service's PDF of a document summary
 * - `staged`: one that waits on this computer to be uploaded
 */
export const fileRef = z.strictObject({ kind: z.enum(['document', 'summary', 'staged']), id: idInput })

/** How the app itself shows a file; `office` is told about and opened elsewhere, `none` only saved. */
export const previewKinds = ['pdf', 'image', 'text', 'csv', 'markdown', 'office', 'none'] as const

/** A file that lies, encrypted, on this computer. */
export const heldFile = z.strictObject({
  /** With its extension; safe to show and to suggest, see `safeFileName`. */
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Of the whole content, lower-case hex. */
  sha256: z.string(),
  /** By its content, never by its name: `application/pdf`; `application/octet-stream` when nothing is recognised. */
  media_type: z.string(),
  preview: z.enum(previewKinds),
  /** Whether it may be opened in another program: its content is of an allowed kind, and its name says the same. */
  openable: z.boolean(),
  /** When it was downloaded, or staged. ISO 8601. */
  held_at: z.string(),
  /** When its record had last been changed, as the service said when it was downloaded; null where that is unknown. */
  record_updated_at: z.string().nullable(),
})

const byFile = z.strictObject({ connectionId, file: fileRef })

export const fetchProgress = z.strictObject({
  /** Bytes so far. */
  received: z.number().int(),
  /** Bytes in all; null while the service has not said. */
  total: z.number().int().nullable(),
  /** Set with the last event. */
  file: heldFile.nullable(),
})

/** A file that a person chose, with a handle for `exports.reveal`; null when they chose none. */
const savedFile = z.strictObject({ file: z.strictObject({ name: z.string(), handle: z.string() }).nullable() })

export const filesContract = {
  /** What of it is on this computer; null when nothing is. */
  held: procedure({ permission: 'read' })
    .input(byFile)
    .output(z.strictObject({ file: heldFile.nullable() })),
  /** Which of these documents' files are on this computer. */
  heldOf: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, ids: z.array(idInput).max(maxFileQuestions) }))
    .output(z.strictObject({ held: z.array(z.strictObject({ id: z.string(), file: heldFile })) })),
  /**
   * Downloads a file into the encrypted store, or only tells of it when it is there; `anew` downloads it whatever is there.
   * Several callers share one download; it is cancelled when the last of them leaves. Throws `service/…`, `files/…`.
   */
  fetch: procedure({ permission: 'connect' })
    .input(byFile.extend({ anew: z.boolean() }))
    .output(eventIterator(fetchProgress)),
  /** A piece of a file that is on this computer, in base64; shorter at its end. Throws `files/not-held`. */
  read: procedure({ permission: 'read' })
    .input(byFile.extend({ offset: z.number().int().min(0), length: z.number().int().min(1).max(maxFileRead) }))
    .output(z.strictObject({ base64: z.string() })),
  /**
   * Opens a private copy in the program that the system has for it. Throws `files/not-openable` for a kind that is not on the
   * list of harmless ones, and `files/not-held`.
   */
  open: procedure({ permission: 'save-as' }).input(byFile).output(nothing),
  /**
   * Gives a private copy to the drag that began in this window, for another program to drop. The desktop shell alone can;
   * throws what `open` throws.
   */
  dragOut: procedure({ permission: 'save-as' }).input(byFile).output(nothing),
  /** Copies that were opened and are not removed yet. */
  opened: procedure({ permission: 'read' })
    .input(nothing)
    .output(z.strictObject({ count: z.number().int() })),
  /** Removes the copies that were opened; those that a program holds on to are removed later. */
  removeOpened: procedure({ permission: 'keep' })
    .input(nothing)
    .output(z.strictObject({ left: z.number().int() })),
  /** Writes a copy where a person wants it. Throws `files/not-held`, `export/write-failed`. */
  saveAs: procedure({ permission: 'save-as' }).input(byFile).output(savedFile),
  /** Removes a downloaded file from this computer. */
  remove: procedure({ permission: 'keep' }).input(byFile).output(nothing),
  /** Small pictures of documents, PNG in base64, as far as one was made; of the file as it is held. */
  thumbnails: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, ids: z.array(idInput).max(100) }))
    .output(z.strictObject({ thumbnails: z.array(z.strictObject({ id: z.string(), png: z.string() })) })),
  /** Keeps a picture that the page made of a file with this digest. */
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
export type PreviewKind = (typeof previewKinds)[number]
export type FetchProgress = z.infer<typeof fetchProgress>
