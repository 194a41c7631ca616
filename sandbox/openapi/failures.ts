import { ERROR_MEDIA_TYPES, type ErrorStyle } from '../http/error-answer.ts'
import { apiError, codedError } from '../schemas/responses.ts'
import type { Convert, Json } from './converter.ts'

const ERRORS: Record<number, string> = {
  400: 'The request is malformed, or its query parameters or cursor are not valid.',
  401: 'The access token is missing, unknown or expired.',
  404: 'There is no such record.',
  409: 'The change conflicts with another record.',
  413: 'The body is too large.',
  415: 'The media type of the body is not supported.',
  416: 'The file does not have the requested bytes.',
  422: 'The body is not valid; the error names each offending field.',
  429: 'There were too many requests; Retry-After says how many seconds to wait.',
}

const HEADERS: Record<number, Json> = {
  401: { 'WWW-Authenticate': { required: true, schema: { type: 'string' } } },
  416: { 'Content-Range': { required: true, schema: { type: 'string', pattern: '^bytes \\*/\\d+$' } } },
  429: { 'Retry-After': { schema: { type: 'integer', minimum: 1 } } },
}

/** Describes the error answers with these statuses, in the style of the service. */
export function describeFailures(statuses: readonly number[], style: ErrorStyle, convert: Convert): Json {
  const content = contentOf(style, convert)
  return Object.fromEntries(
    [...new Set(statuses)].map((status) => {
      const headers = HEADERS[status] === undefined ? {} : { headers: HEADERS[status] }
      return [String(status), { description: ERRORS[status], ...headers, ...content }]
    }),
  )
}

function contentOf(style: ErrorStyle, convert: Convert): Json {
  const mediaType = ERROR_MEDIA_TYPES[style]
  if (mediaType === undefined) return {}
  if (mediaType !== 'application/json') return { content: { [mediaType]: { schema: { type: 'string' } } } }
  return { content: { [mediaType]: { schema: convert(style === 'coded' ? codedError : apiError) } } }
}
