import { extname } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { StoredFile } from '../files/file-store.ts'
import { ApiError, type FieldProblem, invalidField } from '../http/api-error.ts'
import { parseBody } from '../http/validate.ts'
import { documentParts } from '../schemas/requests.ts'
import { LISTED_EXTENSIONS } from '../schemas/rules.ts'
import { requireOwnersInHousehold } from './document-owners.ts'
import { requireReferenced } from './live.ts'
import type { Services } from './services.ts'

export type UploadedFile = StoredFile & { fileName: string; mediaType: string }

export interface Upload {
  parts: z.output<typeof documentParts>
  file: UploadedFile
}

/**
 * Reads a multipart upload as it arrives: the file is streamed to disk, in whatever order the parts come. If anything is wrong in
 * the end, the file is removed.
 */
export async function receiveUpload(services: Services, request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) {
    throw new ApiError(415, 'unsupported_media_type', 'A document is uploaded as multipart/form-data.')
  }
  const received: { file?: UploadedFile } = {}
  try {
    const fields = await readParts(services, request, received)
    const parts = parseBody(documentParts, fields)
    if (received.file === undefined) throw invalidField('file', 'The part file is missing.')
    requireReferenced(services.store, 'households', parts.household_id, 'household_id')
    requireOwnersInHousehold(services.store, parts.household_id, parts)
    return { parts, file: received.file }
  } catch (error) {
    if (received.file) await services.fileStore.remove(received.file.storedName)
    throw error
  }
}

/** The type of a file is judged by its name. */
function problemOfName({ rules }: Services, fileName: string): FieldProblem | undefined {
  const extension = extname(fileName).toLowerCase()
  if (rules.fileTypes === 'any' || LISTED_EXTENSIONS.some((each) => `.${each}` === extension)) return undefined
  return { field: 'file', message: `Must be one of ${LISTED_EXTENSIONS.join(', ')}.` }
}

async function readParts(services: Services, request: FastifyRequest, received: { file?: UploadedFile }) {
  const fields: Record<string, unknown> = {}
  const problems: FieldProblem[] = []
  for await (const part of request.parts({ limits: { files: 2, fileSize: services.maxUploadBytes } })) {
    if (part.type === 'field') {
      if (Object.hasOwn(fields, part.fieldname)) problems.push({ field: part.fieldname, message: 'Sent twice.' })
      fields[part.fieldname] = part.value
    } else if (part.fieldname !== 'file') {
      part.file.resume()
      problems.push({ field: part.fieldname, message: 'The file is sent in the part named file.' })
    } else {
      const problem = problemOfName(services, part.filename)
      if (problem) problems.push(problem)
      const stored = await services.fileStore.save(part.file)
      received.file = { ...stored, fileName: part.filename || 'document', mediaType: part.mimetype }
      if (part.file.truncated) throw new ApiError(413, 'file_too_large', 'The file is larger than this service takes.')
    }
  }
  if (problems.length > 0) throw new ApiError(422, 'validation_failed', 'The form is not valid.', problems)
  return fields
}
