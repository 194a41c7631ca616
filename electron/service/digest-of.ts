import { createHash } from 'node:crypto'
import { AppError } from '../../shared/domain/app-error.ts'
import { type Download, isCompressed } from './download.ts'
import type { WriteService } from './write-service.ts'

/** Computes the digest of a document's file, which is downloaded for this and not stored. */
export function createDigestOf(download: Download): WriteService['digestOf'] {
  return async (documentId, signal) => {
    try {
      const { status, headers, body } = await download({ kind: 'document', id: documentId, signal })
      const hash = createHash('sha256')
      let size = 0
      for await (const piece of body) {
        hash.update(piece)
        size += piece.length
      }
      const said = Number(headers['content-length'] ?? size)
      if (status !== 200 || (said !== size && !isCompressed(headers))) throw cut()
      return hash.digest('hex')
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'service/not-found') return null
      throw thrown
    }
  }
}

function cut(): AppError {
  return new AppError('service/truncated', {
    message: 'The server’s answer was cut off.',
    nextStep: 'Try again.',
  })
}
