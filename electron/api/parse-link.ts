import { AppError } from '../../shared/domain/app-error.ts'
import { type LinkedRecord, readRecordLink } from '../../shared/domain/record-link.ts'

/**
 * Judges a link that the system handed over. Anybody can make one: what it says is never repeated.
 *
 * @throws AppError `link/not-understood`
 */
export function parseLink(text: string): LinkedRecord {
  const record = readRecordLink(text)
  if (record !== null) return record
  throw new AppError('link/not-understood', {
    message: 'What was opened is no link to a record of Steward’s.',
    nextStep: 'Ask for the link again. “Copy a link to this record” makes one.',
  })
}
