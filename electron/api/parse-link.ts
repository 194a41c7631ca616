import { AppError } from '../../shared/domain/app-error.ts'
import { type LinkedRecord, readRecordLink } from '../../shared/domain/record-link.ts'

/**
 * Parses a link that the operating system passed to Steward. Links are untrusted, so error messages never repeat their text.
 *
 * @throws AppError `link/not-understood`
 */
export function parseLink(text: string): LinkedRecord {
  const record = readRecordLink(text)
  if (record !== null) return record
  throw new AppError('link/not-understood', {
    message: 'This is not a link to a Steward record.',
    nextStep: 'Ask for a new link. “Copy a link to this record” makes one.',
  })
}
