import { ORPCError, ValidationError } from '@orpc/server'
import { AppError, type FieldIssue, toAppError } from '../../../shared/domain/app-error.ts'
import type { AppErrorData } from '../../../shared/ipc/procedure.ts'

const maxIssues = 20

/** The one typed error of the contract, as it crosses the boundary. */
export type BoundaryError = ORPCError<'APP_ERROR', AppErrorData>

/**
 * Converts any thrown value to the one typed error: AppErrors as they are, refused input as `ipc/bad-request` with its fields,
 * everything else as `internal/unexpected` without its text.
 */
export function asAppError(thrown: unknown): ORPCError<string, unknown> {
  if (thrown instanceof ORPCError) {
    if (thrown.code === 'APP_ERROR') return thrown
    if (thrown.code === 'BAD_REQUEST') {
      return toBoundaryError(refusedInput(thrown.cause instanceof ValidationError ? thrown.cause.issues : []))
    }
  }
  return toBoundaryError(toAppError(thrown))
}

/** Whether the error hides its cause from the renderer, so that the cause belongs in the log. */
export function isUnexpected(error: ORPCError<string, unknown>): boolean {
  return error.cause instanceof AppError && error.cause.code === 'internal/unexpected'
}

/** A request that Steward's own pages cannot have made, or whose input does not match the contract. */
export function badRequest(issues: readonly FieldIssue[]): AppError {
  return new AppError('ipc/bad-request', {
    message: 'Steward could not understand a request.',
    nextStep: 'Correct the fields listed; if there are none, reload the window.',
    issues,
  })
}

export function toBoundaryError(error: AppError): BoundaryError {
  const data: AppErrorData = { code: error.code, nextStep: error.nextStep, issues: [...error.issues] }
  if (error.detail !== undefined) data.detail = error.detail
  return new ORPCError('APP_ERROR', { defined: true, message: error.message, data, cause: error })
}

/** An input that does not match the contract, with the fields at fault. */
export function refusedInput(issues: ValidationError['issues']): AppError {
  return badRequest(
    issues.slice(0, maxIssues).map((issue) => ({
      field: (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.'),
      message: issue.message.slice(0, 200),
    })),
  )
}
