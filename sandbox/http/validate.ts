import type { z } from 'zod'
import { ApiError, type FieldProblem } from './api-error.ts'

/** Parses a JSON body; 422 with one entry per offending field. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw new ApiError(422, 'validation_failed', 'The request body is not valid.', problems(result.error.issues))
}

/** Parses query parameters; 400 with one entry per offending parameter. */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  const result = schema.safeParse(query)
  if (result.success) return result.data
  throw new ApiError(400, 'invalid_query', 'The query parameters are not valid.', problems(result.error.issues))
}

function problems(issues: readonly z.core.$ZodIssue[]): FieldProblem[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ field: [...path, key].join('.'), message: 'Unknown or read-only field.' }))
    }
    return [{ field: path.join('.'), message: issue.message }]
  })
}
