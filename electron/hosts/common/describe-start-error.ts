import { AppError } from '../../../shared/domain/app-error.ts'

/** Why Steward could not be opened, as lines to print or show: the message, each field that is wrong, and the next step. */
export function describeStartError(error: unknown): string[] {
  const lines = [error instanceof Error ? error.message : '']
  if (error instanceof AppError) {
    // A field name comes from the file: no control characters reach the terminal.
    const fields = error.issues.map(({ field, message }) => (field === '' ? message : `${plain(field)}: ${message}`))
    lines.push(...fields.map((line) => `  ${line}`), error.nextStep)
  }
  return lines.filter((line) => line !== '')
}

const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
