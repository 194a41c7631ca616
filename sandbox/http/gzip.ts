import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const compress = promisify(gzip)
const WORTHWHILE_BYTES = 1024

/** Compresses text answers for clients that accept gzip. Level 1, since each page is compressed and read only once. */
export function registerGzip(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string') return payload
    reply.header('vary', 'accept-encoding')
    if (payload.length < WORTHWHILE_BYTES || !acceptsGzip(request.headers['accept-encoding'])) return payload
    const compressed = await compress(payload, { level: 1 })
    reply.headers({ 'content-encoding': 'gzip', 'content-length': compressed.length })
    return compressed
  })
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  const codings = String(header ?? '').split(',')
  return codings.some((coding) => /^\s*(?:gzip|\*)\s*(?:;\s*q\s*=\s*(?!0(?:\.0*)?\s*$).*)?$/i.test(coding))
}
