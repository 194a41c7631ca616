import { randomBytes } from 'node:crypto'
import { AppError } from '../../shared/domain/app-error.ts'
import type { JsonFields } from '../../shared/domain/operation.ts'
import type { StreamedBody } from './exchange.ts'

/** A multipart form whose last part is a file. */
export type WriteFile = {
  /** The other parts by name; their values are texts. */
  parts: JsonFields
  /** The file's name in the form, unescaped. */
  name: string
  media_type: string
  /** Size in bytes. A source that yields more or fewer fails with `files/changed`, and the form is never completed. */
  size: number
  /**
   * Reads the content from its first byte; called once per sending. A chunk is valid until the next one is requested. An error
   * thrown here becomes the outcome's error.
   */
  open(): AsyncIterable<Uint8Array>
  /** Bytes of the file sent so far. */
  onProgress(sent: number): void
  /** Awaited before the last bytes of the form are sent: without them the service cannot have the whole form. */
  beforeEnd(): Promise<void>
}

/** Chunk size in bytes: small enough to show progress on a slow line, large enough to cost nothing on a fast one. */
const pieceBytes = 256 * 1024

/**
 * A `multipart/form-data` body of known length: the fields first, then the file, read as it is sent. Names are escaped as
 * browsers do it (RFC 7578, and the HTML standard for what the RFC leaves open).
 */
export function multipartForm(file: WriteFile): StreamedBody {
  const boundary = `----Steward${randomBytes(18).toString('hex')}`
  const head = new TextEncoder().encode([...fieldParts(file, boundary), filePartHead(file, boundary)].join(''))
  const tail = new TextEncoder().encode(`\r\n--${boundary}--\r\n`)
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: head.length + file.size + tail.length,
    async *open() {
      yield head
      let sent = 0
      const ring = createRing()
      for await (const chunk of file.open()) {
        if (sent + chunk.length > file.size) throw changed()
        for (let at = 0; at < chunk.length; at += pieceBytes) {
          const piece = ring.hold(chunk.subarray(at, at + pieceBytes))
          yield piece
          sent += piece.length
          file.onProgress(sent)
        }
      }
      if (sent !== file.size) throw changed()
      await file.beforeEnd()
      yield tail
    },
  }
}

/** Number of chunks that may still be in flight: a writer that requests the eighth chunk after one has sent that one. */
const mostOnTheWay = 8

/** Reuses a ring of buffers: allocating new ones for a gigabyte would leave a gigabyte to collect. */
function createRing() {
  const pieces = Array.from({ length: mostOnTheWay }, () => Buffer.allocUnsafeSlow(pieceBytes))
  let next = 0
  return {
    hold(content: Uint8Array): Uint8Array {
      const piece = pieces[next % mostOnTheWay]?.subarray(0, content.length) ?? Buffer.alloc(content.length)
      next += 1
      piece.set(content)
      return piece
    },
  }
}

function fieldParts({ parts }: WriteFile, boundary: string): string[] {
  return Object.entries(parts).map(([name, value]) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"\r\n\r\n`
    return `${head}${String(value).toWellFormed()}\r\n`
  })
}

function filePartHead({ name, media_type }: WriteFile, boundary: string): string {
  const type = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(media_type) ? media_type : 'application/octet-stream'
  const disposition = `Content-Disposition: form-data; name="file"; filename="${escaped(name)}"`
  return `--${boundary}\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n`
}

/** Escapes a quoted name in a header: characters that would end the name or the line become percent codes. */
const escaped = (name: string): string =>
  name
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    .replace(/[\u0000-\u001f\u007f"]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)

function changed(): AppError {
  return new AppError('files/changed', {
    message: 'The staged file does not have the size it had when it was taken in.',
    nextStep: 'Discard this upload and drop the file again.',
  })
}
