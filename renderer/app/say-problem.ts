import { notifications } from '@mantine/notifications'
import { presentFailure } from '../lib/present-error.ts'

/** Shows a toast about a problem that the main process reports on its own. */
export function sayProblem(problem: { code: string; message: string; nextStep: string }): void {
  const { title, cause, nextStep } = presentFailure(problem)
  notifications.show({ title, message: `${cause} ${nextStep}`, color: 'yellow', autoClose: 10_000 })
}
