/**
 * Why there was no update. `unreachable`: nothing could be learnt, or fetched. `not-safe`: something was, and it could not be
 * shown to be what it should be.
 */
export type UpdateFailure = 'unreachable' | 'not-safe'

/** Nothing is installed once this was thrown. */
export class UpdateError extends Error {
  override readonly name = 'UpdateError'
  readonly failure: UpdateFailure

  constructor(failure: UpdateFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.failure = failure
  }
}

/** Anything thrown on the way to an update. What nobody thought of is not safe. */
export function failureOf(thrown: unknown): UpdateFailure {
  return thrown instanceof UpdateError ? thrown.failure : 'not-safe'
}
