import { ORPCError } from '@orpc/client'
import type { FieldIssue } from '../../shared/domain/app-error.ts'
import type { AppErrorData } from '../../shared/ipc/procedure.ts'
import { errorTitles } from './error-titles.ts'

/** A failure as a screen shows it. Everything is plain text. */
export type PresentedError = {
  code: string
  title: string
  cause: string
  nextStep: string
  issues: readonly FieldIssue[]
  /** What "Copy details" puts on the clipboard. */
  detail: string
}

type Failure = {
  code: string
  message: string
  nextStep: string
  issues?: readonly FieldIssue[]
  detail?: string | undefined
}

const describe = (failure: Failure) =>
  [failure.code, failure.message, ...(failure.issues ?? []).map((i) => `${i.field}: ${i.message}`), failure.detail]
    .filter((line) => line !== undefined && line !== '')
    .join('\n')

/** A failure told by the main process (a sync problem, a cache problem), as a screen shows it. */
export function presentFailure(failure: Failure): PresentedError {
  const known: Readonly<Record<string, string>> = errorTitles
  return {
    code: failure.code,
    title: known[failure.code] ?? errorTitles['internal/unexpected'],
    cause: failure.message,
    nextStep: failure.nextStep,
    issues: failure.issues ?? [],
    detail: describe(failure),
  }
}

/** Whether the copy no longer has what was asked for. */
export function isGone(thrown: unknown): boolean {
  return thrown instanceof ORPCError && isErrorData(thrown.data) && thrown.data.code === 'record/not-found'
}

/** By hand: every page that shows a failure would load the schemas otherwise. The main process judged it by them. */
function isErrorData(data: unknown): data is AppErrorData {
  if (typeof data !== 'object' || data === null) return false
  const { code, nextStep, issues } = data as Readonly<Record<string, unknown>>
  return typeof code === 'string' && typeof nextStep === 'string' && Array.isArray(issues)
}

/**
 * Anything a query, mutation or iterator threw, as a screen shows it. What is not an `APP_ERROR` is a fault of ours:
 * its own text is withheld, only its kind goes into the detail.
 */
export function presentError(thrown: unknown): PresentedError {
  if (thrown instanceof ORPCError && thrown.code === 'APP_ERROR') {
    const { data } = thrown
    if (isErrorData(data)) return presentFailure({ ...data, message: thrown.message })
  }
  return presentFailure({
    code: 'internal/unexpected',
    message: 'Something went wrong inside Steward.',
    nextStep: 'Try again; if it happens again, restart Steward.',
    detail: thrown instanceof ORPCError ? `IPC ${thrown.code}` : thrown instanceof Error ? thrown.name : typeof thrown,
  })
}
