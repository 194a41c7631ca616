import type { z } from 'zod'
import { type Checked, type Problems, unfinishedDate } from './form-values.ts'

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`

/** Messages of our own schemas begin with "must". The library's own name the expected type, which does not help users. */
const isOurs = (message: string) => /^must /.test(message)

function wordsFor(issue: z.core.$ZodIssue): string {
  if (isOurs(issue.message)) return sentence(issue.message)
  if (issue.code === 'invalid_type' || (issue.code === 'too_small' && issue.origin === 'string'))
    return 'This field is required.'
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `Must have at most ${issue.maximum.toLocaleString('en-US')} characters.`
  if (issue.code === 'invalid_value') return 'Choose one from the list.'
  return 'The service does not accept this.'
}

/** The problems that a schema found: the first one per field. */
export function schemaProblems(issues: readonly z.core.$ZodIssue[], asTyped: unknown = null): Problems {
  const problems: Record<string, string> = {}
  for (const issue of issues) {
    const path = issue.path.join('.')
    problems[path] ??= valueAt(asTyped, issue.path) === unfinishedDate ? 'Finish this date, or undo.' : wordsFor(issue)
  }
  return problems
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inside, key) =>
      typeof inside === 'object' && inside !== null ? (inside as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  )
}

/** Validates a body against the schema of the API description, and adds the problems already known. */
export function checkBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  known: Problems = {},
): Checked<z.output<Schema>> {
  const parsed = schema.safeParse(body)
  const problems = { ...(parsed.success ? {} : schemaProblems(parsed.error.issues, body)), ...known }
  if (!parsed.success || Object.keys(problems).length > 0) return { body: null, problems }
  return { body: parsed.data, problems: null }
}
