/** A problem with one field of a request; `field` is a dotted path such as `primary_individuals.0.state`. */
export interface FieldProblem {
  field: string
  message: string
}

/** An error answer of the API. Routes throw it; the app's error handler answers with it. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: readonly FieldProblem[]

  constructor(status: number, code: string, message: string, fields: readonly FieldProblem[] = []) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
  }
}

export function notFound(what: string): ApiError {
  return new ApiError(404, 'not_found', `No ${what} with this id.`)
}

export function conflict(message: string, field: string): ApiError {
  return new ApiError(409, 'conflict', message, [{ field, message }])
}

export function invalidField(field: string, message: string): ApiError {
  return new ApiError(422, 'validation_failed', 'The request body is not valid.', [{ field, message }])
}
