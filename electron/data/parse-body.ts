import { AppError } from '../../shared/domain/app-error.ts'
import { textOf } from './sweep/scan-page.ts'

/**
 * A body that is one record, as text and as a parsed value.
 * @throws AppError `service/not-json`.
 */
export function parseBody(bytes: Uint8Array): { json: string; value: unknown } {
  const json = textOf(bytes, 0, bytes.length).trim()
  try {
    return { json, value: JSON.parse(json) }
  } catch {
    // The parser's message quotes the text, which is client data, so it is not passed on.
    throw new AppError('service/not-json', {
      message: 'The service answered with something other than JSON.',
      nextStep: 'Try again; if it keeps happening, contact the service’s support.',
    })
  }
}
