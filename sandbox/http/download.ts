import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Download } from '../files/document-files.ts'
import type { ByteRange } from '../files/file-store.ts'
import { ApiError } from './api-error.ts'

/** Sends a file with its name, size, type and ETag; supports a single byte range and If-None-Match. */
export function sendDownload(request: FastifyRequest, reply: FastifyReply, download: Download): FastifyReply {
  const etag = `"${download.sha256}"`
  reply.headers({ etag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache' })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  reply.headers({
    'content-disposition': contentDisposition(download.fileName),
    'content-type': download.mediaType,
    'x-content-type-options': 'nosniff',
  })
  const condition = request.headers['if-range']
  const range =
    condition === undefined || condition === etag ? parseRange(request.headers.range, download.size) : undefined
  if (range === 'unsatisfiable') {
    reply.removeHeader('content-disposition')
    reply.header('content-range', `bytes */${download.size}`)
    throw new ApiError(416, 'range_not_satisfiable', 'The file does not have these bytes.')
  }
  if (range === undefined) return reply.header('content-length', download.size).send(download.read())
  return reply
    .status(206)
    .headers({
      'content-range': `bytes ${range.start}-${range.end}/${download.size}`,
      'content-length': range.end - range.start + 1,
    })
    .send(download.read(range))
}

/** Builds the header of RFC 6266: an ASCII name for old clients and the real name in UTF-8. */
export function contentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Parses a Range header. Returns undefined (send the whole file) if it is absent or is not a single byte range. */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
