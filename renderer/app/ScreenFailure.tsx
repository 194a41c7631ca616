import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState } from '../components/States.tsx'
import { presentError } from '../lib/present-error.ts'

/** Shown in place of a screen that failed to render; the rest of the app keeps working. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  return <ErrorState screen error={presentError(error)} onRetry={reset} />
}
