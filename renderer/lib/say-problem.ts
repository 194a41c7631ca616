import { notifications } from '@mantine/notifications'
import { presentFailure } from './present-error.ts'

/** Says in a corner what the main process tells unasked. */
export function sayProblem(problem: { code: string; message: string; nextStep: string }): void {
  const { title, cause, nextStep } = presentFailure(problem)
  notifications.show({ title, message: `${cause} ${nextStep}`, color: 'yellow', autoClose: 10_000 })
}
