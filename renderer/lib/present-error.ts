import { ORPCError } from '@orpc/client'
import type { FieldIssue } from '../../shared/domain/app-error.ts'
import type { AppErrorData } from '../../shared/ipc/procedure.ts'
import { errorTitles } from './error-titles.ts'

/** An error as shown on a screen. All fields are plain text. */
export type PresentedError = {
  code: string
  title: string
  cause: string
  nextStep: string
  issues: readonly FieldIssue[]
  /** Text copied by "Copy details". */
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

/** An error's cause as it is shown beside its title; null if it only repeats the title. */
export const causeBeside = ({ title, cause }: Pick<PresentedError, 'title' | 'cause'>): string | null =>
  cause.replace(/\.$/, '') === title ? null : cause

/** The text beside an error's title: the cause, unless it only repeats the title, and the next step. */
export const explanationOf = (error: Pick<PresentedError, 'title' | 'cause' | 'nextStep'>): string =>
  [causeBeside(error), error.nextStep].filter(Boolean).join(' ')

/** Converts a failure reported by the main process (a sync or cache problem) for display. */
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

/** Returns true if an error is already in words for a screen. */
export const isPresented = (thrown: unknown): thrown is PresentedError =>
  typeof thrown === 'object' && thrown !== null && 'cause' in thrown && 'nextStep' in thrown && 'detail' in thrown

/** Returns true if the record is no longer in the offline copy (`record/not-found`). */
export function isGone(thrown: unknown): boolean {
  return thrown instanceof ORPCError && isErrorData(thrown.data) && thrown.data.code === 'record/not-found'
}

/**
 * Validated by hand, because otherwise every page that shows an error would load the schemas. The main process has validated it
 * by schema.
 */
function isErrorData(data: unknown): data is AppErrorData {
  if (typeof data !== 'object' || data === null) return false
  const { code, nextStep, issues } = data as Readonly<Record<string, unknown>>
  return typeof code === 'string' && typeof nextStep === 'string' && Array.isArray(issues)
}

/**
 * Converts anything thrown by a query, mutation or iterator for display. Anything but an `APP_ERROR` is a bug in Steward: its
 * message is withheld, and only its kind is included in the details.
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

/**
 * An error for a part of the page whose code could not be loaded, or (`isLoaded`) that failed to render. `name` begins the title, for
 * example "The preview".
 */
export const partFailed = (name: string, isLoaded: boolean): PresentedError =>
  isLoaded
    ? {
        ...{ code: 'page/not-rendered', detail: 'page/not-rendered', issues: [] },
        title: `${name} could not be shown`,
        cause: 'Something went wrong inside Steward.',
        nextStep: 'Try again; if it happens again, restart Steward.',
      }
    : {
        ...{ code: 'page/not-loaded', detail: 'page/not-loaded', issues: [] },
        title: `${name} could not be loaded`,
        cause: 'A file of Steward’s own page did not arrive.',
        nextStep: 'Try again.',
      }
