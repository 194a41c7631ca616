import { AppError } from '../../../shared/domain/app-error.ts'

/** The reason why Steward could not start, as lines to print or show: the message, each invalid field, and the next step. */
export function describeStartError(error: unknown): string[] {
  const lines = [error instanceof Error ? error.message : '']
  if (error instanceof AppError) {
    // A field name comes from the file: control characters must not reach the terminal.
    const fields = error.issues.map(({ field, message }) => (field === '' ? message : `${plain(field)}: ${message}`))
    lines.push(...fields.map((line) => `  ${line}`), error.nextStep)
  }
  return lines.filter((line) => line !== '')
}

const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
