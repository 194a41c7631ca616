import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState } from '../components/States.tsx'
import { presentError } from '../lib/present-error.ts'

/** A screen that failed to draw: the rest of the app goes on. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  return <ErrorState screen error={presentError(error)} onRetry={reset} />
}
